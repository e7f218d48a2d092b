import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { draftRoutes } from '#contract/resources/drafts.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { ownDatabase, run } from '#tests/own-database.ts';
import { clearTexts } from '#tests/server/clear-texts.ts';
import { openServer, type TestServer } from '#tests/server/harness.ts';

const password = 'a ferry under five stars';
const person = { first_name: 'Ana', last_name: 'Canaryname', dob: '1990-01-02', gender: 'female' } as const;

describe('a copy of the database', () => {
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  let server: TestServer;
  beforeAll(async () => {
    own = await ownDatabase();
    server = await openServer({ on: own });
  });
  afterAll(async () => {
    await server.close();
    await own.drop();
  });

  test('tells no last 4 of SSN, wherever they went, no seed of a second factor, and no key', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const digits = ['7391', '8264', '5917', '9482', '6148'];
    const [first, changed, refused, deleted] = digits as [string, string, string, string];
    const headers = { 'idempotency-key': 'one key' };
    const { id } = await server.call(clientRoutes.create, { as, body: { ...person, ssn_suffix: first }, headers });
    await server.call(clientRoutes.update, { as, params: { id }, body: { ssn_suffix: changed } });
    await server.call(clientRoutes.list, { as, query: { query: changed } });
    const wrong = { ...person, dob: '2999-01-01', ssn_suffix: refused };
    expect(
      (await server.send(clientRoutes.create, { as, body: wrong, headers: { 'idempotency-key': 'two' } })).status,
    ).toBe(422);
    const gone = await server.call(clientRoutes.create, { as, body: { ...person, ssn_suffix: deleted } });
    await server.call(clientRoutes.remove, { as, params: { id: gone.id } });
    const user = await server.newUser(organization, { password_hash: await passwordHash(password) });
    const { secret } = await server.call(accountRoutes.beginSecondFactor, {
      as: user,
      body: { current_password: password },
    });
    await server.call(draftRoutes.save, {
      as,
      params: { key: 'a-draft-at-rest-1' },
      body: { subject: `clients.${id}`, content: JSON.stringify({ ssn_suffix: digits[4] }), revision: 1 },
    });
    await server.drainJobs();

    for (const one of [...digits, secret]) expect(await clearTexts(own.url, one), one).toEqual([]);
    expect(await clearTexts(own.url, 'Canaryname'), 'the search finds what is there').toEqual(
      expect.arrayContaining(['clients.last_name', 'versions.new_values']),
    );
    const wrapped = await run<{ wrapped: Buffer }>(own.url, 'select wrapped from encryption_keys');
    expect(wrapped.map((row) => row.wrapped.length)).toEqual([60, 60]);
    // Only the platform's role may read them even so.
    await expect(run(own.appUrl, 'select * from encryption_keys')).rejects.toThrow(/permission denied/);
    await expect(run(own.adminUrl, 'delete from encryption_keys')).rejects.toThrow(/permission denied/);
  });
});
