import type { ClientIdentity } from '../monitor/ports-watched.ts';
import { hide } from './hide.ts';
import { identityPresets } from './identity-presets.ts';
import { honest, type WrittenIdentity } from './identity-schema.ts';

/** The identity that the config gives, by name or in full. Null: our own. */
export function resolveIdentity(written: WrittenIdentity | undefined): ClientIdentity | null {
  if (written === undefined || written === honest) return null;
  const identity: ClientIdentity =
    typeof written === 'string'
      ? identityPresets[written]
      : {
          name: written.name,
          version: written.version,
          userAgent: written.userAgent ?? null,
          capabilities: written.capabilities ?? {},
          ...(written.protocol !== undefined && { protocol: written.protocol }),
        };
  // What is written may come from a variable, and then be a secret.
  return hide({ ...identity }, { name: identity.name });
}
