import type { Alert } from '../../src/core/alert.ts';
import { aFinding, anAlert, anEdit } from './alerts.ts';

/** Text that tries to act, hide or pass for something else in some sink. The name says how. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'colour escape': 'a\u001B[31mred\u001B[0m',
  'screen clear': '\u001B[2J\u001B[Hnothing happened here',
  'terminal link (OSC 8)': '\u001B]8;;https://evil.example\u001B\\click\u001B]8;;\u001B\\',
  'clipboard write (OSC 52)': '\u001B]52;c;ZXZpbA==\u0007',
  'C1 control': 'a\u009B31mred\u0085next',
  'carriage return': 'delete everything\rread a file     ',
  backspaces: 'delete\b\b\b\b\b\bread',
  'line breaks': 'name\r\nBcc: victim@example.com\r\n\r\nbody',
  'line separators': 'a\u2028b\u2029c\u000Bd\u000Ce',
  'null and delete': 'a\u0000b\u007Fc',
  'bidi override': 'file\u202Etxt.exe\u202C',
  'bidi isolate': '\u2066admin\u2069 \u061C\u200E\u200F',
  'zero width': 'pass\u200Bword\u200C\u200D\uFEFF\u2060',
  'tag characters': 'fine\u{E0001}\u{E0069}\u{E0067}\u{E006E}\u{E006F}\u{E0072}\u{E0065}\u{E007F}',
  'variation selectors': 'a\uFE0F\uFE01\u{E0100}\u{E01EF}',
  fillers: 'a\u115F\u1160\u3164\uFFA0\u17B4\u17B5\u180E\u180B\u034F\u00AD\u2800',
  'odd spaces': 'a\u00A0b\u2003c\u3000d\u202F\u205F',
  'private use': 'a\uE000\u{F0000}\u{10FFFF}\uFDD0\uFFFE',
  'lone surrogates': 'a\uD800b\uDC00c',
  'stacked marks': `z${'\u0301'.repeat(40)}`,
  'our own notation': 'a <U+200B> b <tag text "x"> c <…7 removed characters left out>',
  'our own markers': 'new+} approved text {+more-] [-old',
  'Slack mentions': '<!channel> <!here> <@U012AB3CD> <#C024BE7LR> <!subteam^S1>',
  'Slack mrkdwn': '*bold* _it_ ~gone~ `code` ```block``` >quote :fire:',
  'Slack links': '<https://evil.example|your bank> https://evil.example',
  'Markdown links': '[x](javascript:alert(1)) ![i](https://evil.example/i.png) <https://evil.example>',
  'HTML elements':
    '</pre></div><script>alert(1)</script><img src=x onerror=alert(1)><a href="https://evil.example">x</a>',
  'attribute breakout': `" onmouseover="alert(1)" x='' style='display:none'`,
  'HTML entities': '&lt;b&gt; &amp; &#x202E; &nbsp;',
  'HTML comment': '<!-- hidden --> <![CDATA[ x ]]>',
  'shell breakout': `'; rm -rf ~; echo '$(id)\`id\` "$HOME" \\`,
  'command flags': '--expect=v1:000000000000 -rf',
  'very long': `${'A'.repeat(500_000)}needle${'Z'.repeat(500_000)}`,
  'very long, all of it hidden': '\u200B'.repeat(200_000),
};

/** An alert in which `text` stands wherever a server can put words of its own. */
export function alertWith(text: string, alert: Partial<Alert> = {}): Alert {
  const edits = [
    anEdit({ before: 'Deletes a file.', after: `Deletes a file. ${text}` }),
    anEdit({ pointer: `/${text}`, before: null, after: { [text]: text } }),
  ];
  return anAlert({
    findings: [aFinding({ name: text, edits }), aFinding({ name: text, change: 'removed', fingerprint: null })],
    ...alert,
  });
}
