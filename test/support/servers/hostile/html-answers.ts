import { http, type Reply } from '../script.ts';
import { scriptOf } from '../skeletons.ts';
import { everywhere, type HostileCase } from './hostile-case.ts';

const html: Reply = http(200, '<!doctype html><title>Please sign in</title>', { 'content-type': 'text/html' });

/** Right: not a reading, said in our own words. On stdio it is noise, and no answer comes. */
export const htmlAnswers: HostileCase = {
  ...everywhere,
  name: 'answers with a web page',
  outcomes: ['invalid', 'unreachable', 'refused'],
  script: (era) => scriptOf(era, [html], { everything: html }),
};

/** Right: the handshake succeeded, but the list did not come. On stdio it is noise, and no answer comes. */
export const htmlList: HostileCase = {
  ...everywhere,
  name: 'answers tools/list with a web page',
  outcomes: ['invalid', 'incomplete', 'unreachable'],
  script: (era) => scriptOf(era, [html]),
};
