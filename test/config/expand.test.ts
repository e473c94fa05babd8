import { describe, expect, test } from 'vitest';
import { expand } from '../../src/config/expand.ts';

const env = { A: 'one', B: 'two', EMPTY: '', REF: '${A}', 'odd name': 'x' };

describe('expand', () => {
  test.each([
    ['${A}', 'one'],
    ['-${A}-${B}-', '-one-two-'],
    ['${A:-default}', 'one'],
    ['${NONE:-default}', 'default'],
    ['${NONE:-}', ''],
    ['${EMPTY}', ''],
    ['${EMPTY:-default}', 'default'],
    ['${NONE:-a:-b $x "q"}', 'a:-b $x "q"'],
    ['${REF}', '${A}'],
    ['$A $ $$ $1 $& {A} %A%', '$A $ $$ $1 $& {A} %A%'],
    ['$${A}', '$one'],
  ])('%s becomes %s', (source, text) => {
    expect(expand(source, env, false)).toEqual({ text, problems: [] });
  });

  test('reports every unset variable and where it stands', () => {
    expect(expand('${A} ${NOPE} ${NADA}', env, false).problems).toEqual([
      { index: 5, message: 'needs the environment variable NOPE, which is not set; set it or write ${NOPE:-default}' },
      { index: 13, message: 'needs the environment variable NADA, which is not set; set it or write ${NADA:-default}' },
    ]);
  });

  test.each(['${constructor}', '${toString}', '${__proto__}'])('takes %s for unset', (source) => {
    expect(expand(source, env, false).problems).toHaveLength(1);
  });

  test.each(['${}', '${A', '${1A}', '${odd name}', '${A:?gone}', '${A-b}'])('reports %s as malformed', (source) => {
    expect(expand(source, env, false).problems).toEqual([
      { index: 0, message: 'holds "${", which does not begin ${NAME} or ${NAME:-default}' },
    ]);
  });
});

describe('expand in a URL with a user', () => {
  const secret = 'p@ss/w#r?d %1:é';

  test('encodes what would end the user part, so that the password arrives whole', () => {
    const { text } = expand('smtp://user:${PW}@mail.example.com:587', { PW: secret }, true);
    const url = new URL(text);
    expect([url.host, decodeURIComponent(url.password)]).toEqual(['mail.example.com:587', secret]);
  });

  test('leaves a password alone that is encoded already', () => {
    expect(expand('smtp://u:${PW}@mail', { PW: 'p%40ss' }, true).text).toBe('smtp://u:p%40ss@mail');
  });

  test.each([
    ['${URL}', 'smtp://u:p@mail/?a=b#c'],
    ['postgres://u@h/db?options=${URL}@', 'postgres://u@h/db?options=smtp://u:p@mail/?a=b#c@'],
    ['postgres://${URL}/db', 'postgres://smtp://u:p@mail/?a=b#c/db'],
  ])('leaves %s outside the user part alone', (source, text) => {
    expect(expand(source, { URL: 'smtp://u:p@mail/?a=b#c' }, true).text).toBe(text);
  });
});
