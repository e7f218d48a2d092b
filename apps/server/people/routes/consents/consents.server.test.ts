import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Purpose } from '#contract/kit/purposes.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { requireConsent } from '#server/access/consents.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let client_id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  client_id = await formMakers(server, organization).person();
});

const record = (body: object = {}, as: Caller = owner, on = client_id) =>
  send(consentRoutes.create, {
    as,
    params: { client_id: on },
    body: { purposes: ['referral'], given_by: 'person', ...body },
  });
const recorded = async (body: object = {}, on = client_id) => {
  const [made] = (await record(body, owner, on)).body.data;
  return made as NonNullable<typeof made>;
};
const list = async (as: Caller = owner) => (await call(consentRoutes.list, { as, params: { client_id } })).data;
const withdraw = (id: number, as: Caller = owner) =>
  send(consentRoutes.withdraw, { as, params: { client_id, id }, body: { withdrawal_note: 'She called.' } });
const requires = (...required: Purpose[]) => call(consentRoutes.changePurposes, { as: owner, body: { required } });
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Does what needs a consent, as the owner. */
const asked = (purpose: Purpose = 'referral', on = client_id) =>
  server.services.database.inOrganization({ organization_id: organization.id, user_id: owner.id }, async (tx) => {
    const caller = await memberNow(tx, await organizationWith(tx, organization.id), owner.id);
    if (!caller) throw new Error('The owner is a member');
    return requireConsent({ tx, caller }, on, purpose).then(
      () => 'agreed',
      (error: { code: string }) => error.code,
    );
  });

describe('a consent', () => {
  test('is recorded by who may change the person, read by who may read them, and by nobody else', async () => {
    const reader = await server.newUser(organization, { privileges: { clients: ['read'] } });
    const nobody = await server.newUser(organization, { privileges: { forms: ['read'] } });
    const stranger = (await server.newOrganization()).owner;
    expect((await record({}, reader)).status).toBe(403);
    expect((await record({}, nobody)).status).toBe(404);
    expect((await send(consentRoutes.create, { as: stranger, params: { client_id }, body: {} })).status).toBe(422);
    expect((await record({}, stranger)).status).toBe(404);
    const { id } = await recorded();
    expect((await withdraw(id, reader)).status).toBe(403);
    expect((await withdraw(id, stranger)).status).toBe(404);
    expect(await list(reader)).toMatchObject([{ id, state: 'given', recorded_by: { id: owner.id } }]);
  });

  test('to several purposes is one call, in the words of the organization as they were then', async () => {
    await call(consentRoutes.changePurposes, { as: owner, body: { wording: { export: 'Files may leave.' } } });
    const { data } = (await record({ purposes: ['export', 'api'], ends_on: day(30) })).body;
    expect(data.map(({ purpose, wording, state }) => [purpose, wording, state])).toEqual([
      ['api', 'I agree that your other computer programs can read my information.', 'given'],
      ['export', 'Files may leave.', 'given'],
    ]);
    await call(consentRoutes.changePurposes, { as: owner, body: { wording: { export: null } } });
    expect((await list()).map(({ wording }) => wording)).toContain('Files may leave.');
  });

  test.each([
    [{ purposes: [] }, 'purposes', 'Choose at least one purpose'],
    [{ purposes: ['marketing'] }, 'purposes.0', 'Choose a purpose from the list'],
    [{ given_by: 'guardian' }, 'given_by_name', 'Enter the name of the person who agreed for them'],
    [{ ends_on: '2020-01-01' }, 'ends_on', 'Choose a last day that isn’t before the first'],
    [{ response_id: 999_999 }, 'response_id', 'Choose a signed response of this person'],
    [{ note: 'x'.repeat(1_000_000) }, 'note', 'Use at most 2000 characters'],
  ])('is refused as %.60j', async (body, path, message) => {
    expect(await record(body)).toMatchObject({ status: 422, errors: { [path]: [message] } });
    expect(await list()).toEqual([]);
  });

  test('holds the signature of a response of this person, and shows it to who may read it', async () => {
    const makers = formMakers(server, organization);
    const form = await makers.form('Release', { Signed: { field_type: 'signature' }, Note: {} });
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } }).png();
    const file = new File([new Uint8Array(await picture.toBuffer())], 'signature.png');
    const answer = (files: Record<string, File>, on = client_id) =>
      call(clientFormRoutes.create, {
        as: owner,
        params: { client_id: on },
        body: { form_id: form.id, answers: form.given({ Note: 'x' }) } as never,
        files: Object.fromEntries(Object.entries(files).map(([name, one]) => [`answers[${form.ids[name]}]`, one])),
      });
    const [signed, unsigned] = [await answer({ Signed: file }), await answer({})];
    const others = await answer({ Signed: file }, await makers.person('Bo'));
    for (const response_id of [unsigned.id, others.id])
      expect((await record({ response_id })).errors).toHaveProperty('response_id');
    await recorded({ response_id: signed.id });
    const shown = { id: signed.id, form: { id: form.id, name: 'Release' } };
    expect(await list()).toMatchObject([{ response_id: signed.id, signed: shown }]);
    const reader = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect(await list(reader)).toMatchObject([{ signed: null }]);
  });

  test('is put right over the version that was seen, and not once it was withdrawn', async () => {
    const { id } = await recorded();
    const put = (body: object) => send(consentRoutes.update, { as: owner, params: { client_id, id }, body });
    expect((await put({ ends_on: day(5), lock_version: 1 })).body).toMatchObject({ ends_on: day(5), lock_version: 2 });
    expect((await put({ ends_on: null, lock_version: 1 })).status).toBe(409);
    await withdraw(id);
    expect(await put({ note: 'x' })).toMatchObject({
      status: 409,
      errors: { base: ['This consent was withdrawn. Record a new one if they agree again.'] },
    });
  });

  test('is put right in the history of the person, which tells what it was and what it is', async () => {
    const { id } = await recorded({ ends_on: day(5) });
    const put = (body: object) => call(consentRoutes.update, { as: owner, params: { client_id, id }, body });
    await put({ note: 'By phone', ends_on: null });
    await put({ given_by: 'parent', given_by_name: 'Ana Ruiz' });
    const params = { record_type: 'clients', record_id: client_id } as const;
    const { history } = await call(recordRoutes.versions, { as: owner, params, query: { history: 'true' } });
    const told = history.flatMap(({ shown }) => shown).map(({ was, is }) => [was, is]);
    expect(told.slice(0, 2)).toEqual([
      ['Given by the person', 'Given by a parent, Their name: Ana Ruiz'],
      [expect.stringMatching(/^Until \d/), 'Until withdrawn, Note: By phone'],
    ]);
  });

  test('withdrawn, by two at once, ends every one to the same purpose and stays in history', async () => {
    const [first, second, other] = [await recorded(), await recorded(), await recorded({ purposes: ['export'] })];
    const both = await Promise.all([withdraw(first.id), withdraw(first.id)]);
    expect(both.map(({ status }) => status)).toContain(200);
    const states = new Map((await list()).map(({ id, state }) => [id, state]));
    expect([first, second, other].map(({ id }) => states.get(id))).toEqual(['withdrawn', 'withdrawn', 'given']);
    const { history } = await call(recordRoutes.versions, {
      as: owner,
      params: { record_type: 'clients', record_id: client_id },
    });
    expect(JSON.stringify(history)).toContain('Withdrawn');
    const rows = await query<{ n: number }>('select count(*)::int as n from consents where client_id = $1', [
      client_id,
    ]);
    expect(rows).toEqual([{ n: 3 }]);
  });
});

describe('what needs a consent', () => {
  test('is done without one until the organization requires it, and then not', async () => {
    expect(await asked()).toBe('agreed');
    await requires('referral');
    expect(await asked()).toBe('consent_required');
    expect(await asked('export')).toBe('agreed');
    await recorded({ purposes: ['export'] });
    expect(await asked()).toBe('consent_required');
    const { id } = await recorded();
    expect(await asked()).toBe('agreed');
    await withdraw(id);
    expect(await asked()).toBe('consent_required');
    await recorded();
    expect(await asked()).toBe('agreed');
  });

  test.each([
    ['that begins later', { begins_on: day(3) }],
    ['that has ended', { begins_on: day(-9), ends_on: day(-2) }],
  ])('is not done with one %s', async (_, body) => {
    await requires('referral');
    await recorded(body);
    expect(await asked()).toBe('consent_required');
  });

  test('waits for who withdraws it at the same moment, and is then refused', async () => {
    await requires('referral');
    const { id } = await recorded();
    const { database } = server.services;
    const scope = { organization_id: organization.id, user_id: owner.id };
    let referral: Promise<string> | undefined;
    await database.inOrganization(scope, async (tx) => {
      await tx
        .updateTable('consents')
        .set({ withdrawn_at: new Date().toISOString(), withdrawn_by_id: owner.id })
        .where('organization_id', '=', organization.id)
        .where('id', '=', id)
        .execute();
      referral = asked();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect(await referral).toBe('consent_required');
  });
});

describe('a program', () => {
  test('finds those alone who agreed to it once that is required, and the audit log says who tried', async () => {
    await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
    const { group_id } = await server.newUser(organization, { privileges: allPrivileges });
    const made = await call(apiCredentialRoutes.create, {
      as: owner,
      body: { name: 'Nightly', permission_group_id: group_id as number },
    });
    const program = { token: made.api_key as string, organization };
    const other = await formMakers(server, organization).person('Bo');
    const found = async () => (await call(clientRoutes.list, { as: program })).data.map(({ id }) => id).toSorted();
    expect(await found()).toEqual([client_id, other].toSorted());
    await requires('api');
    await recorded({ purposes: ['api'] });
    expect(await found()).toEqual([client_id]);
    expect((await send(clientRoutes.show, { as: program, params: { id: client_id } })).status).toBe(200);
    expect(await send(clientRoutes.show, { as: program, params: { id: other } })).toMatchObject({
      status: 403,
      errors: { base: ['This person has not agreed to this: Other programs. Record their consent first.'] },
    });
    const tried = await query(
      `select operation, record_id::int from audit_events where organization_id = $1 and result = 'no_consent'`,
      [organization.id],
    );
    expect(tried).toEqual([{ operation: 'GET /organization/:org/clients/:id', record_id: other }]);
    // Who signs in still finds everybody.
    expect((await call(clientRoutes.list, { as: owner })).data).toHaveLength(2);
  });
});

describe('the purposes', () => {
  test('are required by who may change the organization, and none is at first', async () => {
    const member = await server.newUser(organization, { privileges: { clients: ['write'] } });
    const { data } = await call(consentRoutes.purposes, { as: member });
    expect(data.map(({ purpose, required }) => [purpose, required])).toEqual(
      ['referral', 'sharing', 'export', 'report', 'api'].map((purpose) => [purpose, false]),
    );
    const change = { as: member, body: { required: ['export' as const] } };
    expect((await send(consentRoutes.changePurposes, change)).status).toBe(403);
    expect((await requires('export', 'report')).data.filter(({ required }) => required)).toHaveLength(2);
    expect((await send(consentRoutes.changePurposes, { as: owner, body: { required: ['x'] } })).status).toBe(422);
  });
});
