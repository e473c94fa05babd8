/**
 * Spawned: a real stdio server of protocol 2026-07-28 that serves what its state file says, and notifies when the file is
 * replaced and on SIGUSR2. `node modern-stdio.mjs <state.json>`
 */
import process from 'node:process';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onStateChange, readState, trace } from './state-child.mjs';

const path = process.argv[2];
let current;

function build() {
  const { instructions } = readState(path);
  const server = new Server(
    { name: 'modern-stdio', version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true } },
      instructions,
    },
  );
  server.setRequestHandler('tools/list', (_request, { mcpReq }) => {
    trace(path, 'tools/list');
    const { tools, ttlMs, reserved } = readState(path);
    const more =
      mcpReq.envelope?.['io.modelcontextprotocol/clientInfo']?.name === reserved?.client ? reserved?.tools : [];
    return { tools: [...tools, ...(more ?? [])], ttlMs }; // without a ttlMs the SDK sends 0
  });
  current = server;
  return server;
}

// The SDK puts this on the open listen streams, or drops it when there are none.
const notify = () => void current?.sendToolListChanged();
onStateChange(path, () => {
  if (readState(path).notify !== false) notify();
});
process.on('SIGUSR2', notify);
serveStdio(build, { legacy: 'reject' });
trace(path, 'started');
