import { goByReadOnly, named, readOnly, report, tools, type Row } from './row.ts';

export const nameRows: readonly Row[] = [
  ['a tool more', {}, named('count_mice', { description: 'Counts mice.' }), 'high tool-added'],
  ['a tool less', named('count_mice'), {}, 'low tool-removed'],
  ['the name', {}, tools(report({ name: 'post_report' })), 'high tool-renamed'],
  ['a second one of that name', {}, tools(report(), report({ title: 'x' })), 'high duplicate-name'],
  ['a name that clients fold to it', {}, named('send-report'), 'high name-collides'],
  ['a name that looks like it', {}, named('send_rep\u043ert'), 'critical name-imitates'],
  ['a name of two alphabets', {}, named('p\u0430y'), 'critical name-mixes-alphabets'],
  ['the name of a tool of another server', {}, named('mail_send'), 'high name-shadows'],
  ['letters beyond ASCII', {}, named('envoyé'), 'high name-not-ascii'],
  ['a tool more, that only reads', {}, named('count_mice', readOnly), 'high tool-added', { weaker: goByReadOnly }],
];
