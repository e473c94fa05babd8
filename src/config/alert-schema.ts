import * as z from 'zod';
import { severities } from '../core/finding.ts';
import { isLoopback } from '../core/loopback.ts';
import { channelSection } from './channel-schema.ts';
import { choice, duration, flag, httpUrl, section, text } from './fields.ts';

const address = text('a mail address').refine((value) => /^[^\r\n]*[^\s@]@[^\s@]+[^\r\n]*$/.test(value), {
  error: 'must be a mail address, such as "security@example.com"',
});

const smtp = z
  .string({ error: 'must be text' })
  .refine((value) => URL.canParse(value) && /^smtps?:\/\/[^/]/i.test(value), {
    error: 'must be a URL such as "smtp://user:password@mail.example.com:587" (smtps:// for TLS from the start)',
  })
  .meta({
    description: 'Mail server: smtp://user:${SMTP_PASSWORD}@mail.example.com:587, or smtps:// for TLS from the start.',
  });

const email = channelSection({
  smtp,
  from: address.meta({ description: 'Sender of the alerts.' }),
  to: z
    .array(address, { error: 'must be a list of mail addresses, in brackets' })
    .min(1, { error: 'must hold at least one mail address' })
    .meta({ description: 'Receivers of the alerts.' }),
}).meta({ description: 'Sends alerts by e-mail.' });

const slack = channelSection({
  webhookUrl: httpUrl('use the URL that Slack shows').optional().meta({
    description: 'URL of a Slack incoming webhook. It is a secret: write "${SLACK_WEBHOOK_URL}".',
  }),
  token: text('the token of a bot')
    .regex(/^[!-~]*$/, { error: 'must be the token of a bot, such as "${SLACK_BOT_TOKEN}"' })
    .optional()
    .meta({
      description:
        'In place of "webhookUrl": token of a bot with the scope chat:write, "${SLACK_BOT_TOKEN}". Updates go into the thread of the first message.',
    }),
  channel: text('the ID of a Slack channel, such as "C0123456789"')
    .optional()
    .meta({ description: 'With "token": where to post, the ID of a channel that the bot is a member of.' }),
  apiUrl: httpUrl('use "token"')
    .refine((url) => url.startsWith('https:') || isLoopback(new URL(url).hostname), {
      error: 'must begin with https://, because the token is sent there',
    })
    .prefault('https://slack.com/api/')
    .meta({ description: 'With "token": where the Slack Web API is.' }),
})
  .refine(
    ({ webhookUrl, token, channel }) =>
      webhookUrl === undefined
        ? token !== undefined && channel !== undefined
        : token === undefined && channel === undefined,
    { error: 'must hold either "webhookUrl", or "token" and "channel"' },
  )
  .meta({ description: 'Sends alerts to a Slack channel.' });

const webhook = channelSection({
  url: httpUrl('use "secret" to sign').meta({ description: 'Receives every alert as a JSON POST.' }),
  secret: text('a key')
    .optional()
    .meta({ description: 'Key of an HMAC-SHA-256 signature over each request. Without it requests are not signed.' }),
}).meta({ description: 'Sends alerts to a URL of yours.' });

const desktop = z
  .union([flag(), channelSection({})], { error: 'must be true, false or an object, in braces' })
  .meta({ description: 'Shows alerts on the desktop of the person who runs tooldrift, with the means of the system.' });

const deadMan = section({
  url: httpUrl('use the URL that the service shows').meta({
    description: 'Gets a POST while the daemon lives and reads. A service that misses it tells you. It is a secret.',
  }),
  every: duration().prefault('5m').meta({ description: 'How often it is sent.' }),
}).meta({ description: 'Proves to somebody outside that the daemon lives and reads every server.' });

export const alertSchema = section({
  minSeverity: choice(severities)
    .prefault('medium')
    .meta({ description: 'Less severe findings are recorded and shown, but nobody is alerted.' }),
  blindAfter: duration()
    .prefault('24h')
    .meta({ description: 'Alert when a server could not be read completely for this long.' }),
  gatherFor: duration().prefault('10s').meta({
    description:
      'The first message about drift goes out at once; what the same server adds within this time is gathered into the next.',
  }),
  remindEvery: duration().prefault('24h').meta({
    description: 'Open drift is told again this often, until it is approved, rejected, reverted or acknowledged.',
  }),
  digest: text('a cron expression').optional().meta({
    description: 'Cron expression (local time): a message about all servers, also when all is clear. Default: none.',
  }),
  deadMan: deadMan.optional(),
  sendTimeout: duration().prefault('10s').meta({ description: 'How long one attempt to deliver an alert may take.' }),
  email: email.optional(),
  slack: slack.optional(),
  webhook: webhook.optional(),
  desktop: desktop.optional(),
}).meta({ description: 'When and where to speak up. Without a channel, drift is only recorded, logged and shown.' });
