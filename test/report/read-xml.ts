/** An element with its attributes and the text in it, references resolved. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolve(text: string): string {
  if (/[<>]/.test(text)) throw new Error('a bare bracket');
  return text.replace(/&(\w*;?)/g, (_, name: string) => {
    const character = references[name.slice(0, -1)];
    if (!name.endsWith(';') || character === undefined) throw new Error(`the reference &${name} is unknown`);
    return character;
  });
}

/** Reads well-formed XML 1.0 without comments, sections and processing instructions; throws for anything else. */
export function readXml(text: string): Element {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text))
    throw new Error('no character of XML (2.2)');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  for (const [, tag, between] of body.matchAll(/<([^>]*)>|([^<]+)/g)) {
    const top = stack.at(-1) ?? root;
    if (tag === undefined) top.text += resolve(between ?? '');
    else if (tag.startsWith('/')) {
      if (stack.pop()?.name !== tag.slice(1)) throw new Error(`</${tag.slice(1)}> ends another element`);
    } else {
      const [, name = '', inner = '', end = ''] = /^([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)$/.exec(tag) ?? [];
      if (name === '') throw new Error(`no tag: ${tag}`);
      const attributes = [...inner.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        resolve(value),
      ]);
      const element: Element = {
        name,
        attributes: Object.fromEntries(attributes) as Element['attributes'],
        children: [],
        text: '',
      };
      top.children.push(element);
      if (end === '') stack.push(element);
    }
  }
  const [only, ...others] = root.children;
  if (stack.length !== 1 || only === undefined || others.length > 0 || root.text.trim() !== '')
    throw new Error('not one element');
  return only;
}
