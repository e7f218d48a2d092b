import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Tx } from './db.ts';
import type { IncomingFile, Member } from './handlers.ts';
import { Problem } from './problem.ts';

/** What a repeated Idempotency-Key answered, or a way to keep what this one answers. */
export const repeated = async (
  tx: Tx,
  request: FastifyRequest,
  caller: Member,
  sent: unknown,
  files: ReadonlyMap<string, readonly IncomingFile[]>,
) => {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof key !== 'string' || !key) return null;
  if (key.length > 255) throw new Problem('invalid', { base: ['Use an Idempotency-Key of at most 255 characters'] });
  const hash = createHash('sha256').update(`${request.url}\n${JSON.stringify(sent)}`);
  for (const [name, parts] of files) for (const { spooled } of parts) hash.update(`\n${name} ${spooled.sha256}`);
  const request_hash = hash.digest('hex');
  const owner = { organization_id: caller.organization.id, user_id: caller.person.id, key };
  // Two at the same time: the second waits here until the first is committed, and then answers the same.
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ ...owner, request_hash, status: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'user_id', 'key'])
        .doUpdateSet({ request_hash, status: 0, answer: null, created_at: sql<string>`now()` })
        .where(sql<boolean>`idempotency_keys.created_at < now() - interval '24 hours'`),
    )
    .executeTakeFirstOrThrow();
  const mine = tx.selectFrom('idempotency_keys').where((eb) => eb.and(owner));
  if (!numInsertedOrUpdatedRows) {
    const known = await mine.select(['request_hash', 'answer']).executeTakeFirstOrThrow();
    if (known.request_hash !== request_hash)
      throw new Problem('invalid', { base: ['This Idempotency-Key was used for something else. Use a new one'] });
    return { answer: known.answer ?? {}, keep: async () => {} };
  }
  return {
    answer: null,
    keep: async (status: number, answer: unknown) => {
      await tx
        .updateTable('idempotency_keys')
        .set({ status, answer: JSON.stringify(answer ?? null) })
        .where((eb) => eb.and(owner))
        .execute();
    },
  };
};
