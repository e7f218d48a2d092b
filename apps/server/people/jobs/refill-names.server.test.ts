import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { startServer } from '#tests/server/harness.ts';
import { refillNames } from './refill-names.ts';

const server = await startServer();
const { call, query, services } = server;

test('what people are searched by is filled again where it was stored in another way, and nothing else is written', async () => {
  const { owner: as, id: organization_id } = await server.newOrganization();
  for (const [first_name, last_name] of [
    ['小明', '王'],
    ['Ana', 'Ruiz'],
  ] as const)
    await call(clientRoutes.create, {
      as,
      body: { first_name, last_name, dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' },
    });
  const found = async () => (await call(clientRoutes.list, { as, query: { query: '王小明' } })).data.length;
  const written = async () => ({
    people: await query('select id, lock_version, updated_at from clients where organization_id = $1 order by id', [
      organization_id,
    ]),
    versions: await query('select count(*) from versions where organization_id = $1', [organization_id]),
  });
  const before = await written();
  // Stored as if the function had been another one then: nobody else sees that.
  await services.owner.transaction(async ({ tx }) => {
    const { rows } = await sql<{ made: string }>`
      select pg_get_functiondef('kit.search_name'::regproc) as made`.execute(tx);
    await sql`create or replace function kit.search_name(first_name text, middle_name text, last_name text) returns text
      language plpgsql immutable parallel safe as 'begin return '' '' || first_name || '' '' || last_name; end'`.execute(
      tx,
    );
    await sql`update clients set first_name = first_name where organization_id = ${organization_id}`.execute(tx);
    await sql.raw(rows[0]?.made as string).execute(tx);
  });
  expect(await found()).toBe(0);
  await refillNames(services as never, { organization_id } as never);
  expect(await found()).toBe(1);
  expect(await written()).toEqual(before);
});
