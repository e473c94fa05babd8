import * as z from 'zod';
import { choice, headerValue, httpUrl, section, text } from './fields.ts';

const env = z
  .record(
    z.string().regex(/^[^=]+$/, { error: 'is not the name of an environment variable' }),
    z.string({ error: 'must be text' }),
    { error: 'must be an object, in braces' },
  )
  .optional()
  .meta({ description: 'Environment variables of the process, beside a minimal environment of the system.' });

const headers = z
  .record(z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: 'is not the name of an HTTP header' }), headerValue(), {
    error: 'must be an object, in braces',
  })
  .superRefine((record, context) => {
    const names = Object.keys(record).map((name) => name.toLowerCase());
    const message = 'is a header that stands here already, in other letters';
    for (const [index, name] of Object.keys(record).entries()) {
      if (names.indexOf(name.toLowerCase()) < index) context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .optional()
  .meta({ description: 'HTTP headers of every request, such as { "Authorization": "Bearer ${TOKEN}" }.' });

const transport = choice(['stdio', 'http', 'streamable-http', 'sse']).optional().meta({
  description:
    'How the server is reached. Not needed: "command" means stdio, "url" means Streamable HTTP, or the older HTTP+SSE ("sse") where that is refused.',
});

/** One entry of `mcpServers`, in the shape that Claude Code, Cursor and Claude Desktop use. */
export const serverSchema = section({
  type: transport,
  command: text('the program to start').optional().meta({ description: 'Program that is started for a stdio server.' }),
  args: z
    .array(z.string({ error: 'must be text' }), { error: 'must be a list of texts, in brackets' })
    .optional()
    .meta({ description: 'Arguments of the program. Relative paths are relative to "cwd".' }),
  env,
  cwd: text('a folder')
    .optional()
    .meta({ description: 'Working folder of the program, relative to this file. Default: the folder of this file.' }),
  url: httpUrl('put credentials into "headers"').optional().meta({ description: 'Address of a server over HTTP.' }),
  headers,
})
  .superRefine(
    (entry, context) => {
      const problem = contradiction(entry);
      if (problem !== null) context.addIssue({ code: 'custom', ...problem });
    },
    // Also beside other problems of the entry, so that all of them are told at once.
    { when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value) },
  )
  .meta({ oneOf: [{ required: ['command'] }, { required: ['url'] }] });

export type ServerEntry = z.output<typeof serverSchema>;

interface Contradiction {
  readonly path: string[];
  readonly message: string;
}

const keyOfType = new Map<unknown, string>([
  ['stdio', 'command'],
  ['http', 'url'],
  ['streamable-http', 'url'],
  ['sse', 'url'],
]);

/** What is wrong with the combination of the keys that `entry` has. Values are not looked at, but for `type`. */
function contradiction(entry: Readonly<Record<string, unknown>>): Contradiction | null {
  const has = (key: string) => Object.hasOwn(entry, key);
  if (has('command') && has('url')) return at('url', 'stands beside "command"; a server has one of them');
  if (!has('command') && !has('url'))
    return at(null, 'needs "command" (a program to start) or "url" (an address to reach)');
  const [key, other] = has('url') ? ['url', 'command'] : ['command', 'url'];
  const expected = keyOfType.get(entry['type']) ?? key;
  if (expected !== key) return at('type', `needs "${expected}", but this server has "${key}"`);
  const stray = (key === 'url' ? ['args', 'env', 'cwd'] : ['headers']).find(has);
  return stray === undefined ? null : at(stray, `is only for a server with "${other}"`);
}

function at(key: string | null, message: string): Contradiction {
  return { path: key === null ? [] : [key], message };
}
