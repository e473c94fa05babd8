import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { escapeInvisible } from '../core/escape-json.ts';
import type { FoundLaunch } from '../core/found-entry.ts';
import { AppError } from '../errors.ts';
import type { ConfigDocument } from './document.ts';

/** One server that goes into a config, with lines of comment before it. */
export interface AddedServer {
  readonly name: string;
  readonly launch: FoundLaunch;
  readonly comments: readonly string[];
}

/** A config of its own with these servers, found in the files of `clients`. */
export function newConfigText(servers: readonly AddedServer[], clients: readonly string[]): string {
  return `// Written by tooldrift init. Every \${NAME} is an environment variable: secrets stay out of this file.
{
  // What is watched, in the shape that MCP clients use. Change it as you like: init only ever adds to it.
  "mcpServers": {
${entryLines(servers, '    ')}  },
  // To be told as well when the files of these clients name other servers, or let more tools run without asking:
  // "follow": ${oneLine(clients)},
  // How you are told. Until a channel stands here, tooldrift only records what it finds.
  "alerts": {
    // "slack": { "webhookUrl": "\${SLACK_WEBHOOK_URL}" },
    // "email": { "smtp": "smtp://user:\${SMTP_PASSWORD}@mail.example.com:587", "from": "tooldrift@example.com", "to": ["you@example.com"] },
  },
}
`;
}

/** The text of `document` with these servers after those that it has. All else stays as it is, comments too. */
export function addServers({ text, root, label }: ConfigDocument, servers: readonly AddedServer[]): string {
  const node = findNodeAtLocation(root, ['mcpServers']);
  if (node?.type !== 'object')
    throw new AppError('config', `${label} has no object "mcpServers"; write "mcpServers": {} into it`);
  const close = node.offset + node.length - 1;
  const before = withComma(text.slice(0, close), node);
  const [, head = '', indent = ''] = /^(.*\n)([ \t]*)$/s.exec(before) ?? [null, `${before.trimEnd()}\n`, '  '];
  return `${head}${entryLines(servers, `${indent}  `)}${indent}${text.slice(close)}`;
}

/** `text` ends where the object does: its last entry gets a comma, unless there is one. */
function withComma(text: string, { children = [] }: Node): string {
  const last = children.at(-1);
  if (last === undefined) return text;
  const end = last.offset + last.length;
  const after = text.slice(end);
  const hasComma = after.replaceAll(/\/\/[^\n]*|\/\*.*?\*\//gs, '').includes(',');
  return hasComma ? text : `${text.slice(0, end)},${after}`;
}

function entryLines(servers: readonly AddedServer[], indent: string): string {
  return servers.map((server) => entryText(server, indent)).join('');
}

function entryText({ name, launch, comments }: AddedServer, indent: string): string {
  const lines = comments.map((comment) => `${indent}// ${comment}\n`).join('');
  const short = `${indent}${JSON.stringify(name)}: ${oneLine(launch)},\n`;
  const members = Object.entries(launch).map(
    ([key, value]) => `${indent}  ${JSON.stringify(key)}: ${oneLine(value)},\n`,
  );
  const long = `${indent}${JSON.stringify(name)}: {\n${members.join('')}${indent}},\n`;
  return lines + escapeInvisible(short.length <= 120 ? short : long);
}

/** JSON with a blank where a person would put one. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
