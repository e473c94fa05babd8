import type { Migration } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import { main } from './0001-main.ts';
import { circumstances } from './0002-circumstances.ts';
import { login } from './0003-login.ts';
import { volatile } from './0004-volatile.ts';
import { attention } from './0005-attention.ts';
import { channels } from './0006-channels.ts';
import { audit } from './0007-audit.ts';
import { imports } from './0008-import.ts';
import { unasked } from './0009-unasked.ts';

/** Every migration of this program in order. The name is what the database remembers: never rename one, only append. */
export function migrations(types: ColumnTypes): readonly (Migration & { readonly name: string })[] {
  return [
    { name: '0001-main', ...main(types) },
    { name: '0002-circumstances', ...circumstances(types) },
    { name: '0003-login', ...login(types) },
    { name: '0004-volatile', ...volatile(types) },
    { name: '0005-attention', ...attention(types) },
    { name: '0006-channels', ...channels(types) },
    { name: '0007-audit', ...audit(types) },
    { name: '0008-import', ...imports(types) },
    { name: '0009-unasked', ...unasked(types) },
  ];
}
