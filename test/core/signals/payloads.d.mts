/** An invisible copy of ASCII text. */
export function asTags(text: string): string;
export const payloads: Readonly<Record<string, readonly string[]>>;
type Put = (honest: string, payload: string) => string;
export const positions: Readonly<Record<'start' | 'middle' | 'end', Put>>;
