/**
 * What remains of a rendered text when markers, line prefixes and white space are taken away on both sides of a comparison: whether
 * something "is still to be seen" must not depend on where a sink breaks its lines.
 */
export function letters(text: string): string {
  return text.replaceAll(/<U\+00(?:5B|5D|7B|7D|0A)>/g, '').replaceAll(/[\s|[\]{}+-]/g, '');
}
