import { isLoopback } from '../core/loopback.ts';
import { isSecretFlag } from '../core/secret-shapes.ts';
import { visibleName } from '../core/visible-line.ts';
import type { Pin } from '../pins/pin.ts';
import type { LintFinding, LintServer } from './lint-finding.ts';
import { placeOf } from './lint-launch.ts';
import { ruleOf, weighted } from './rules.ts';
import { looksLikeToken, looksRandom } from './tokens.ts';

/** What is to be said of the addresses that a server is reached at. */
export function lintAddresses({ name, launch }: LintServer, pins: readonly Pin[]): readonly LintFinding[] {
  return pins.flatMap(({ url }): readonly LintFinding[] => {
    // A variable may stand for the whole address: then nothing is known of it.
    if (url === undefined || !URL.canParse(url)) return [];
    const address = new URL(url);
    const path = placeOf(name, launch, url);
    const host = visibleName(address.host, 120);
    const plain = isPlain(address)
      ? [
          {
            ...weighted('plain-http'),
            item: null,
            message: `${ruleOf('plain-http').sentence}: ${host}`,
            paste: null,
            path,
          },
        ]
      : [];
    const secrets = secretParts(address).map((part) => ({
      ...weighted('secret-in-url'),
      item: null,
      message: `${ruleOf('secret-in-url').sentence} of ${host}: ${part}`,
      paste: null,
      path,
    }));
    return [...plain, ...secrets];
  });
}

function isPlain({ protocol, hostname }: URL): boolean {
  return /^(?:http|ws):$/.test(protocol) && !isLoopback(hostname);
}

/** By name: never a value. */
function secretParts(address: URL): readonly string[] {
  const user = address.username === '' && address.password === '' ? [] : ['the user part'];
  const parameters = [...address.searchParams]
    .filter(([key, value]) => value !== '' && (isSecretParameter(key) || looksLikeToken(value)))
    .map(([key]) => `the parameter ${visibleName(key, 60)}`);
  const segments = address.pathname.split('/').some((part) => looksLikeToken(part) || looksRandom(part))
    ? ['the path']
    : [];
  return [...user, ...parameters, ...segments];
}

function isSecretParameter(key: string): boolean {
  return isSecretFlag(`--${key}`) || /^(?:sig|signature|jwt|pat|pwd|code)$/i.test(key);
}
