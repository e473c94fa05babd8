/** What may stand in the place of a placeholder. No class holds prose: none has a space, but behind the commas of a list. */
export interface PlaceholderClass {
  /** One character of it. */
  readonly character: RegExp;
  /** All of it. Linear in time. */
  readonly shape: RegExp;
  /** Characters that it may have unless the pattern says otherwise. */
  readonly maxLength: number;
}

const item = '[A-Za-z0-9_.:/@+-]{1,64}';

/** In the order in which they are suggested: the narrowest first. An address (`//`) is none of them. */
export const placeholderClasses: ReadonlyMap<string, PlaceholderClass> = new Map([
  ['count', { character: /[0-9.,]/, shape: /^[0-9]+(?:[.,][0-9]+)*$/, maxLength: 12 }],
  [
    'timezone',
    {
      character: /[A-Za-z0-9_+/:-]/,
      shape: /^(?:[A-Z]{3,5}|[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z0-9_+-]*){1,2}|[+-][0-9]{2}:?[0-9]{2})$/,
      maxLength: 40,
    },
  ],
  ['user', { character: /[A-Za-z0-9_.@+-]/, shape: /^[A-Za-z0-9_.@+-]+$/, maxLength: 64 }],
  [
    'path',
    {
      character: /[A-Za-z0-9_.~/\\:@+-]/,
      shape: /^(?!.*(?:\/\/|\\\\))(?=.*[/\\])[A-Za-z0-9_.~/\\:@+-]+$/,
      maxLength: 200,
    },
  ],
  [
    'list',
    {
      character: /[A-Za-z0-9_.:/@+,"'` -]/,
      shape: new RegExp(
        String.raw`^(?!.*//)(?:${item}|"${item}"|'${item}'|\x60${item}\x60)(?:, ?(?:${item}|"${item}"|'${item}'|\x60${item}\x60))*$`,
      ),
      maxLength: 500,
    },
  ],
]);

/** No placeholder may be longer, whatever its pattern says. */
export const maxPlaceholderLength = 500;

/** Whether a character at the edge of a placeholder belongs to it: a list has spaces inside, and ends at one. */
export function joins({ character }: PlaceholderClass, next: string): boolean {
  return next !== ' ' && character.test(next);
}
