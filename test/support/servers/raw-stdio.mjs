/**
 * Spawned: a stdio server that plays the script in its file (`script.ts`), and the new one whenever the file is replaced.
 * On SIGUSR2 it says on every open stream that the tools changed. `node raw-stdio.mjs <script.json>`
 */
import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScriptPlayer } from './script-player.mjs';
import { onStateChange, readState, trace } from './state-child.mjs';

/** Whatever was forgotten by a failed test ends by itself after this. */
const longestLifeMs = 120_000;

const path = process.argv[2];
const player = new ScriptPlayer(readState(path));
const { era, child = {} } = player.script;
/** The ids of the requests that opened a stream. A 2025 server notifies without being asked: it has one from the start. */
const streams = new Set(era === 'legacy' ? [null] : []);
let held = [];

function say(text) {
  process.stdout.write(`${player.script.child?.noise ?? ''}${text}\n`);
}

function answer(request) {
  const reply = player.reply(request);
  switch (reply.kind) {
    case 'message':
      say(reply.text);
      break;
    case 'http':
      say(reply.body);
      break;
    case 'stream':
      for (const text of reply.messages) say(text);
      if (!reply.ends) streams.add(request.id);
      break;
    case 'held':
      held.push(request);
      break;
    case 'death':
      process.exit(reply.exitCode);
      break;
    case 'silence':
      break;
  }
}

function spawnGrandchild(stdout) {
  const sleeper = spawn(process.execPath, ['-e', `setTimeout(() => {}, ${longestLifeMs})`], {
    stdio: ['ignore', stdout, 'ignore'],
  });
  sleeper.unref();
  trace(path, 'grandchild', sleeper.pid);
}

function becomeStubborn() {
  process.on('SIGTERM', () => trace(path, 'SIGTERM'));
  setTimeout(() => process.exit(1), longestLifeMs);
}

if (child.stderr !== undefined) process.stderr.write(child.stderr);
if (child.grandchild !== undefined) spawnGrandchild(child.grandchild === 'holds-stdout' ? 'inherit' : 'ignore');
if (child.stubborn) becomeStubborn();
if (child.noise !== undefined) process.stdout.write(child.noise);
trace(path, 'started');
if (child.exitAtStart !== undefined) process.exit(child.exitAtStart);
if (child.startDelayMs !== undefined) await sleep(child.startDelayMs);

const look = onStateChange(path, () => {
  player.replace(readState(path));
  const waiting = held;
  held = [];
  for (const request of waiting) answer(request);
});
process.on('SIGUSR2', () => {
  look(); // the signal may overtake the news of a script that was replaced before it, and so may a request
  for (const id of streams) say(player.changed(id));
});

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  look();
  trace(path, message.method);
  if (message.id !== undefined) answer(message);
  else if (message.method === 'notifications/cancelled') streams.delete(message.params.requestId);
});
