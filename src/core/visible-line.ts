import { makeVisible } from './visible.ts';
import { countCharacters } from './word-diff.ts';
import { splitsPair } from './edit-script.ts';

/**
 * `text` as one visible line of at most about `maxCharacters`; what was cut off its end is counted. `show` is `guardLine` for a
 * sentence of ours that quotes text which is visible already.
 */
export function visibleLine(text: string, maxCharacters: number, show: (text: string) => string = makeVisible): string {
  let end = Math.min(text.length, maxCharacters);
  let line = show(text.slice(0, end));
  while (line.length > maxCharacters && end > 1) {
    end = Math.floor(end * 0.7);
    if (splitsPair(text, end)) end -= 1;
    line = show(text.slice(0, end));
  }
  return end === text.length ? line : `${line}<…${countCharacters(text.slice(end))} more characters>`;
}

/** A name as part of a sentence: bare when it is a plain word, else in quotes, so that it cannot pass for our own words. */
export function visibleName(name: string, maxCharacters = 80): string {
  return quoted(visibleLine(name, maxCharacters));
}

/** The same for the name of a tool: MCP asks for ASCII there, so whatever else stands in it may be a look-alike. */
export function visibleToolName(name: string, maxCharacters = 80): string {
  return quoted(visibleLine(name, maxCharacters, (text) => makeVisible(text, { asciiOnly: true })));
}

function quoted(line: string): string {
  return /^[\w./:@-]+$/.test(line) ? line : `"${line.replace(/["\\]/g, String.raw`\$&`)}"`;
}
