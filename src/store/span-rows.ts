import type { Db } from './engine.ts';

/** The newest span of a server with its snapshot. */
export function newestSpan(db: Db, server: string) {
  return db
    .selectFrom('span')
    .innerJoin('snapshot', 'snapshot.id', 'span.snapshotId')
    .innerJoin('server', 'server.name', 'span.server')
    .where('span.server', '=', server)
    .orderBy('span.id', 'desc')
    .limit(1)
    .select(['span.id as spanId', 'snapshot.id as snapshotId', 'snapshot.fingerprint', 'server.seenAt'])
    .select(['span.firstSeenAt', 'span.lastSeenAt', 'span.protocolVersion', 'span.auth', 'span.package']);
}

/** When the latest snapshot began to be the latest one, under whatever circumstances. */
export async function firstSeen(
  db: Db,
  server: string,
  { snapshotId, firstSeenAt }: { readonly snapshotId: number; readonly firstSeenAt: string },
): Promise<string> {
  const row = await db
    .selectFrom('span')
    .where('server', '=', server)
    .where(({ eb, fn, selectFrom }) =>
      eb(
        'id',
        '>',
        fn.coalesce(
          selectFrom('span as other')
            .where('other.server', '=', server)
            .where('other.snapshotId', '<>', snapshotId)
            .select(({ fn }) => fn.max('other.id').as('id')),
          eb.lit(0),
        ),
      ),
    )
    .select(({ fn }) => fn.min('firstSeenAt').as('at'))
    .executeTakeFirst();
  return row?.at ?? firstSeenAt;
}
