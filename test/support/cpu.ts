/** Milliseconds of CPU that this process takes for `work`: other processes on a busy machine do not count. */
export function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
