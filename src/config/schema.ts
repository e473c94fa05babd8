import * as z from 'zod';
import { clientIds } from '../core/client-ids.ts';
import { severities } from '../core/finding.ts';
import { alertSchema } from './alert-schema.ts';
import { authSchema } from './auth-schema.ts';
import { choice, count, duration, flag, period, section, size, text } from './fields.ts';
import { identitiesSchema, identitySchema } from './identity-schema.ts';
import { serverSchema } from './server-schema.ts';

/** Every hour. */
export const defaultAudit = '0 * * * *';

/** Server names appear in commands, mails and logs. */
const serverName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const mcpServers = z
  .record(
    z.string().regex(serverName, {
      error:
        'is not a server name; it begins with a letter or digit and goes on with letters, digits, ".", "_" or "-", up to 64',
    }),
    serverSchema,
    { error: 'must be an object, in braces' },
  )
  .refine((servers) => Object.keys(servers).length > 0, {
    error: 'must name at least one server; `tooldrift init` finds those that your MCP clients use',
    // Bad names are reported as such, and left out of what this sees.
    when: ({ issues }) => issues.length === 0,
  })
  .meta({
    description: 'The servers to watch, by name, in the shape that Claude Code, Cursor and Claude Desktop use.',
  });

const interval = duration()
  .optional()
  .meta({ description: 'How often to read a server that gives no ttlMs. Default: 5m over HTTP, 30m over stdio.' });
const minInterval =
  'No server is read more often than this, unless it announces a change: a shorter ttlMs counts as this.';
const maxInterval =
  'A longer ttlMs counts as this. Also the longest pause after failures and while changes are announced.';

const resources = 'How grave it is at least when resources come, go or change: lists of them churn with the data.';

const overrides = section({
  interval,
  minInterval: duration().optional().meta({ description: minInterval }),
  maxInterval: duration().optional().meta({ description: maxInterval }),
  keepAlive: flag()
    .optional()
    .meta({ description: 'Keep a stdio server running between readings, to hear its notifications. Default: false.' }),
  resources: choice(severities).optional().meta({ description: resources }),
  identity: identitySchema.optional().meta({ description: 'Who this server is told that it talks to.' }),
  identities: identitiesSchema.optional(),
  auth: authSchema.optional().meta({
    description:
      'How to get access to this server over HTTP; it is read in no other way then. Default: with the tokens of `tooldrift login` once there are some, and before that as anybody may read it.',
  }),
  sandbox: z
    .array(z.string({ error: 'must be text' }), { error: 'must be a list of texts, in brackets' })
    .refine(([program = '']) => program.trim() !== '', { error: 'must begin with the program that makes the sandbox' })
    .optional()
    .meta({
      description:
        'Program and arguments that are put before "command" and "args" of a stdio server, such as ["bwrap", "--ro-bind", "/", "/"]. Without a shell.',
    }),
}).meta({ description: 'What differs for this server.' });

const watch = section({
  interval,
  minInterval: duration().prefault('60s').meta({ description: minInterval }),
  maxInterval: duration().prefault('15m').meta({ description: maxInterval }),
  audit: text('a cron expression')
    .prefault(defaultAudit)
    .meta({ description: 'Cron expression (local time): reads every server then, whatever its ttlMs says.' }),
  concurrency: count(64).prefault(4).meta({ description: 'How many servers are read at the same time.' }),
  resources: choice(severities)
    .prefault('info')
    .meta({ description: `${resources} Default: info.` }),
  identity: identitySchema.optional().meta({
    description: 'Who servers are told that they talk to: a client by name, or an object. Default: tooldrift.',
  }),
  servers: z
    .record(z.string(), overrides, { error: 'must be an object, in braces' })
    .prefault({})
    .meta({ description: 'Settings of single servers, by their name in "mcpServers".' }),
}).meta({ description: 'When to read the servers.' });

const limits = section({
  maxBytes: size().prefault('20MB').meta({ description: 'Bytes of one answer of a server.' }),
  maxPages: count(100_000).prefault(1000).meta({ description: 'Pages of one list.' }),
  maxItems: count(1_000_000).prefault(20_000).meta({ description: 'Definitions of one server.' }),
  maxDepth: count(10_000).prefault(200).meta({ description: 'Nesting of one definition.' }),
  readTimeout: duration().prefault('30s').meta({ description: 'How long one reading may take, once the server runs.' }),
  startTimeout: duration().prefault('120s').meta({ description: 'How long a server may take to start and connect.' }),
}).meta({ description: 'Limits on everything that a server sends. Beyond one, the reading is incomplete.' });

const certificateFile = text('the path of a PEM file');

const tls = section({
  ca: z
    .union([certificateFile, z.array(certificateFile)], {
      error: 'must be the path of a PEM file, or a list of such paths, in brackets',
    })
    .meta({
      description:
        'PEM file, or a list of them, with certificates of authorities that HTTPS servers may be signed by, beside those that Node trusts. Relative to this file.',
    }),
}).meta({ description: 'Whom to trust on the way to HTTPS servers.' });

/** The config file after expansion of `${VAR}`; its output has the defaults, milliseconds and bytes. */
export const configSchema = section({
  $schema: z.string({ error: 'must be text' }).optional().meta({ description: 'Lets an editor check this file.' }),
  database: text('"sqlite:<file>" or "postgres://..."').prefault('sqlite:./tooldrift.db').meta({
    description:
      '"sqlite:<file>", relative to this file, or "postgres://user:${PASSWORD}@host/database". The environment variable TOOLDRIFT_DATABASE wins.',
  }),
  mcpServers,
  follow: z.array(choice(clientIds), { error: 'must be a list of clients, in brackets' }).prefault([]).meta({
    description:
      'MCP clients of this machine whose own files are watched: servers that come, go, are switched on or started otherwise, and tools that run without asking. Nothing that these files name is run.',
  }),
  watch: watch.prefault({}),
  limits: limits.prefault({}),
  tls: tls.optional(),
  firstSeen: choice(['ask', 'pin']).prefault('ask').meta({
    description: 'ask: a new server is unapproved until a person approves it. pin: trust its first complete reading.',
  }),
  retention: period().prefault('365d').meta({
    description:
      'How long readings and delivered alerts are kept, "off": for ever. Approvals, drift, what they name and the log of decisions are always kept.',
  }),
  alerts: alertSchema.prefault({}),
}).meta({
  title: 'tooldrift configuration',
  description: 'In every text, ${VAR} and ${VAR:-default} stand for environment variables.',
});

export type ParsedConfig = z.output<typeof configSchema>;
