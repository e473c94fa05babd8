/** The child's side of `state-file.ts`: reads the file, hears of its changes, and leaves a trace of what happened. */
import { appendFileSync, existsSync, readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import process from 'node:process';

export function readState(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Calls back when the file holds another text, once per change. Returns a function that looks at once. A child whose file
 * is gone exits: nobody can want it any more. The watch does not keep the process alive.
 */
export function onStateChange(path, changed) {
  let seen = readFileSync(path, 'utf8');
  const look = () => {
    if (!existsSync(path)) process.exit(0);
    const text = readFileSync(path, 'utf8');
    if (text === seen) return;
    seen = text;
    changed();
  };
  // The folder, not the file: a replaced file is another inode, and its watch would be silent from then on.
  watch(dirname(path), (_event, name) => {
    if (name === basename(path)) look();
  }).unref();
  return look;
}

/** Appends one line to the trace. Synchronous, so that it is there before the answer is. */
export function trace(path, event, pid = process.pid) {
  appendFileSync(`${path}.trace`, `${JSON.stringify({ event, pid })}\n`);
}
