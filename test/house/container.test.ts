import { spawnSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { aFolder } from '../config/config-folder.ts';

const config = fileURLToPath(new URL('../../config/', import.meta.url));

interface Compose {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const compose = parse(await readFile(join(config, 'compose.yaml'), 'utf8'), { merge: true }) as Compose; // its known shape
const dockerfile = await readFile(join(config, 'Dockerfile'), 'utf8');

test.each(Object.entries(compose.services))('%s is closed in', (_, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(service['user']).toMatch(/^(?:node|postgres)$/);
  expect(service).not.toHaveProperty('ports');
  expect(service).not.toHaveProperty('privileged');
});

test('no service that is read-only wants a secret or config that is not a file: compose refuses that', () => {
  for (const service of Object.values(compose.services)) {
    expect(service).not.toHaveProperty('secrets');
    expect(service).not.toHaveProperty('configs');
  }
});

test('no password stands in the compose file', () => {
  expect(JSON.stringify(compose)).not.toMatch(/password":"(?!\$)|:\/\/\w+:(?!\$\{)/i);
});

test('the image runs as a user without rights, and holds what the package says', async () => {
  const { bin } = JSON.parse(await readFile(join(config, '../package.json'), 'utf8')) as {
    readonly bin: { readonly tooldrift: string };
  }; // as it is written
  expect([...dockerfile.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(['1000:1000']);
  expect(dockerfile).toContain(`ln -s /app/${bin.tooldrift} `);
});

test('the build is given each thing that it copies, and nothing else', async () => {
  const own = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  const ignored = (await readFile(join(config, 'Dockerfile.dockerignore'), 'utf8')).trim().split('\n');
  expect(ignored.toSorted()).toEqual(['*', ...own.map((file) => `!${file}`)].toSorted());
});

describe('the health check', () => {
  const [, command = ''] = /\n {2}CMD (\[.*\])\n/.exec(dockerfile) ?? [];
  const [shell = '', ...args] = JSON.parse(command) as readonly string[]; // what Docker takes for a list of words

  it.each([
    ['clean', 0, '"overdue": false', 0],
    ['drift', 1, '"overdue": false', 0],
    ['what could not be verified', 3, '"overdue": false', 0],
    ['an overdue reading', 0, '"overdue": true', 1],
    ['a config that cannot be used', 2, '', 1],
    ['a bug', 70, '', 1],
  ])('takes %s for what it is', async (_, code, report, health) => {
    const folder = await aFolder({ tooldrift: `#!/bin/sh\necho '{ ${report} }'\nexit ${code}\n` });
    await chmod(join(folder, 'tooldrift'), 0o755);
    const path = `${folder}:${process.env['PATH'] ?? ''}`;
    expect(spawnSync(shell, args, { env: { PATH: path } }).status).toBe(health);
  });
});
