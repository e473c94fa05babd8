const prefix = 'client:';

/** The name under which the files of a client are watched: `client:cursor`. No server's own name holds a colon. */
export function followedName(client: string): string {
  return `${prefix}${client}`;
}

/** True for the name of such. */
export function isFollowed(name: string): boolean {
  return name.startsWith(prefix);
}

/** The client whose files are watched under this name. */
export function clientOf(name: string): string {
  return name.slice(prefix.length);
}
