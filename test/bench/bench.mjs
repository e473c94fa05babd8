// `npm run bench`: ratios against the cheapest way to do the same work, taken in one run. Nothing is asserted: read the table.
import { classifyChanges, compareDefinitions, readUnchanged } from './compute.mjs';
import { measureDaemon } from './daemon.mjs';
import { measureLargeLists } from './large-list.mjs';
import { table } from './measure.mjs';
import { measureScale } from './scale.mjs';
import { measureStartUp } from './start-up.mjs';

const ms = (value) => `${value.toFixed(1)} ms`;

const computed = [await readUnchanged(), await compareDefinitions(), await classifyChanges()];
console.log(
  table([
    ['work (CPU time)', 'ours', 'cheapest', '', 'ratio', 'goal'],
    ...computed.map(([name, ours, what, baseline, goal]) => [
      name,
      ms(ours),
      ms(baseline),
      what,
      (ours / baseline).toFixed(2),
      `<= ${goal}`,
    ]),
  ]),
);

const { version, status, one, eight } = await measureStartUp();
console.log(
  `\n${table([
    ['command line (wall time, median)', '', 'goal'],
    ['tooldrift --version', ms(version), '< 150 ms'],
    ['tooldrift status', ms(status), '< 300 ms'],
    ['tooldrift check, 1 server that never answers', ms(one), ''],
    ['tooldrift check, 8 of them side by side', ms(eight), 'about the same'],
  ])}`,
);

const daemon = await measureDaemon(200, 20);
console.log(
  `\n${table([
    ['one daemon, 200 servers listening (20 tools each)', '', 'goal'],
    ['list_changed to accepted alert, p50', ms(daemon.p50), ''],
    ['  p95', ms(daemon.p95), '< 250 ms'],
    ['  p99', ms(daemon.p99), ''],
    ['CPU at rest', `${(daemon.atRest * 100).toFixed(1)} % of a core`, ''],
    ['memory (RSS)', `${daemon.memoryMb.toFixed(0)} MB`, '< 300 MB'],
  ])}`,
);

console.log(
  `\n${table([
    ['one list, limits.maxBytes 20 MB', 'size', 'outcome', 'time', 'peak memory over that of a small list'],
    ...(await measureLargeLists()).map(({ name, bytes, outcome, seconds, multiple }) => [
      name,
      `${(bytes / 1e6).toFixed(1)} MB`,
      outcome,
      `${seconds.toFixed(1)} s`,
      `${multiple.toFixed(1)} x its size`,
    ]),
  ])}`,
);

if (process.argv.includes('--scale')) {
  const runs = [];
  for await (const run of measureScale(1000, 100)) {
    runs.push(run);
    console.log(`\n${run.name}: all read after ${run.readySeconds.toFixed(1)} s`);
  }
  const [, quiet] = runs;
  const row = (name, of) => [name, ...runs.map(of)];
  const late = (value, { readings }) => (readings === 0 ? '-' : ms(value));
  console.log(
    `\n${table([
      row('one daemon', ({ name }) => name),
      row('all read after', ({ readySeconds, missing }) =>
        missing === 0 ? `${readySeconds.toFixed(1)} s` : `${missing} not read`,
      ),
      row('memory (RSS)', ({ memoryMb }) => `${memoryMb.toFixed(0)} MB`),
      row('CPU', ({ cpu }) => `${(cpu * 100).toFixed(1)} % of a core`),
      row('readings that were due', ({ readings }) => String(readings)),
      row('due reading to its process, p50', (run) => late(run.p50, run)),
      row('  p99', (run) => late(run.p99, run)),
      row('  p99 to that without a bad neighbour', (run) =>
        run.readings === 0 ? '-' : (run.p99 / quiet.p99).toFixed(2),
      ),
    ])}`,
  );
}
