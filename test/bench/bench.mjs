// `npm run bench`: ratios against the cheapest way to do the same work, taken in one run. Nothing is asserted: read the table.
import { compareDefinitions, readUnchanged } from './compute.mjs';
import { measureDaemon } from './daemon.mjs';
import { table } from './measure.mjs';
import { measureStartUp } from './start-up.mjs';

const ms = (value) => `${value.toFixed(1)} ms`;

const computed = [await readUnchanged(), await compareDefinitions()];
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
