const words = (line: string): ReadonlySet<string> => new Set(line.split(' '));

const writes = words(
  'add append approve archive assign cancel create delete deploy destroy disable drop edit enable erase grant insert ' +
    'install kill mkdir modify overwrite patch publish purge put remove rename replace restart revoke rm save send submit ' +
    'terminate transfer truncate unassign uninstall unlink update upload upsert write',
);
/** Also the names of things: `commit_history` reads. */
const ambiguous = words('commit merge move pay post push reply set');
/** Closed for others, not just here: `close_issue`, unlike a page or a connection. */
const closed = words('account case deal incident issue milestone pr pull request ticket');
const reads = words(
  'count describe diff export fetch find get inspect list load lookup query read search show summarize view',
);
const things = words('details diff history info list log logs state stats status summary');

/** True for a name of a tool whose first verb writes: `create_issue`, `github-delete-file`, `updatePage`; not `get_deleted_files`. */
export function readsAsWrite(name: string): boolean {
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '');
  if (parts.includes('readonly') || parts.join(' ').includes('read only')) return false;
  const verb = parts.findIndex(
    (part) => part === 'close' || writes.has(part) || ambiguous.has(part) || reads.has(part),
  );
  const isWrite = (at: number): boolean => {
    const part = parts[at] ?? '';
    if (part === 'close') return closed.has(parts[at + 1] ?? '');
    return writes.has(part) || (ambiguous.has(part) && parts.length > 1 && !things.has(parts[at + 1] ?? ''));
  };
  // `search_and_replace` does both.
  return verb >= 0 && (isWrite(verb) || parts.some((part, at) => part === 'and' && isWrite(at + 1)));
}
