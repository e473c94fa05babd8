import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isConnectionError, translatePostgres } from './postgres-error.ts';
import { decodeRow, encodeParameters } from './text.ts';

const int8 = 20;
const connectTimeoutMs = 15_000;
/** A statement without an answer for so long means that the network is gone. */
const answerTimeoutMs = 60_000;
const lockTimeoutMs = 15_000;
const idleTransactionMs = 60_000;

function types(): pg.TypeOverrides {
  const overrides = new pg.TypeOverrides();
  // Ids and counts of ours stay far below 2^53.
  overrides.setTypeParser(int8, Number);
  return overrides;
}

function createPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    application_name: 'tooldrift',
    types: types(),
  });
  // A connection that breaks while idle leaves the pool by itself; one that breaks in use fails its statement. Without
  // a listener either would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A client whose statements carry encoded text, and that leaves the pool once its connection failed. */
function adapt(client: pg.PoolClient, label: string): PostgresPoolClient {
  let broken = false;
  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    const values = encodeParameters(parameters);
    try {
      const result = await client.query(text, values);
      result.rows.forEach(decodeRow);
      return result;
    } catch (error) {
      broken ||= isConnectionError(error);
      throw translatePostgres(label, error);
    }
  }
  return {
    // The other overload takes a cursor, which Kysely passes only where one is configured.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || broken),
  };
}

/** Nobody waits for ever for a lock, and a process that hangs in a transaction loses its lock. */
const sessionSettings = `select set_config('lock_timeout', '${lockTimeoutMs}', false),
  set_config('idle_in_transaction_session_timeout', '${idleTransactionMs}', false)`;

/** A pool for Kysely on the database at `url`. Connects when it is used first. */
export function postgresPool(url: string, label: string, max: number): PostgresPool {
  const pool = createPool(url, max);
  const prepared = new WeakSet<pg.PoolClient>();

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    if (prepared.has(client)) return adapt(client, label);
    try {
      await client.query(sessionSettings);
      prepared.add(client);
      return adapt(client, label);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  return {
    connect: () =>
      connect().catch((error: unknown) => {
        throw translatePostgres(label, error);
      }),
    end: () => pool.end(),
  };
}
