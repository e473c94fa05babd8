/** What a word of a command line is called that is followed by a secret: `--api-key`, `--header`. */
const secretFlag = /^--?[\w-]*(?:token|key|secret|passw(?:or)?d|auth|authorization|credential|header|cookie)s?$/i;

export function isSecretFlag(word: string): boolean {
  return secretFlag.test(word);
}
