import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { successStatus } from '#contract/kit/route.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { exampleOf, type Operation, operationsWhere } from './operations.ts';
import { newWorld } from './world.ts';

const server = await startServer();
const { send, call, query } = server;
const superuser = await server.newSuperuser();
const world = await newWorld(server, 'Again');
const { organization } = world;
const { owner } = organization;

const newKey = () => ({ 'idempotency-key': randomBytes(8).toString('hex') });
const person = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  dob: '1990-01-02',
  gender: 'female',
  ssn_suffix: '4321',
} as const;
const setPrivileges = (user: TestUser, privileges: object) =>
  query('update permission_groups set privileges = $2 where id = $1', [user.group_id, JSON.stringify(privileges)]);

describe('a repeated request is not answered again', () => {
  test('when the record is gone for the caller: not found, as it is now', async () => {
    const as = await server.newUser(organization, { privileges: { clients: ['write'] } });
    const sent = { as, body: person, headers: newKey() };
    const first = await send(clientRoutes.create, sent);
    expect((await send(clientRoutes.create, sent)).body).toEqual(first.body);
    await call(clientRoutes.remove, { as: owner, params: { id: first.body.id } });
    const [again, shown] = [
      await send(clientRoutes.create, sent),
      await send(clientRoutes.show, { as, params: first.body }),
    ];
    expect([again.status, again.body]).toEqual([404, { ...shown.body, request_id: expect.any(String) }]);
  });

  test('about a person whom the caller may see no more, in whose place nothing else is told', async () => {
    const { id: client_id } = await call(clientRoutes.create, { as: owner, body: person });
    const as = await server.newUser(organization, {
      privileges: { client_forms: ['write'], forms: ['use'] },
      grants: [{ entity: 'clients', id: client_id, actions: ['read'] }],
    });
    const body = { form_id: world.form.id, answers: [] };
    const sent = { as, params: { client_id }, body, headers: newKey() };
    const first = await send(clientFormRoutes.create, sent);
    expect([first.status, (await send(clientFormRoutes.create, sent)).status]).toEqual([201, 201]);
    await query(`delete from record_permissions where entity = 'clients' and user_id = $1`, [as.id]);
    const show = await send(clientFormRoutes.show, { as, params: { client_id, id: first.body.id } });
    expect([show.status, (await send(clientFormRoutes.create, sent)).status]).toEqual([404, 404]);
  });

  test('to who may not do it any more: forbidden', async () => {
    const as = await server.newUser(organization, { privileges: { clients: ['write'] } });
    const sent = { as, body: person, headers: newKey() };
    expect((await send(clientRoutes.create, sent)).status).toBe(201);
    await setPrivileges(as, { clients: ['read'] });
    expect((await send(clientRoutes.create, sent)).status).toBe(403);
  });

  test('to somebody else, nor for something else', async () => {
    const headers = newKey();
    const first = await send(clientRoutes.create, { as: owner, body: person, headers });
    const as = await server.newUser(organization, { privileges: { clients: ['write'] } });
    const other = await send(clientRoutes.create, { as, body: person, headers });
    expect([other.status, other.body.id === first.body.id]).toEqual([201, false]);
    const changed = await send(clientRoutes.create, { as: owner, body: { ...person, ssn_suffix: '4322' }, headers });
    expect(changed).toMatchObject({ status: 422, errors: { base: [expect.stringContaining('Idempotency-Key')] } });
  });
});

describe('what is remembered of a request', () => {
  test('tells nobody what was sent or answered, not even by trying', async () => {
    const headers = newKey();
    await call(clientRoutes.create, { as: owner, body: person, headers });
    const [row] = await query<{ answer: Buffer; request_hash: string }>(
      'select answer, request_hash from idempotency_keys where key = $1',
      [headers['idempotency-key']],
    );
    expect(row?.answer.toString('latin1')).not.toMatch(/4321|Ruiz|Ana/);
    const guess = `/api/organization/${organization.slug}/clients\n${JSON.stringify(person)}`;
    expect(row?.request_hash).not.toBe(createHash('sha256').update(guess).digest('hex'));
  });

  test('opens under its own key, organization and person alone', async () => {
    const [mine, others] = [newKey(), newKey()];
    await call(clientRoutes.create, { as: owner, body: person, headers: mine });
    await call(clientRoutes.create, { as: owner, body: { ...person, first_name: 'Eva' }, headers: others });
    await query(
      'update idempotency_keys set answer = (select answer from idempotency_keys where key = $1) where key = $2',
      [others['idempotency-key'], mine['idempotency-key']],
    );
    const reply = await send(clientRoutes.create, { as: owner, body: person, headers: mine });
    expect([reply.status, JSON.stringify(reply.body).includes('Eva')]).toEqual([500, false]);
  });

  test('is remembered for the platform’s own routes as well', async () => {
    const slug = `again-${randomBytes(4).toString('hex')}`;
    const body = { name: 'Once only', slug, owner_email: `${slug}@example.org` };
    const sent = { as: superuser, body, headers: newKey() };
    const replies = await Promise.all([send(organizationRoutes.create, sent), send(organizationRoutes.create, sent)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    expect((await send(organizationRoutes.create, { ...sent, headers: newKey() })).status).toBe(422);
    await query('update users set is_superuser = false where id = $1', [superuser.id]);
    expect((await send(organizationRoutes.create, sent)).status).toBe(403);
    await query('update users set is_superuser = true where id = $1', [superuser.id]);
  });
});

/** Each POST of an organization and of the platform, but for acting in another's place: who asks again is another. */
const isRepeatable = ({ method, path, access, secret }: Operation['route']) =>
  method === 'POST' &&
  !secret &&
  !path.endsWith('/impersonations') &&
  (path.startsWith('/organization/:org') || access === 'superuser');

describe('every POST', () => {
  test.each(operationsWhere(isRepeatable))('$name answers the same when it is repeated', async (operation) => {
    const example = await exampleOf(operation, world, superuser);
    const sent = { ...example, headers: { ...example.headers, ...newKey() } };
    const first = await send(operation.route, sent);
    expect(first.status, JSON.stringify(first.errors)).toBe(successStatus(operation.route));
    const again = await send(operation.route, sent);
    expect([again.status, again.body], JSON.stringify(again.errors)).toEqual([first.status, first.body]);
  });
});
