import * as z from 'zod';
import { defaultMaxPerHour } from '../core/plan-delivery.ts';
import { severities } from '../core/finding.ts';
import { choice, count, section } from './fields.ts';

/** Characters of server names, of their views and of clients, and `*`. */
const pattern = z.string({ error: 'must be text' }).regex(/^[A-Za-z0-9._@:*-]{1,130}$/, {
  error: 'must be the name of a server, in which "*" stands for any characters',
});

/** What can be said of every channel. */
const common = {
  minSeverity: choice(severities)
    .optional()
    .meta({ description: 'Less severe differences are not sent on this channel. Default: "minSeverity" of alerts.' }),
  servers: z
    .array(pattern, { error: 'must be a list of server names, in brackets' })
    .min(1, { error: 'must name at least one server; without "servers" the channel is told of all' })
    .optional()
    .meta({
      description: 'Only alerts about these servers are sent on this channel: ["billing", "files*"]. Default: all.',
    }),
  maxPerHour: count(10_000).prefault(defaultMaxPerHour).meta({
    description:
      'Messages in an hour, beyond which alerts are told together, in a message every five minutes. Default: 30.',
  }),
};

/** The section of a channel: what is its own, and what can be said of every channel. */
export function channelSection<T extends z.core.$ZodLooseShape>(own: T) {
  return section({ ...own, ...common });
}
