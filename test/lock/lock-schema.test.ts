import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { lockJsonSchema } from '../../src/lock/lock-schema.ts';
import { writeLock } from '../../src/lock/write-lock.ts';
import { aTool } from '../store/builders.ts';
import { aLock, baselineOf } from './builders.ts';

const file = fileURLToPath(new URL('../../config/tooldrift.lock.schema.json', import.meta.url));

// After a change of the schema: npx vitest run test/lock --config test/vitest.config.ts --update
it('config/tooldrift.lock.schema.json is what the schema in src/lock says', async () => {
  const text = await format(JSON.stringify(lockJsonSchema()), { parser: 'json', printWidth: 120 });
  await expect(text).toMatchFileSnapshot(resolve(file));
});

it('a lock is valid for an editor', () => {
  const schema = z.fromJSONSchema(lockJsonSchema());
  const lock = writeLock(aLock(baselineOf([aTool('read', 'one\ntwo'), aTool('read'), aTool('odd', '\uD800')])));
  expect(schema.safeParse(JSON.parse(lock)).error).toBeUndefined();
});
