import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { tables } from '#db/tables.ts';

/** A statement that the server sent while tests ran. */
export type Kept = {
  sql: string;
  /** Whether a role sent it that sees all organizations. */
  asAdmin: boolean;
  /** Whether something that is spread was written earlier in its transaction. */
  afterWrite: boolean;
  /** Its numbers when it was sent first, null for any other value. */
  values: (number | null)[];
  /** The module of the product that sent it first, as `apps/server/…/clients.ts:42`. */
  sender: string;
};

const root = path.dirname(path.dirname(import.meta.dirname));
const spread = new Set<string>([...tables.distributed, ...tables.reference]);
const written = /\b(?:insert into|update|delete from)\s+(?:only\s+)?"?(\w+)/gi;
const fileOf = (folder: string) => path.join(folder, `statements-${process.pid}.jsonl`);

/** Who sent it: the nearest module above the pool, and for whom where that is the kit. Null for a test's own. */
const findSender = (): string | null => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const frames = (new Error().stack ?? '').split('\n');
  Error.stackTraceLimit = limit;
  const places = frames.flatMap((frame) => {
    const [, file, line] = /(?:file:\/\/)?(\/[^\s()]+\.ts):(\d+):\d+\)?$/.exec(frame) ?? [];
    const place = file?.startsWith(root) ? path.relative(root, file) : 'node_modules';
    return /^(node_modules|tests\/statements|apps\/server\/kit\/(?:db|shares)\.ts)/.test(place)
      ? []
      : [`${place}:${line}`];
  });
  const [nearest, ...others] = places;
  if (!nearest) return 'somebody who did not wait';
  if (/^tests\/|\.test\.ts:/.test(nearest)) return null;
  const asker = nearest.includes('/kit/') && others.find((place) => /^apps\/server\/(?!kit\/)/.test(place));
  return asker ? `${nearest} for ${asker}` : nearest;
};

let isKeeping = false;

/**
 * From now on every different statement of the server's pools is kept in `folder`, once a process. The client that it
 * uses is watched from outside: the product knows nothing of it.
 */
export const keepStatements = (folder: string): void => {
  if (isKeeping) return;
  isKeeping = true;
  const seen = new Map<string, { writes: boolean; kept: Set<string> }>();
  const wrote = new WeakMap<pg.Client, boolean>();

  const keep = (client: pg.Client, sql: string, values: unknown[] = []) => {
    if (sql === 'begin') wrote.set(client, false);
    if (/^(begin|commit|rollback|set local)\b/.test(sql)) return;
    let known = seen.get(sql);
    if (!known) {
      known = { writes: [...sql.matchAll(written)].some(([, name]) => spread.has(name ?? '')), kept: new Set() };
      seen.set(sql, known);
    }
    const afterWrite = wrote.get(client) ?? false;
    if (known.writes) wrote.set(client, true);
    const asAdmin = !client.user?.endsWith('_app');
    const key = `${asAdmin} ${afterWrite}`;
    if (known.kept.has(key)) return;
    const sender = findSender();
    if (!sender) return;
    known.kept.add(key);
    const numbers = values.map((value) => (typeof value === 'number' ? value : null));
    const kept: Kept = { sql, asAdmin, afterWrite, values: numbers, sender };
    appendFileSync(fileOf(folder), `${JSON.stringify(kept)}\n`);
  };

  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const { connectionParameters } = this as unknown as { connectionParameters: { application_name?: string } };
    const { text, values } = typeof given[0] === 'string' ? { text: given[0] } : (given[0] as pg.QueryConfig);
    if (text && connectionParameters.application_name === 'hearth') keep(this, text, values);
    return Reflect.apply(send, this, given);
  } as typeof pg.Client.prototype.query;
};

/** What all processes kept in `folder`, the same statement once. */
export const keptIn = (folder: string): Kept[] => {
  const all = readdirSync(folder)
    .filter((name) => /^statements-\d+\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Kept);
  return [...new Map(all.map((one) => [`${one.asAdmin} ${one.afterWrite} ${one.sql}`, one])).values()];
};
