/**
 * Spawned: a real stdio server of protocol 2025-11-25 that serves what its state file says, and notifies when the file is
 * replaced and on SIGUSR2. `node legacy-stdio.mjs <state.json>`
 */
import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onStateChange, readState, trace } from './state-child.mjs';

const path = process.argv[2];
const { instructions } = readState(path);
const server = new Server(
  { name: 'legacy-stdio', version: '1.0.0' },
  { capabilities: { tools: { listChanged: true } }, instructions },
);

server.setRequestHandler(ListToolsRequestSchema, () => {
  trace(path, 'tools/list');
  const { tools, ttlMs, reserved } = readState(path);
  const more = server.getClientVersion()?.name === reserved?.client ? reserved?.tools : undefined;
  return { tools: [...tools, ...(more ?? [])], ttlMs }; // JSON drops an undefined ttlMs
});

const notify = () => void server.sendToolListChanged();
onStateChange(path, () => {
  if (readState(path).notify !== false) notify();
});
process.on('SIGUSR2', notify);
await server.connect(new StdioServerTransport());
trace(path, 'started');
