/**
 * Spawned: a server of protocol 2025-11-25 that answers each `tools/list` with the next bytes of a file (base64, one answer a
 * line, `@ID@` for the id), and then with an empty list, so that whoever could make nothing of the bytes does not wait.
 * `node replay-stdio.mjs <file>`
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

const answers = readFileSync(process.argv[2], 'utf8').split('\n');
const serverInfo = { name: 'replay', version: '1.0.0' };
const greeting = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const say = (result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  if (method === 'initialize') say(greeting);
  else if (method === 'tools/list') {
    const bytes = Buffer.from(answers.shift() ?? '', 'base64')
      .toString('latin1')
      .replaceAll('@ID@', JSON.stringify(id));
    process.stdout.write(Buffer.from(`${bytes}\n`, 'latin1'));
    say({ tools: [] });
  } else say({});
});
