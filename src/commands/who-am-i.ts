import { userAtHost } from '../origin.ts';

/** Who decides, where the command line does not say: `user@host`. */
export function whoAmI(): string {
  return userAtHost();
}
