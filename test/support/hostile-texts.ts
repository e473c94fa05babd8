import type { Alert } from '../../src/core/alert.ts';
import { aFinding, anAlert, anEdit } from './alerts.ts';

/** Text that tries to act, hide or pass for something else in some sink. The name says how. */
export const hostileTexts: Readonly<Record<string, string>> = {
  'colour escape': 'a\u001B[31mred\u001B[0m',
  'screen clear': '\u001B[2J\u001B[Hnothing happened here',
  'terminal link (OSC 8)': '\u001B]8;;https://evil.example\u001B\\click\u001B]8;;\u001B\\',
  'clipboard write (OSC 52)': '\u001B]52;c;ZXZpbA==\u0007',
  'C1 control': 'a\u009B31mred\u0085next',
  'C1 link and title': '\u009D8;;https://evil.example\u009Cclick\u009D0;owned\u009C\u0090q\u009C',
  'window title (OSC 0)': '\u001B]0;owned\u0007',
  'carriage return': 'delete everything\rread a file     ',
  backspaces: 'delete\b\b\b\b\b\bread',
  'line breaks': 'name\r\nBcc: victim@example.com\r\n\r\nbody',
  'header in a header': 'x\r\nContent-Type: text/html\r\n\r\n<h1>x</h1>\r\n.\r\nMAIL FROM:<a@evil.example>',
  'encoded word': '=?utf-8?B?QmNjOiB4QGV2aWwuZXhhbXBsZQ==?= =?utf-8?Q?=0D=0ABcc:_x?=',
  'mail addresses': 'ann@example.com, <victim@evil.example>; "x" <y@evil.example>',
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
  'Slack dates and ampersands': '<!date^0^{date}^https://evil.example|now> &lt;!channel&gt; &amp;amp; A&B',
  'Markdown links': '[x](javascript:alert(1)) ![i](https://evil.example/i.png) <https://evil.example>',
  'HTML elements':
    '</pre></div><script>alert(1)</script><img src=x onerror=alert(1)><a href="https://evil.example">x</a>',
  'attribute breakout': `" onmouseover="alert(1)" x='' style='display:none'`,
  'dangerous URLs':
    'javascript:alert(1) data:text/html,<script>alert(1)</script> vbscript:x file:///etc/passwd //evil.example',
  'style breakout': '</style><style>*{display:none}</style> expression(alert(1)) url(https://evil.example/x)',
  'HTML entities': '&lt;b&gt; &amp; &#x202E; &nbsp;',
  'HTML comment': '<!-- hidden --> <![CDATA[ x ]]>',
  'shell breakout': `'; rm -rf ~; echo '$(id)\`id\` "$HOME" \\`,
  'escapes in words': '\\u001b[31m \\x1b]0;x\\x07 \\033[2J \\n %0d%0a %s%n {{7*7}} ${HOME}',
  'AppleScript and PowerShell': `" & (do shell script "id") & " ; Start-Process calc $(calc) @'\n'@ #>`,
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
