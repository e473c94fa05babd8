/** True for a host that is this machine: no proxy stands before it and no network carries what is sent to it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^\[?::1\]?$/.test(host) || /^127(?:\.\d+){3}$/.test(host);
}
