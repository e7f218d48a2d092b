import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordAction } from '#contract/kit/privileges.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { draftRoutes, draftSubjects } from '#contract/resources/drafts.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { myWorkRoutes } from '#contract/resources/my-work.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { versionRoutes } from '#contract/resources/versions.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import { allPrivileges, type TestOrganization, type TestUser, type Wanted } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let client_id: number;
let id: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Incident report', { What: {}, Proof: { field_type: 'attachment' } });
  client_id = await make.person();
  const files = { Proof: new File(['Seen at nine'], 'proof.txt') };
  id = (await make.record(form, { What: 'A fall' }, { client_id, files })).id;
});

const privileges: Wanted['privileges'] = {
  clients: ['read'],
  client_forms: ['read', 'write', 'remove'],
  forms: ['use'],
  notes: ['write'],
};
const listedWith = (...actions: RecordAction[]): Wanted => ({
  privileges,
  grants: [{ entity: 'forms', id: form.id, actions }],
});
/** A case manager who is listed on the form with these actions. The first one who is listed restricts it. */
const worker = (...actions: RecordAction[]): Promise<TestUser> => server.newUser(organization, listedWith(...actions));
/** A case manager who is not, where others are. */
const outsider = async (): Promise<TestUser> => {
  await worker('read');
  return server.newUser(organization, { privileges });
};

const answers = () => form.given({ What: 'A push' });
const at = (as: Caller) => ({ as, org: organization, params: { client_id, id } });
const history = () => ({ record_type: 'client_forms' as const, record_id: id });
/** Reading in each way, then changing in each way, then deleting. What is deleted is looked at by a version that nobody saw. */
const statuses = async (as: Caller) => ({
  reads: [
    (await send(clientFormRoutes.show, at(as))).status,
    (await send(clientFormRoutes.printed, at(as))).status,
    (await send(recordRoutes.versions, { as, org: organization, params: history() })).status,
  ],
  changes: [
    (await send(clientFormRoutes.edit, at(as))).status,
    (await send(clientFormRoutes.update, { ...at(as), body: { answers: answers() } })).status,
    (await send(clientFormRoutes.clone, { ...at(as), body: { clients_ids: [] } })).status,
  ],
  deletes: (await send(clientFormRoutes.remove, { ...at(as), body: { lock_version: 999 } })).status,
});
const hidden = { reads: [404, 404, 404], changes: [404, 404, 404], deletes: 404 };
const reader = { reads: [200, 200, 200], changes: [403, 403, 403], deletes: 403 };
const writer = { reads: [200, 200, 200], changes: [200, 200, 201], deletes: 403 };
const remover = { reads: [200, 200, 200], changes: [403, 403, 403], deletes: 409 };

describe('an answer of a restricted form (R29b)', () => {
  test('is not changed and not deleted by a case manager who was given the form to read', async () => {
    const as = await worker('read');
    expect((await send(clientFormRoutes.update, { ...at(as), body: { answers: answers() } })).status).toBe(403);
    expect((await send(clientFormRoutes.remove, at(as))).status).toBe(403);
    const shown = await call(clientFormRoutes.show, { as, params: { client_id, id } });
    expect(shown).toMatchObject({ lock_version: 1, actions: ['read'] });
    expect(shown.answers[0]).toMatchObject({ value: 'A fall' });
  });

  test('is not there for who is not listed', async () => {
    const as = await outsider();
    expect((await call(clientFormRoutes.list, { as, params: { client_id }, query: {} })).data).toEqual([]);
    expect(await statuses(as)).toEqual(hidden);
  });

  test.each<[RecordAction[], object, RecordAction[]]>([
    [['read'], reader, ['read']],
    [['write'], writer, ['read', 'write']],
    [['remove'], remover, ['read', 'remove']],
    [['write', 'remove'], { ...writer, deletes: 409 }, ['read', 'write', 'remove']],
  ])('given to %j is read, changed and deleted by that, and says so', async (given, expected, actions) => {
    const as = await worker(...given);
    const listed = await call(clientFormRoutes.list, { as, params: { client_id }, query: {} });
    expect(listed.data.map((one) => one.actions)).toEqual([actions]);
    expect(await statuses(as)).toEqual(expected);
  });

  test('needs the privilege besides, which the grant does not give', async () => {
    const grants = [{ entity: 'forms' as const, id: form.id, actions: ['write' as const, 'remove' as const] }];
    const as = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'] },
      grants,
    });
    expect(await statuses(as)).toEqual(reader);
    expect((await call(clientFormRoutes.show, { as, params: { client_id, id } })).actions).toEqual(['read']);
  });

  test('needs the same of who was given that response', async () => {
    const single = { entity: 'client_forms' as const, id, actions: ['write' as const, 'remove' as const] };
    const onForm = { entity: 'forms' as const, id: form.id, actions: ['read' as const] };
    const own = { clients: ['read' as const], forms: ['use' as const] };
    expect(await statuses(await server.newUser(organization, { privileges: own, grants: [single, onForm] }))).toEqual({
      ...reader,
      changes: [403, 403, 403],
    });
    expect(await statuses(await server.newUser(organization, { privileges: own, grants: [single] }))).toEqual(hidden);
  });

  test('is all the owner’s, and everybody’s who has the privilege once the form is open', async () => {
    const as = await worker('read');
    expect((await statuses(owner)).changes).toEqual([200, 200, 201]);
    await query('update forms set restricted = false where organization_id = $1', [organization.id]);
    expect(await statuses(as)).toEqual({ ...writer, deletes: 409 });
  });

  test('is a program’s by what its group was given', async () => {
    await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
    const grant = { entity: 'forms' as const, id: form.id, actions: ['read' as const], through_group: true };
    const { group_id } = await server.newUser(organization, { privileges, grants: [grant] });
    const body = { name: 'Nightly', permission_group_id: group_id as number };
    const { api_key } = await call(apiCredentialRoutes.create, { as: owner, body });
    expect(await statuses({ token: api_key as string, organization })).toEqual(reader);
    await query(`update record_permissions set actions = '{write}' where organization_id = $1`, [organization.id]);
    expect(await statuses({ token: api_key as string, organization })).toEqual(writer);
  });

  test('is as closed to the owner who acts in the place of its reader', async () => {
    const as = await worker('read');
    await call(impersonationRoutes.startInOrganization, { as: owner, body: { user_id: as.id } });
    expect(await statuses(owner)).toEqual(reader);
  });

  test('is not taken back to what it was by who reads or writes it: undo is the owner’s, rollback the platform’s', async () => {
    await call(clientFormRoutes.update, { as: owner, params: { client_id, id }, body: { answers: answers() } });
    const versions = { params: history(), query: { history: 'true' as const } };
    const [newest] = (await call(recordRoutes.versions, { as: owner, ...versions })).history;
    const undo = { params: history(), body: { version_id: newest?.id as number } };
    for (const as of [await worker('read'), await worker('write', 'remove')]) {
      expect((await send(recordRoutes.undo, { as, ...undo })).status).toBe(403);
      const body = { transaction_id: newest?.transaction_id as number };
      expect((await send(versionRoutes.rollBack, { as, body })).status).toBe(403);
    }
    expect((await send(recordRoutes.undo, { as: owner, ...undo })).status).toBe(201);
  });

  test('has a draft of a change only while it may be changed', async () => {
    const [as, writes] = [await worker('read'), await worker('write')];
    const subject = draftSubjects.response(id);
    const body = { subject, revision: 1, content: JSON.stringify({ note: 'Typed' }) };
    const keep = (by: TestUser, key: string) => send(draftRoutes.save, { as: by, params: { key }, body });
    expect((await keep(as, 'a0000000-0000-4000-8000-000000000001')).status).toBe(404);
    expect((await keep(writes, 'a0000000-0000-4000-8000-000000000002')).status).toBe(200);
    const drafts = () => call(draftRoutes.list, { as: writes, query: { subject } });
    expect((await drafts()).data).toMatchObject([{ content: body.content }]);
    expect((await call(myWorkRoutes.drafts, { as: writes })).data).toHaveLength(1);
    await query(`update record_permissions set actions = '{read}' where organization_id = $1 and user_id = $2`, [
      organization.id,
      writes.id,
    ]);
    expect((await drafts()).data).toMatchObject([{ content: null }]);
    expect((await call(myWorkRoutes.drafts, { as: writes })).data).toEqual([]);
  });

  test('has files that its readers open and do not replace', async () => {
    const as = await worker('read');
    const { answers: shown } = await call(clientFormRoutes.show, { as, params: { client_id, id } });
    const proof = shown.find(({ name }) => name === 'Proof') as { value: { file_id: number } };
    const { file_id } = proof.value;
    const file = await send(clientFormRoutes.file, { as, params: { client_id, id, file_id } });
    expect([file.status, file.bytes.toString()]).toEqual([200, 'Seen at nine']);
    const files = make.filesFor(form, { Proof: new File(['Not seen'], 'other.txt') });
    expect((await send(clientFormRoutes.update, { ...at(as), body: { answers: [] }, files })).status).toBe(403);
  });

  test('takes notes of its readers, and is given to others by who may do so themselves', async () => {
    const as = await server.newUser(organization, {
      privileges: { ...privileges, permission_groups: ['write'] },
      grants: [{ entity: 'forms', id: form.id, actions: ['read'] }],
    });
    const noted = { notable_type: 'client_forms' as const, notable_id: id };
    expect((await send(noteRoutes.create, { as, params: noted, body: { body: 'Told the nurse' } })).status).toBe(201);
    const give = (...actions: RecordAction[]) =>
      send(recordRoutes.setRecordPermissions, {
        as,
        params: history(),
        body: { record_permissions: [{ permissionable_type: 'User', permissionable_id: as.id, privileges: actions }] },
      });
    expect([(await give('write')).status, (await give('remove')).status, (await give('read')).status]).toEqual([
      403, 403, 200,
    ]);
  });

  test('is deleted by age only once the owner says so', async () => {
    const as = await server.newUser(organization, {
      privileges: allPrivileges,
      role: 'orgadmin',
      grants: [{ entity: 'forms', id: form.id, actions: ['write', 'remove'] }],
    });
    const body = { subject: 'responses', form_id: form.id, amount: 3, unit: 'years' } as const;
    const { id: rule, lock_version } = await call(retentionRoutes.create, { as, body });
    const confirmed = { params: { id: rule }, body: { count: 0, lock_version } };
    expect((await send(retentionRoutes.switchOn, { as, ...confirmed })).status).toBe(403);
    expect((await send(retentionRoutes.switchOn, { as: owner, ...confirmed })).status).toBe(200);
  });
});

describe('recording with a restricted form (R29b)', () => {
  test('takes client_forms write alone, and tells nothing of what was recorded', async () => {
    const as = await outsider();
    const sent = { as, params: { client_id }, body: { form_id: form.id, answers: form.given({ What: 'A theft' }) } };
    const saved = await send(clientFormRoutes.create, sent);
    expect(saved).toMatchObject({ status: 201, body: { actions: [], answers: [], calculation_results: [] } });
    expect((await send(clientFormRoutes.show, { as, params: { client_id, id: saved.body.id } })).status).toBe(404);
    expect((await call(clientFormRoutes.list, { as, params: { client_id }, query: {} })).data).toEqual([]);
    expect((await call(myWorkRoutes.responses, { as })).data).toEqual([]);
    const stored = await call(clientFormRoutes.show, { as: owner, params: { client_id, id: saved.body.id } });
    expect(stored.answers[0]).toMatchObject({ value: 'A theft' });
    const { client_forms: _, ...rest } = privileges;
    const readsOnly = await server.newUser(organization, { privileges: { ...rest, client_forms: ['read'] } });
    expect((await send(clientFormRoutes.create, { ...sent, as: readsOnly })).status).toBe(403);
  });

  test('answers a repeated call as the first one, and writes once', async () => {
    const as = await outsider();
    const sent = {
      as,
      params: { client_id },
      body: { form_id: form.id, answers: form.given({ What: 'A theft' }) },
      headers: { 'idempotency-key': 'incident of today' },
    };
    const first = await send(clientFormRoutes.create, sent);
    const second = await send(clientFormRoutes.create, sent);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await call(clientFormRoutes.list, { as: owner, params: { client_id }, query: {} })).data).toHaveLength(2);
  });

  test('shows what was recorded to who may read it, with what else they can do', async () => {
    const as = await worker('read');
    const body = { form_id: form.id, answers: form.given({ What: 'A theft' }) };
    const saved = await call(clientFormRoutes.create, { as, params: { client_id }, body });
    expect([saved.actions, saved.answers[0]?.value]).toEqual([['read'], 'A theft']);
    expect((await send(clientFormRoutes.show, { as, params: { client_id, id: saved.id } })).status).toBe(200);
  });

  test('goes on in a sequence', async () => {
    const next = await make.form('Follow-up', { Done: {} });
    const forms = [form, next].map((one, position) => ({ id: one.id, position }));
    await call(sequenceRoutes.create, { as: owner, body: { name: 'After an incident', forms } });
    const as = await outsider();
    const { data } = await call(sequenceRoutes.fillable, { as });
    expect(data).toMatchObject([{ name: 'After an incident', forms: [{ id: form.id }, { id: next.id }] }]);
  });
});
