const prefix = 'client:';

/**
 * The name under which the files of a client are watched: `client:cursor`. In a database that machines share they are those of
 * `owner`: `client:cursor:ann@laptop`. No server's own name holds a colon.
 */
export function followedName(client: string, owner: string | null): string {
  return `${prefix}${client}${owner === null ? '' : `:${owner}`}`;
}

/** True for the name of such. */
export function isFollowed(name: string): boolean {
  return name.startsWith(prefix);
}
