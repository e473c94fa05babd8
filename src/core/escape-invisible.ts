/** The same JSON text without characters that a terminal obeys or hides: a server may have written them. Line feeds stay. */
export function escapeInvisible(json: string): string {
  return json.replaceAll(/[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
