import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import { organizationFilter } from './organization-filter.ts';
import type { DB } from './schema.ts';
import { type Asker, fairShares, type Shares } from './shares.ts';
import { type Ears, listenOn } from './signals.ts';

export type { DB } from './schema.ts';
/** A transaction. There is no other way to the database, and nothing to close: whoever opened it ends it. */
export type Tx = Kysely<DB>;

/** Whose rows a transaction sees, and who is written into history. */
export type Scope = {
  organization_id: number;
  /** Null takes back whoever was named before. */
  user_id?: number | null;
  impersonator_id?: number | null;
  /** Whether the commit may answer before it is on the disk: for requests that only read, and note that they did. */
  isQuick?: boolean;
  /** Whether much is read at once: on a small machine by one processor, so that another one is left to others. */
  isHeavy?: boolean;
  /** Whether many records are written for somebody who did not touch each: extended permissions do not follow. */
  inBulk?: boolean;
  /** By which history names what is written, where that goes on from another transaction; else by a number of its own. */
  transaction_id?: number | null;
};

/** A transaction before it belongs to an organization; from `enter` on it sees the rows of that one. */
export type UnscopedTx = { tx: Tx; enter: (scope: Scope) => void };

const { types } = pg;
// Ids and counts stay far below 2^53. Dates are calendar dates and never become moments.
types.setTypeParser(types.builtins.INT8, Number);
// Lists of ids: the number is that of the type bigint[], which has no name here.
types.setTypeParser(1016 as typeof types.builtins.INT8, (value) => JSON.parse(`[${value.slice(1, -1)}]`));
types.setTypeParser(types.builtins.DATE, (value) => value);
types.setTypeParser(types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** What stands before a statement that few ask again: it is not prepared, and takes no other one's place. */
export const once = '/* once */ ';

const statementNames = new Map<string, string>();
/** Each shape of query is prepared once a connection. Shapes beyond the limit are planned each time. */
const statementName = (sql: string): string | undefined => {
  const known = statementNames.get(sql);
  if (sql.startsWith(once)) return undefined;
  if (known || statementNames.size >= 1000) return known;
  const name = `q${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
};

const connectionOf = (client: pg.PoolClient): DatabaseConnection => ({
  executeQuery: async <R>({ sql, parameters: values }: CompiledQuery): Promise<QueryResult<R>> => {
    const name = statementName(sql);
    gather(client);
    const result = await client.query({ text: sql, values: values as unknown[], ...(name ? { name } : {}) });
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
  },
  streamQuery: () => {
    throw new Error('A pipelined connection cannot stream');
  },
});

/** The organization that a connection's transaction has entered: Kysely adds it to what it sends. */
const entered = new WeakMap<pg.PoolClient, number>();

const kyselyOf = (client: pg.PoolClient): Tx => {
  const connection = connectionOf(client);
  return new Kysely<DB>({
    plugins: [organizationFilter(() => entered.get(client) ?? null)],
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: async () => {},
        commitTransaction: async () => {},
        rollbackTransaction: async () => {},
        destroy: async () => {},
      }),
    },
  });
};

const checkedId = (value: number): number => {
  if (!Number.isSafeInteger(value) || value <= 0) throw new Error(`Not an id: ${value}`);
  return value;
};

const named = (setting: string, person: number | null | undefined): string[] =>
  person === undefined ? [] : [`set local app.${setting} = ${person === null ? "''" : checkedId(person)}`];

/** SET LOCAL rather than set_config, so that a distributed database hands it on; written out, as it takes no parameters. */
const settings = ({
  organization_id,
  user_id,
  impersonator_id,
  isQuick,
  isHeavy,
  inBulk,
  transaction_id,
}: Scope): string =>
  [
    `set local app.organization_id = ${checkedId(organization_id)}`,
    ...named('user_id', user_id),
    ...named('impersonator_id', impersonator_id),
    ...(isQuick ? ['set local synchronous_commit = off'] : []),
    ...(isHeavy && isSmall ? ['set local max_parallel_workers_per_gather = 0'] : []),
    ...(inBulk ? ['set local app.in_bulk = on'] : []),
    ...(transaction_id ? [`set local app.transaction_id = ${checkedId(transaction_id)}`] : []),
  ].join(';');

/**
 * Lets what is sent in this turn leave in one packet: BEGIN goes with the first query, SET LOCAL with the next, and
 * queries that do not wait for each other go together.
 */
const gather = (client: pg.PoolClient): void => {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

const kyselys = new WeakMap<pg.PoolClient, Tx>();

/** No connection to the database could be had in time: all are in use, or the database is not there. */
export class NoConnection extends Error {
  constructor(cause: Error) {
    super('No connection to the database', { cause });
  }
}

/**
 * A pool that hands out transactions and nothing else. BEGIN and SET LOCAL are sent without waiting for their answers:
 * if one fails, what follows fails with it.
 * @param shares how connections are shared out; without it, first come first served, and no organization is added
 */
const poolOf = (url: string, { size, timeout, shares }: { size: number; timeout: number; shares?: Shares }) => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    pipeline: true,
    statement_timeout: timeout,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    application_name: 'hearth',
  });
  // A connection that breaks while idle is replaced at the next request.
  pool.on('error', () => {});

  const run = async <T>(work: (opening: UnscopedTx) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((cause: Error) => {
      throw new NoConnection(cause);
    });
    let tx = kyselys.get(client);
    if (!tx) {
      tx = kyselyOf(client);
      kyselys.set(client, tx);
      // A connection that breaks in the middle of a transaction fails its queries, and nothing else.
      client.on('error', () => {});
    }
    const sent: Promise<unknown>[] = [];
    const send = (sql: string) => {
      gather(client);
      const answer = client.query(sql);
      // Reported below, after the work, which cannot succeed without it.
      answer.catch(() => {});
      sent.push(answer);
    };
    const enter = (scope: Scope) => {
      send(settings(scope));
      if (shares) entered.set(client, scope.organization_id);
    };
    let broken = true;
    try {
      entered.delete(client);
      send('begin');
      const result = await work({ tx, enter });
      await Promise.all(sent);
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the database');
      broken = false;
      return result;
    } catch (error) {
      await client.query('rollback').then(
        () => {
          broken = false;
        },
        () => {},
      );
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const inTurn = shares && fairShares(shares);
  const transaction = <T>(work: (opening: UnscopedTx) => Promise<T>, asker: Asker | null = null): Promise<T> =>
    inTurn ? inTurn(asker, () => run(work)) : run(work);

  return { transaction, end: () => pool.end() };
};

/** The database as the server uses it. */
export type Database = {
  /**
   * As the application: row-level security applies, and nothing of an organization is seen before `enter`. It waits for
   * the asker's share of the connections; throws Crowded when too many of them wait.
   */
  transaction: <T>(work: (opening: UnscopedTx) => Promise<T>, asker?: Asker) => Promise<T>;
  /**
   * As the platform team: every organization is seen. Only behind the superuser check, in jobs, and for a question whose
   * answer tells nothing of another organization.
   */
  adminTransaction: <T>(work: (opening: UnscopedTx) => Promise<T>) => Promise<T>;
  /** In one organization, outside a request. */
  inOrganization: <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Hears what any process says on a channel; returns what ends that. */
  listen: (channel: string, ears: Ears) => () => Promise<void>;
  end: () => Promise<void>;
};

/** On a machine with few processors, two heavy queries leave none to anybody else, nor does one that runs in parallel. */
const isSmall = availableParallelism() < 4;

/**
 * How the application's connections are shared out: an organization leaves four of ten to others, and takes two for what
 * is heavy, or one on a small machine.
 */
const sharesOf = (size: number): Shares => ({
  most: size,
  each: Math.ceil(size * 0.6),
  heavy: Math.ceil(size * 0.4),
  heavyEach: isSmall ? 1 : 2,
  places: 50,
});

/**
 * Opens the pools. No connection is made before the first transaction.
 * @param size connections of the application's pool
 */
export const openDatabase = (urls: { appUrl: string; adminUrl: string }, size = 10): Database => {
  const app = poolOf(urls.appUrl, { size, timeout: 10_000, shares: sharesOf(size) });
  const admin = poolOf(urls.adminUrl, { size: 4, timeout: 30_000 });
  return {
    transaction: app.transaction,
    adminTransaction: admin.transaction,
    inOrganization: (scope, work) =>
      app.transaction(
        ({ tx, enter }) => {
          enter(scope);
          return work(tx);
        },
        { key: `outside requests, of organization ${scope.organization_id}`, isHeavy: false },
      ),
    listen: (channel, ears) => listenOn(urls.appUrl, channel, ears),
    end: async () => {
      await Promise.all([app.end(), admin.end()]);
    },
  };
};

/** The role that migrates, for what is done with an organization as a whole: no rule holds it, and no time limit. */
export type Owner = Pick<Database, 'transaction' | 'end'>;

/** Opens that role's pool. No connection is made before the first transaction. */
export const openOwner = (url: string): Owner => poolOf(url, { size: 10, timeout: 0 });

/**
 * Lets the rest of a transaction write rows as they are: no trigger writes history or counts, no key is looked up, and
 * what is otherwise never changed goes too. Throws NotAllowed where the role of DATABASE_URL may not do that.
 */
export const asCopied = async (tx: Tx): Promise<void> => {
  await sql`set local session_replication_role = replica`.execute(tx).catch((error: { code?: string }) => {
    throw error.code === '42501' ? new NotAllowed() : error;
  });
};

/** The role of DATABASE_URL lacks a right that a superuser has to give. */
export class NotAllowed extends Error {
  constructor() {
    super(
      'The role in DATABASE_URL has too few rights for this. Run as a superuser: ' +
        'grant set on parameter session_replication_role to that role.',
    );
  }
}
