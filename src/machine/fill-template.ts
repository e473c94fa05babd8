import { AppError } from '../errors.ts';

/** Fills in `@NAME@`. Throws for a word that nobody knows: the template is part of the program. */
export function fillTemplate(template: string, words: Readonly<Record<string, string>>): string {
  return template.replaceAll(/@([A-Z]+)@/g, (_whole, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`the template names ${name}, which nothing fills in`);
    return word;
  });
}

/** Throws an `AppError` for a path that no such file can hold: a line feed would begin a setting of its own. */
export function assertPlain(...texts: readonly string[]): void {
  for (const text of texts)
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    if (/[\u0000-\u001F\u007F]/.test(text))
      throw new AppError('usage', 'a path with a control character in it cannot stand in the file of a service');
}
