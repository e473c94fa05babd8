import { hostname, userInfo } from 'node:os';

/** Where this process runs, as whom: `user@host`. In a container the user may have no name, only a number. */
export function userAtHost(): string {
  return `${userName()}@${hostname()}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
