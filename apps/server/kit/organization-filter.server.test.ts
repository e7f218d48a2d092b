import { expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/kit/route.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { openIdentity } from '#server/access/sessions.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import type { Tx } from './db.ts';
import { implement } from './handlers.ts';
import { mount } from './mount.ts';

// One connection, so that each transaction has that of the one before.
const server = await startServer({ poolSize: 1 });
const { call, services } = server;

const routes = {
  here: route({
    method: 'GET',
    path: '/organization/:org/besides/:id',
    access: 'member',
    summary: 'What is here, in the organization beside, and here again',
    response: z.object({ names: z.array(z.array(z.string())) }),
  }),
};

const names = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('clients').select('last_name').orderBy('last_name').execute();
  return rows.map(({ last_name }) => last_name as string);
};

/** What Kysely sends, as it is sent. */
const organizationsIn = (tx: Tx): readonly unknown[] => tx.selectFrom('clients').select('id').compile().parameters;

let seen: (readonly unknown[])[] = [];
mount(server.app, {
  services,
  identity: openIdentity(server.tokens, services),
  features: [
    implement(routes, {
      here: async ({ params }, { tx, beside }) => {
        const before = await names(tx);
        seen = [organizationsIn(tx)];
        const there = await beside(params.id, async () => {
          seen.push(organizationsIn(tx));
          return names(tx);
        });
        seen.push(organizationsIn(tx));
        return { names: [before, there, await names(tx)] };
      },
    }),
  ],
});

const withPerson = async (last_name: string): Promise<TestOrganization> => {
  const organization = await server.newOrganization();
  await call(clientRoutes.create, {
    as: organization.owner,
    body: { first_name: 'Ana', last_name, dob: '1990-01-31', gender: 'female', ssn_suffix: '1234' },
  });
  return organization;
};

test('the role of the platform team sends what it is given: it also asks several organizations', async () => {
  const [ours] = [await withPerson('Ours'), await withPerson('Theirs')];
  await services.database.adminTransaction(async ({ tx, enter }) => {
    enter({ organization_id: ours.id });
    expect(await names(tx)).toEqual(expect.arrayContaining(['Ours', 'Theirs']));
  });
});

test('a connection forgets what its transaction before entered', async () => {
  const { id } = await withPerson('Ours');
  await services.database.inOrganization({ organization_id: id }, async (tx) => {
    expect(organizationsIn(tx)).toEqual([id]);
  });
  await services.database.transaction(async ({ tx }) => {
    expect(organizationsIn(tx)).toEqual([]);
    expect(await names(tx)).toEqual([]);
  });
});

test('what is done beside is of the other organization, and what follows is of the own again', async () => {
  const [ours, theirs] = [await withPerson('Ours'), await withPerson('Theirs')];
  const { names: found } = await call(routes.here, { as: ours.owner, params: { id: theirs.id } });
  expect(found).toEqual([['Ours'], ['Theirs'], ['Ours']]);
  expect(seen).toEqual([[ours.id], [theirs.id], [ours.id]]);
});
