/**
 * Letters of other alphabets that look like ASCII ones, in lower case: the part of Unicode's confusables (UTS 39) that stands in
 * for Latin without a trace. Wide and styled forms are not here: NFKC folds them.
 */
const lookAlikes = new Map<string, string>(
  Object.entries({
    a: 'аαɑ',
    b: 'ьƅ',
    c: 'сϲᴄ',
    d: 'ԁɗ',
    e: 'еҽєε',
    f: 'ғſ',
    g: 'ɡց',
    h: 'һհ',
    i: 'іıιɩյ',
    j: 'јϳ',
    k: 'кκ',
    l: 'ӏ1ⅼ',
    m: 'мⅿ',
    n: 'ոηпп',
    o: 'оοօσ0',
    p: 'рρ',
    q: 'ԛզ',
    r: 'гᴦ',
    s: 'ѕꜱ',
    t: 'тτ',
    u: 'υսᴜ',
    v: 'ѵνⅴ',
    w: 'ԝωшѡ',
    x: 'хχ',
    y: 'уүγ',
    z: 'ᴢʐ',
  }).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** `text`, in lower case, with each letter that looks like an ASCII one written as that. */
export function likeAscii(text: string): string {
  return Array.from(text, (letter) => lookAlikes.get(letter) ?? letter).join('');
}

/** True if ASCII letters and look-alikes of such stand in one word: no language writes so. */
export function mixesLookAlikes(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.some(
    (word) => /[a-z]/.test(word) && Array.from(word).some((letter) => letter > '\u007f' && lookAlikes.has(letter)),
  );
}
