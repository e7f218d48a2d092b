import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { recordFileRoutes as routes } from '#contract/resources/record-files.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;

test('a file of people holds those of the list, for who may change people, without the last 4 of SSN', async () => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  const make = formMakers(server, organization);
  const [ana, ben, cleo] = [await make.person('Ana'), await make.person('=Ben'), await make.person('Cleo')];
  await call(clientRoutes.update, { as: owner, params: { id: cleo }, body: { active: false } });
  const rowsOf = async (as: typeof owner, query: Record<string, unknown> = {}): Promise<string[][]> =>
    parse((await send(routes.clientsCsv, { as, query })).bytes, { bom: true });

  const [head, ...rows] = await rowsOf(owner);
  expect(head?.slice(0, 4)).toEqual(['Client ID', 'First Name', 'Middle Name', 'Last Name']);
  expect(rows.map((row) => row.slice(0, 7))).toEqual(
    expect.arrayContaining([
      [String(ana), 'Ana', '', 'Ruiz', '1990-01-02', 'Female', 'true'],
      [String(ben), "'=Ben", '', 'Ruiz', '1990-01-02', 'Female', 'true'],
      [String(cleo), 'Cleo', '', 'Ruiz', '1990-01-02', 'Female', 'false'],
    ]),
  );
  expect(rows.flat().some((cell) => /\b0123\b/.test(cell))).toBe(false);
  expect((await rowsOf(owner, { filters: { inactive: true } })).slice(1).map(([id]) => id)).toEqual([String(cleo)]);
  expect((await rowsOf(owner, { query: 'Ana' })).slice(1).map(([id]) => id)).toEqual([String(ana)]);

  const reader = await server.newUser(organization, { privileges: { clients: ['read'] } });
  expect((await send(routes.clientsCsv, { as: reader })).status).toBe(403);
  const writer = await server.newUser(organization, { grants: [{ entity: 'clients', id: ben, actions: ['write'] }] });
  expect((await rowsOf(writer)).slice(1).map(([id]) => id)).toEqual([String(ben)]);
});
