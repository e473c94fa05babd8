import { severities } from '../core/finding.ts';
import type { OtherTool } from '../core/name-index.ts';
import { judgeLaunch } from '../pins/judge-launch.ts';
import type { Pin } from '../pins/pin.ts';
import { lintAddresses } from './lint-addresses.ts';
import type { LintFinding, LintServer } from './lint-finding.ts';
import { lintLaunch } from './lint-launch.ts';
import { lintNpmrc } from './lint-npmrc.ts';
import { lintReadOnly } from './lint-read-only.ts';
import { lintRecorded } from './lint-recorded.ts';
import { lintSecrets, secretValues } from './lint-secrets.ts';

export interface Linted {
  readonly server: string;
  readonly pins: readonly Pin[];
  /** The most severe first. */
  readonly findings: readonly LintFinding[];
}

/** All that is to be said of one server. `elsewhere` are the tools of the others. Nothing is started, read or asked. */
export function lintServer(server: LintServer, elsewhere: readonly OtherTool[]): Linted {
  const secrets = secretValues(server);
  const pins = judgeLaunch(server.launch, server.served).map((pin) => withoutSecret(pin, secrets));
  const findings = [
    ...lintLaunch(server, pins),
    ...lintNpmrc(server, pins),
    ...lintAddresses(server, pins),
    ...lintSecrets(server),
    ...lintReadOnly(server, pins),
    ...lintRecorded(server, elsewhere),
  ];
  const rank = ({ severity }: LintFinding): number => severities.indexOf(severity);
  return { server: server.name, pins, findings: findings.toSorted((a, b) => rank(a) - rank(b)) };
}

/** What is told as a secret, or may be one by its place, is no name to show. */
function withoutSecret(pin: Pin, secrets: readonly string[]): Pin {
  const name = pin.package ?? '';
  const isSecret = /^-|^[A-Za-z_]\w*=/.test(name) || secrets.some((secret) => name.includes(secret));
  return isSecret ? { ...pin, package: null } : pin;
}

/** The tools that servers other than `name` were seen to serve. */
export function toolsElsewhere(name: string, servers: readonly LintServer[]): readonly OtherTool[] {
  return servers
    .filter((server) => server.name !== name)
    .flatMap(({ name: other, recorded }) =>
      recorded.flat().flatMap((one) => (one.kind === 'tool' ? [{ server: other, name: one.name }] : [])),
    );
}
