import { hostname, userInfo } from 'node:os';

/** Who decides, where the command line does not say: `user@host`. */
export function whoAmI(): string {
  return `${userInfo().username}@${hostname()}`;
}
