/** JSON text with the same meaning, without characters that a terminal obeys or hides: a server may have written them. */
export function escapeInvisible(json: string): string {
  // In the log of a CI system `##[add-mask]` and `##vso[…]` are commands, wherever they stand in a line.
  const disarmed = json.replaceAll(/##(\w*)\[/g, String.raw`##$1\u005b`);
  return disarmed.replaceAll(/[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
