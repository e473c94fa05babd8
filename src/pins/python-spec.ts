import { gitVerdict } from './git-revision.ts';
import { holdsVariable, pin, variableReason, type Given, type Pin } from './pin.ts';

/** How the launcher writes a version: `name@1.2.3` (uvx, exact versions alone) or `name==1.2.3` (PEP 508). */
export type VersionMark = '@' | '==';

/** How firmly `spec`, a requirement of Python (PEP 508) or what uvx and pipx take beside it, names a package. */
export function judgePythonSpec(spec: string, mark: VersionMark, { served }: Pick<Given, 'served'>): Pin {
  const operand = spec;
  const direct = /^(?:[\w.-]+(?:\[[^\]]*\])?\s*@\s*)?((?:git\+|https?:|file:)\S+)$/.exec(spec)?.[1];
  if (direct !== undefined) return judgeDirect(direct, operand);
  if (/^[./~]|^[A-Za-z]:\\/.test(spec)) return pin('local', spec, 'a folder or file of this machine', { operand });
  const [, name = '', extras = '', rest = ''] = /^([\w][\w.-]*)(\[[^\]]*\])?\s*([^;]*)/.exec(spec) ?? [];
  if (name === '' || holdsVariable(spec)) return pin('unknown', spec, variableReason, { operand });
  if (isExact(rest.trim())) return pin('pinned-version', name, 'an exact version', { operand });
  const version =
    served !== null && normal(served.name) === normal(name) && isVersion(served.version) ? served.version : null;
  const pinned = version === null ? null : `${name}${extras}${mark}${version}`;
  return pin('floating', name, rest.trim() === '' ? 'no version is named' : 'it names no exact version', {
    operand,
    pinned,
  });
}

/** `==1.2.3`, `===1.2.3`, or `@1.2.3` of uvx; `==1.*` matches more than one. */
function isExact(rest: string): boolean {
  return /^(?:===?|@)\s*v?\d[\w.!+-]*$/.test(rest);
}

function judgeDirect(url: string, operand: string): Pin {
  if (url.startsWith('git+')) {
    const path = url.replace(/^git\+[a-z]+:\/\/[^/]*/, '').replace(/#.*$/s, '');
    return gitVerdict(url, /@([^@]*)$/.exec(path)?.[1] ?? null, operand);
  }
  if (url.startsWith('file:')) return pin('local', url, 'a folder or file of this machine', { operand });
  if (/#(?:.*&)?sha256=[0-9a-f]{64}(?:&|$)/i.test(url))
    return pin('pinned-digest', url, 'an archive with its SHA-256', { operand });
  return pin('floating', url, 'something at an address, whose content may change', { operand });
}

/** PEP 503. */
function normal(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function isVersion(text: string): boolean {
  return /^\d[\w.!+]{0,80}$/.test(text);
}
