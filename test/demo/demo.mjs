// `npm run demo`: tooldrift in twenty seconds. A real server, a real daemon, a real mail; everything on loopback and gone afterwards.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { startNotesServer } from './notes-server.mjs';

const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'tooldrift-demo-'));
const notes = await startNotesServer();
const inbox = await startInbox();
let daemon;
try {
  await writeFile(
    join(folder, 'tooldrift.jsonc'),
    JSON.stringify({
      mcpServers: { notes: { type: 'http', url: notes.url } },
      alerts: { email: { smtp: inbox.url, from: 'tooldrift@example.com', to: ['you@example.com'] } },
    }),
  );
  say('A server offers two tools to your agents. tooldrift reads them, and waits for your approval:');
  daemon = start('run');
  await watching(daemon);

  say('You looked at them and they are fine. You approve what you saw:');
  await finished(
    spawn(process.execPath, [main, 'approve', '--first-seen', '--yes'], { cwd: folder, stdio: 'inherit' }),
  );

  say(
    'Days pass. (Three seconds, here.) Then the server rewrites a tool that you approved, and announces it on the stream...',
  );
  await sleep(3_000);
  const pulledAt = performance.now();
  notes.pullRug();
  const mail = await inbox.next;
  say(`...and ${Math.round(performance.now() - pulledAt)} ms later this mail is in your inbox:`);
  process.stdout.write(`${`Subject: ${mail.subject}\n\n${mail.text.trim()}`.replaceAll(/^/gm, '  | ')}\n`);

  say('On the command line, word by word, with what was hidden made visible:');
  await finished(spawn(process.execPath, [main, 'diff'], { cwd: folder, stdio: 'inherit' }));
  say('Until somebody approves that, it stays drift: `tooldrift check` exits with 1, today and in a month.');
} finally {
  daemon?.kill('SIGTERM');
  if (daemon !== undefined) await finished(daemon);
  await inbox.close();
  await notes.close();
  await rm(folder, { recursive: true, force: true });
}

function say(text) {
  process.stdout.write(`\n\u001B[1m${text}\u001B[0m\n\n`);
}

function start(...args) {
  return spawn(process.execPath, [main, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Prints what the daemon says, which is a JSON object a line where no terminal is, until it has read every server. */
async function watching(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, approve } = JSON.parse(line);
    process.stdout.write(`${msg}\n${approve === undefined ? '' : `  approve it:  ${approve}\n`}`);
    if (msg.endsWith('watching')) break;
  }
  child.stdout.resume();
}

function finished(child) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return new Promise((resolve) => child.once('exit', resolve));
}

async function startInbox() {
  let receive;
  const next = new Promise((resolve) => {
    receive = resolve;
  });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      simpleParser(stream).then((mail) => {
        // The first one says that a new server waits for approval.
        if (!mail.subject.includes('NEW')) receive(mail);
        done();
      }, done);
    },
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    next,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
