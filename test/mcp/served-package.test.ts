import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { PackageVersion } from '../../src/core/circumstances.ts';
import type { Launch } from '../../src/monitor/ports-watched.ts';
import { createFolder, createNpxFolder, serveState, type Folder, type NpxFolder } from '../support/npx-folder.ts';
import { aTool } from '../support/servers/tools.ts';
import { complete } from './observation.ts';
import { it, neverAborted, stdio, type Scope } from './scope.ts';

const files = { name: '@scope/files', version: '2026.7.10' };

function layNpx(scope: Scope, manifest: string = JSON.stringify(files)): NpxFolder {
  return scope.closeAfter(createNpxFolder(manifest), (folder) => folder.remove());
}

function layFiles(scope: Scope, contents: Readonly<Record<string, string>>): Folder {
  return scope.closeAfter(createFolder(contents), (folder) => folder.remove());
}

async function servedBy(scope: Scope, launch: Launch): Promise<PackageVersion | null> {
  const session = await scope.session(scope.source(), launch, 'legacy');
  const [served, reading] = await Promise.all([session.servedBy(), session.read(neverAborted())]);
  expect(complete(reading).outcome).toBe('listed');
  return served;
}

describe.runIf(process.platform === 'linux')('the package that serves', () => {
  const launchOf = ({ npx }: NpxFolder, scope: Scope): Launch => {
    const { path } = scope.state({ tools: [aTool()] });
    return stdio({ command: npx, args: ['-y', '@scope/files', path] });
  };

  it('is found where npx runs it from', async ({ scope }) => {
    expect(await servedBy(scope, launchOf(layNpx(scope), scope))).toEqual(files);
  });

  it('is found behind a sandbox', async ({ scope }) => {
    const launch = launchOf(layNpx(scope), scope);
    if (launch.kind !== 'stdio') throw new Error('a child');
    const { command, args } = launch;
    expect(await servedBy(scope, { ...launch, command: 'env', args: ['A=1', command, ...args] })).toEqual(files);
  });

  it('is told anew for each child', async ({ scope }) => {
    const folder = layNpx(scope);
    const launch = launchOf(folder, scope);
    await servedBy(scope, launch);
    folder.install(JSON.stringify({ ...files, version: '2026.8.1' }));
    expect(await servedBy(scope, launch)).toEqual({ ...files, version: '2026.8.1' });
  });

  it('is not told of a server that is started as it is', async ({ scope }) => {
    const script = join(layNpx(scope).path, 'cache/_npx/68b53d3fd47bf8db/node_modules/.bin/files');
    const { path } = scope.state({ tools: [aTool()] });
    expect(await servedBy(scope, stdio({ command: process.execPath, args: [script, path] }))).toBeNull();
  });

  it.for<[string, string]>([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['without a version', '{"name":"files"}'],
    ['of another shape', '{"name":{},"version":1}'],
    ['endless', `{"name":"files","version":"1","pad":"${'x'.repeat(300_000)}"}`],
  ])('is not known where its manifest is %s', async ([, manifest], { scope }) => {
    expect(await servedBy(scope, launchOf(layNpx(scope, manifest), scope))).toBeNull();
  });

  it('is not waited for', async ({ scope }) => {
    const session = await scope.session(scope.source({ times: { packageMs: 0 } }), launchOf(layNpx(scope), scope));
    expect(await session.servedBy()).toBeNull();
    expect(complete(await session.read(neverAborted())).outcome).toBe('listed');
  });

  it('is not waited for where its manifest is a pipe', async ({ scope }) => {
    const folder = layNpx(scope);
    rmSync(folder.manifest);
    execFileSync('sh', ['-c', 'mkfifo "$0"', folder.manifest]);
    const source = scope.source({ times: { packageMs: 3_600_000 } });
    const session = await scope.session(source, launchOf(folder, scope), 'legacy');
    expect(await session.servedBy()).toBeNull();
  });

  it('has a name and a version of a bounded length', async ({ scope }) => {
    const long = JSON.stringify({ name: 'n'.repeat(5_000), version: '1'.repeat(5_000) });
    const served = await servedBy(scope, launchOf(layNpx(scope, long), scope));
    expect(served).toEqual({ name: 'n'.repeat(200), version: '1'.repeat(200) });
  });

  it.for<[string, string, readonly string[]]>([
    ['of its command', 'mcp_server_files-2026.7.10.dist-info', ['mcp-server-files']],
    ['that was asked for', 'Other.Name-2026.7.10.dist-info', ['--from', 'other_name==2026.7.10', 'mcp-server-files']],
  ])('is found where uvx runs it from, by the name %s', async ([, info, args], { scope }) => {
    const venv = 'cache/archive-v0/jOUl9kj2/';
    const packages = `${venv}lib/python3.11/site-packages`;
    const { path: folder } = layFiles(scope, {
      [`${packages}/httpx-0.28.1.dist-info/METADATA`]: '',
      [`${packages}/${info}/METADATA`]: '',
      [`${venv}bin/mcp-server-files`]: serveState,
      'bin/uvx': `#!/bin/sh\nfor last; do :; done\n"$(dirname "$0")/../${venv}bin/python" "$(cd "$(dirname "$0")/../${venv}bin"; pwd)/mcp-server-files" "$last"\nexit\n`,
    });
    symlinkSync(process.execPath, join(folder, venv, 'bin/python'));
    const { path } = scope.state({ tools: [aTool()] });
    const launch = stdio({ command: join(folder, 'bin/uvx'), args: [...args, path] });
    const name = info.startsWith('Other') ? 'other-name' : 'mcp-server-files';
    expect(await servedBy(scope, launch)).toEqual({ name, version: '2026.7.10' });
  });

  it('is found with the real npx', async ({ scope }) => {
    const { path: folder } = layFiles(scope, {
      'files/package.json': JSON.stringify({ ...files, bin: { files: 'index.js' } }),
      'files/index.js': `#!/usr/bin/env node\n${serveState}`,
      'home/.keep': '',
    });
    chmodSync(join(folder, 'files/index.js'), 0o700);
    const env = { HOME: join(folder, 'home'), npm_config_cache: join(folder, 'home'), npm_config_offline: 'true' };
    const { path } = scope.state({ tools: [aTool()] });
    expect(await servedBy(scope, stdio({ command: 'npx', args: ['-y', join(folder, 'files'), path] }, env))).toEqual(
      files,
    );
  });
});
