import type { OtherTool } from '../core/name-index.ts';
import { serverOf } from '../core/views.ts';
import type { Db } from './engine.ts';

/** A server that lists more must not make each reading of all others slow, nor keep their tools out of this list. */
const maxTools = 20_000;

/** `Store.otherTools`. */
export async function loadOtherTools(db: Db, name: string): Promise<readonly OtherTool[]> {
  const newest = db
    .selectFrom('span')
    .groupBy('span.server')
    .select(({ fn }) => fn.max('span.id').as('id'));
  const tools = await db
    .selectFrom('span')
    .innerJoin('snapshotItem', 'snapshotItem.snapshotId', 'span.snapshotId')
    .where('span.id', 'in', newest)
    .where('span.server', '<>', name)
    .where('snapshotItem.kind', '=', 'tool')
    .orderBy('snapshotItem.position')
    .orderBy('span.server')
    .limit(maxTools)
    .select(['span.server', 'snapshotItem.name'])
    .execute();
  return tools.filter(({ server }) => serverOf(server) !== serverOf(name));
}
