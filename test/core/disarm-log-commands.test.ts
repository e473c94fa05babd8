import { expect, it } from 'vitest';
import { disarmLogCommands } from '../../src/core/disarm-log-commands.ts';
import { escapeInvisible } from '../../src/core/escape-json.ts';

it.each([
  ['::add-mask::DRIFT', '<U+003A>:add-mask::DRIFT'],
  ['a\n  ::error file=x::no', 'a\n  <U+003A>:error file=x::no'],
  ['| ##[add-mask]DRIFT', '| ##<U+005B>add-mask]DRIFT'],
  ['| x ##vso[task.complete result=Succeeded;]', '| x ##vso<U+005B>task.complete result=Succeeded;]'],
  ['##teamcity[buildStatus]', '##teamcity<U+005B>buildStatus]'],
  ['std::vector, ## [a](b), # [', 'std::vector, ## [a](b), # ['],
])('a line that a CI system would obey is only read: %j', (text, shown) => {
  expect(disarmLogCommands(text)).toBe(shown);
  expect(disarmLogCommands(shown)).toBe(shown);
});

it('JSON with such a text means the same, and is no command', () => {
  const document = { name: '##[add-mask]x ##vso[task.complete]', list: ['##', ['#']] };
  const text = escapeInvisible(JSON.stringify(document));
  expect(JSON.parse(text)).toEqual(document);
  expect(disarmLogCommands(text)).toBe(text);
});
