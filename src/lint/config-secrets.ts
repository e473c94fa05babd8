import { judgeLaunch } from '../pins/judge-launch.ts';
import { lintAddresses } from './lint-addresses.ts';
import type { LintServer } from './lint-finding.ts';
import { lintSecrets } from './lint-secrets.ts';
import { holdsPassword, isWrittenOut } from './tokens.ts';

/** The parts of a config, as written, that may hold secrets outside of the launches. */
export interface WrittenPlaces {
  readonly database?: string;
  readonly watch?: {
    readonly servers?: Readonly<Record<string, { readonly auth?: { readonly clientSecret?: string } }>>;
  };
  readonly alerts?: {
    readonly email?: { readonly smtp?: string };
    readonly slack?: { readonly webhookUrl?: string };
    readonly webhook?: { readonly secret?: string };
  };
}

/** The keys of a config under which a secret is written out instead of a reference to a variable. */
export function configSecrets(written: WrittenPlaces, servers: readonly LintServer[]): readonly string[] {
  const { database = '', alerts = {}, watch = {} } = written;
  const { email, slack, webhook } = alerts;
  const launches = servers.flatMap((server) =>
    [...lintAddresses(server, judgeLaunch(server.launch, null)), ...lintSecrets(server)].filter(({ rule }) =>
      /secret/.test(rule),
    ),
  );
  const logins = Object.entries(watch.servers ?? {}).filter(([, { auth }]) => isWrittenOut(auth?.clientSecret ?? ''));
  const hook = slack?.webhookUrl ?? '';
  const keys = [
    ...(holdsPassword(database) ? ['database'] : []),
    ...launches.map(({ path }) => path.join('.')),
    ...logins.map(([name]) => `watch.servers.${name}.auth.clientSecret`),
    ...(holdsPassword(email?.smtp ?? '') ? ['alerts.email.smtp'] : []),
    // The address of a Slack webhook is all that it takes to write there.
    ...(hook !== '' && !hook.includes('${') ? ['alerts.slack.webhookUrl'] : []),
    ...(isWrittenOut(webhook?.secret ?? '') ? ['alerts.webhook.secret'] : []),
  ];
  return [...new Set(keys)];
}
