/**
 * Letters of other scripts that pass for an ASCII letter, in the words of UTS 39. Only letters of which a whole English word
 * can be made to look right; compatibility forms (fullwidth, mathematical) are left to NFKD.
 */
const twins: readonly (readonly [lookAlikes: string, ascii: string])[] = [
  // Cyrillic
  ['аеорсухіјѕһԁԛԝӏкмтвнпгАВЕКМНОРСТХУІЈЅӀԌ', 'aeopcyxijshdqwlkmtbhnrABEKMHOPCTXYIJSIG'],
  // Greek
  ['αοενρικτυγηωχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'aoevpiktuynwxABEZHIKMNOPTYX'],
  // Armenian, and Latin letters outside ASCII that have no decomposition
  ['օսհոցզԼՏՍՕıɡɑɩ', 'oshngqLSUOigai'],
];

const asciiOf: ReadonlyMap<string, string> = new Map(
  twins.flatMap(([lookAlikes, ascii]) => [...lookAlikes].map((letter, at) => [letter, ascii[at] ?? letter] as const)),
);

/** The ASCII letter that `letter` passes for, null for any other. */
export function asciiTwin(letter: string): string | null {
  return asciiOf.get(letter) ?? null;
}

/** The look-alikes as the inside of a character class. */
export const lookAlikes = [...asciiOf.keys()].join('');
