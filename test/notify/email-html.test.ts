import { describe, expect, it } from 'vitest';
import { composeAlert } from '../../src/core/compose-alert.ts';
import { makeVisible } from '../../src/core/visible.ts';
import { escapeHtml, renderHtml } from '../../src/notify/email-html.ts';
import { anAlert } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';
import { letters } from '../support/letters.ts';

/** Every tag with all its attributes, as it is written. */
function tagsOf(html: string): ReadonlySet<string> {
  return new Set(html.match(/<[^>]*>/g));
}

/** What a reader sees. */
function textOf(html: string): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([#\w]+);/g, (_all, name: string) => entities[name] ?? `unknown entity ${name}`);
}

describe('renderHtml', () => {
  const html = renderHtml(composeAlert(anAlert()));

  it('is one self-contained page without anything to load, run or follow', () => {
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).not.toMatch(/<(?:a|img|script|link|iframe|form|object|svg|base)\b|url\(|@import|https?:|\son\w+=/i);
  });

  it('shows removed and added words as such, also without styles', () => {
    expect(html).toMatch(/Deletes <del [^>]*>a<\/del><ins [^>]*>any<\/ins> file\./);
  });

  it('is made for light and dark', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toMatch(/\.page\{background:#0d1117!important;color:#e6edf3!important\}/);
  });

  it('holds no line that a mail server would break', () => {
    const { blocks, ...message } = composeAlert(anAlert());
    const long = renderHtml({ ...message, blocks });
    expect(Math.max(...long.split('\n').map((line) => line.length))).toBeLessThan(20_000);
  });

  // Every kind of tag that a message can make, from texts that ask for none.
  const harmless = tagsOf(
    ['plain words', 'x'.repeat(1_000_000)].map((text) => renderHtml(composeAlert(alertWith(text)))).join(''),
  );

  it.each(Object.entries(hostileTexts))('makes no markup of the text, and shows it: %s', (_name, text) => {
    const hostile = renderHtml(composeAlert(alertWith(text)));
    for (const tag of tagsOf(hostile))
      expect(tag === '<wbr>' || harmless.has(tag) ? 'a tag of ours' : tag).toBe('a tag of ours');
    const shown = textOf(hostile);
    expect(shown).not.toContain('unknown entity');
    expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u.test(shown.replaceAll('\n', ''))).toBe(false);
    if (text.length < 1000) expect(letters(shown)).toContain(letters(makeVisible(text)));
    else expect(shown).toContain('characters left out>');
  });
});

describe('escapeHtml', () => {
  it('is safe in text and in attributes', () => {
    expect(escapeHtml(`<a href="x" o='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;amp;');
  });

  it('breaks what mail clients would turn into links, without changing what is read or copied', () => {
    const escaped = escapeHtml('https://evil.example/a or www.evil.example or me@evil.example. Done.');
    expect(escaped).toBe(
      'https:/<wbr>/evil.<wbr>example/a or www.<wbr>evil.<wbr>example or me@<wbr>evil.<wbr>example. Done.',
    );
  });
});
