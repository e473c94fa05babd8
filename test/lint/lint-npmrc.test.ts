import { describe, expect, it } from 'vitest';
import { registriesIn } from '../../src/core/npmrc.ts';
import { lintServer } from '../../src/lint/lint-server.ts';
import { aServer } from './servers.ts';
import { usualRegistry } from '../pins/usual-registry.ts';

const own = (text: string) => ({ label: '~/shop/.npmrc', text });
const users = (text: string) => ({ label: '~/.npmrc', text });
const there = 'registry=https://npm.example.com/';

function told(line: string, ...npmrc: readonly { readonly label: string; readonly text: string }[]): readonly string[] {
  const { findings } = lintServer(aServer(line, { npmrc }), []);
  return findings.filter(({ rule }) => rule === 'registry-in-npmrc').map(({ message }) => message);
}

describe('a package that npm gets from elsewhere because a file says so', () => {
  it.each([
    ['npx files-mcp@1.2.3', [users(there)], 'files-mcp: comes from npm.example.com, as ~/.npmrc says'],
    [
      'npm exec @o/files@1.2.3',
      [users('@o:registry=https://o.example')],
      '@o/files: comes from o.example, as ~/.npmrc says',
    ],
    ['npx a', [own('registry=https://a.example'), users(there)], 'a: comes from a.example, as ~/shop/.npmrc says'],
    ['npx @o/a', [own(there), users('@o:registry=https://o.example')], '@o/a: comes from o.example, as ~/.npmrc says'],
    ['npx a', [users('registry=${R}')], 'a: comes from a registry that a variable names, as ~/.npmrc says'],
  ])('is told, with the file: %s', (line, files, message) => {
    expect(told(line, ...files)).toEqual([message]);
  });

  it.each([
    ['npx a', []],
    ['npx a', [users('//npm.example.com/:_authToken=secret')]],
    ['npx a', [users('@o:registry=https://o.example')]],
    ['npx a', [users(`registry = ${usualRegistry}/`)]],
    ['npx a', [own(`registry=${usualRegistry}/`), users(there)]],
    ['npx a', [users('; registry=https://npm.example.com')]],
    [`npx --registry ${usualRegistry} a@1.0.0 --registry https://x.example`, []],
    ['npx --registry https://x.example a', [users(there)]],
    ['npx ./a', [users(there)]],
    ['npx github:o/a', [users(there)]],
    ['uvx a', [users(there)]],
    ['deno run jsr:@o/a', [users(there)]],
  ])('is not there: %s, %j', (line, files) => {
    expect(told(line, ...files)).toEqual([]);
  });

  it('is told without credentials', () => {
    const text = 'registry=https://me:hunter22@npm.example.com/?key=s3cret\n//npm.example.com/:_authToken=hunter33';
    expect(told('npx a', users(text))).toEqual(['a: comes from npm.example.com, as ~/.npmrc says']);
  });
});

it('the registries of a file are read as npm reads them', () => {
  const text =
    '  registry = "https://a.example:8080/x"\r\n@o:registry=https://b.example\n#registry=https://c.example\nmy-registry=https://d.example';
  expect([...registriesIn(text)]).toEqual([
    ['', 'a.example:8080'],
    ['@o', 'b.example'],
  ]);
});
