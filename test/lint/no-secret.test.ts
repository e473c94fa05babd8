import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lintServer } from '../../src/lint/lint-server.ts';
import { aServer } from './servers.ts';

const secrets = [
  'ghp_0123456789abcdef01234567',
  'postgres://me:pa55word99@db/x',
  'https://me:pa55word99@h/x?token=hunter22abc',
];
const assignments = [
  'TOKEN=hunter22abc',
  '--token=hunter22abc',
  '--env=TOKEN=hunter22abc',
  '-eTOKEN=hunter22abc',
  '-phunter22abc',
];
const flags = [
  '--token',
  '-token',
  '--header',
  '-e',
  '-p',
  '--from',
  '--with',
  '--package',
  '--index-url',
  '-f',
  '--',
  '-c',
  '-m',
];
const plain = [
  'npx',
  'uvx',
  'docker',
  'compose',
  'run',
  'node',
  'python',
  'deno',
  'npm:x',
  'go',
  'nix',
  'mcp-remote',
  'files-mcp@1.2.3',
  'sh',
];

const word = fc.constantFrom(...secrets, ...assignments, ...flags, ...plain);
/** After a flag for secrets stands one. */
const pair = fc.constantFrom(['--token', 'hunter22abc'], ['-token', 'hunter22abc'], ['--header', 'X-Key: hunter22abc']);
const words = fc
  .array(
    fc.oneof(
      word.map((one) => [one]),
      pair,
    ),
    { maxLength: 8 },
  )
  .map((list) => list.flat());

it('no launch gets lint to show a secret, wherever it stands', () => {
  fc.assert(
    fc.property(fc.constantFrom(...plain, ...assignments, ...secrets), words, fc.boolean(), (command, args, isLine) => {
      const launch = isLine
        ? ({
            kind: 'stdio',
            command: [command, ...args].map((one) => (one.includes(' ') ? `'${one}'` : one)).join(' '),
            args: [],
            env: {},
          } as const)
        : ({ kind: 'stdio', command, args, env: { TOKEN: 'hunter22abc' } } as const);
      const { findings, pins } = lintServer(aServer('', { launch }), []);
      const told = [
        findings.map(({ message, paste }) => [message, paste]),
        pins.map((one) => [one.package, one.reason]),
      ];
      expect(JSON.stringify(told)).not.toMatch(/hunter22|pa55word|ghp_0/);
    }),
    { numRuns: 2_000 },
  );
});
