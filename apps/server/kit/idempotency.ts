import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from './db.ts';
import type { IncomingFile, Member, SignedIn } from './handlers.ts';
import type { Key, Keyring } from './keyring.ts';
import { Problem } from './problem.ts';
import { sealed, unsealed } from './secret-box.ts';

const purpose = 'remembered answers';

/** Whose key it is: in an organization, or among the platform's own routes. */
const ownerOf = (caller: SignedIn | Member, key: string) => {
  const user_id = caller.person.id;
  if (!('organization' in caller)) return { table: 'platform_idempotency_keys', owner: { user_id, key } };
  return { table: 'idempotency_keys', owner: { organization_id: caller.organization.id, user_id, key } };
};

type Repeatable = {
  request: FastifyRequest;
  /** The body, checked by the contract. */
  sent: unknown;
  files: ReadonlyMap<string, readonly IncomingFile[]>;
};

/**
 * What a repeated Idempotency-Key answered, or a way to keep what this one answers. Answers hold whole records, and a
 * hash of what was sent could be guessed from the rest of a record: both need a key to read.
 */
export const replayIdempotent = async (
  { tx, keys }: { tx: Tx; keys: Keyring },
  caller: SignedIn | Member,
  { request, sent, files }: Repeatable,
) => {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string' || !key) return null;
  if (key.length > 255) throw new Problem('invalid', { base: ['Use an Idempotency-Key of at most 255 characters'] });
  const named = ownerOf(caller, key);
  // The two tables differ in the organization alone.
  const table = named.table as 'idempotency_keys';
  const owner = named.owner as { organization_id: number; user_id: number; key: string };
  const place = `${table} ${Object.values(owner).join(' ')}`;
  const hashOf = (by: Key): string => {
    const hash = createHmac('sha256', by.for('repeated requests')).update(`${request.url}\n${JSON.stringify(sent)}`);
    for (const [name, parts] of files) for (const { spooled } of parts) hash.update(`\n${name} ${spooled.sha256}`);
    return hash.digest('hex');
  };

  const newest = keys.newest();
  const fresh = { request_hash: hashOf(newest), status: 0, key_id: newest.id };
  const dayAgo = new Date(Date.now() - 24 * 60 * 60 * 1000);
  // Two at the same time: the second waits here until the first is committed, and then answers the same.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto(table)
    .values({ ...owner, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(Object.keys(owner) as (keyof typeof owner)[])
        .doUpdateSet((eb) => ({ ...fresh, answer: null, created_at: eb.ref('excluded.created_at') }))
        .where(sql<boolean>`${sql.table(table)}.created_at < ${dayAgo}::timestamptz`),
    )
    .executeTakeFirstOrThrow();
  const mine = tx.selectFrom(table).where((eb) => eb.and(owner));
  if (!numInsertedOrUpdatedRows) {
    const known = await mine.select(['request_hash', 'answer', 'key_id']).executeTakeFirstOrThrow();
    const by = keys.find(known.key_id);
    if (known.request_hash !== hashOf(by))
      throw new Problem('invalid', {
        base: ['This Idempotency-Key was already used for another request. Use a new one.'],
      });
    // Nothing was kept of what was worked out after the commit and failed: it is worked out again.
    const kept = known.answer && unsealed(by.for(purpose), known.answer, place).toString();
    return { answer: kept && ((JSON.parse(kept) ?? {}) as Record<string, unknown>), keep: async () => {} };
  }
  return {
    answer: null,
    /** @param on the transaction to keep it in, where that is another one */
    keep: async (status: number, answer: unknown, on = tx) => {
      const content = Buffer.from(JSON.stringify(answer ?? null));
      await on
        .updateTable(table)
        .set({ status, answer: sealed(newest.for(purpose), content, place) })
        .where((eb) => eb.and(owner))
        .execute();
    },
  };
};
