import { pin, type Pin } from './pin.ts';

/**
 * No version in an address or in what a server says of itself binds whoever runs it. It is named by its host alone: some servers
 * are reached at a path that is a secret.
 */
export function judgeRemote(url: string): Pin {
  return pin(
    'remote',
    hostOf(url),
    'whoever runs it may change its tools at any time; watching it is all that can be done',
    {
      operand: url,
      url,
    },
  );
}

/** A variable keeps its letters, which a URL would make small. */
function hostOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const [, written = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url) ?? [];
  return written.includes('${') ? written : new URL(url).host;
}
