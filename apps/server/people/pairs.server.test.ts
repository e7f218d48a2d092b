import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#server/kit/db.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { comparePeople, type MatchRow, manyPeopleLeft, matchColumns, peopleCame, peopleLeft } from './pairs.ts';

const server = await startServer();

type Where = Parameters<typeof peopleCame>[0];
const all: Record<string, (where: Where, people: MatchRow[]) => Promise<void>> = {
  peopleCame,
  peopleLeft,
  comparePeople,
  manyPeopleLeft: (where, people) =>
    manyPeopleLeft(
      where,
      people.map(({ id }) => id),
    ),
};

const locksHeld = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(tx);
  return rows[0]?.count ?? 0;
};

test.each(Object.keys(all))('%s of many people holds one lock for all of them', async (name) => {
  const organization = await server.newOrganization();
  const id = await formMakers(server, organization).person();
  const { database, keys } = server.services;
  const organization_id = organization.id;
  const locks = await database.inOrganization({ organization_id }, async (tx) => {
    const one = await tx
      .selectFrom('clients')
      .select(matchColumns)
      .where('organization_id', '=', organization_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const people = Array.from({ length: 300 }, (_, n) => ({ ...one, last_name: `Ruiz${n}` }));
    await all[name]?.({ tx, keys, organization_id }, people);
    return locksHeld(tx);
  });
  expect(locks).toBe(1);
});
