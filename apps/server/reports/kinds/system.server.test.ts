import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { apiCredentialRoutes } from '#contract/resources/api-credentials.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { type SystemTable, systemTables } from '#reports/columns.ts';
import { authorLostAccess } from '#server/access/notification-messages.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { Grant, TestOrganization, TestUser } from '#tests/server/people.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call, send, query } = server;
const { values, page } = reporting(server);

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let ana: number;
let ben: number;
let intake: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  ana = await make.person('Ana');
  ben = await make.person('Ben');
  intake = await make.form('Intake', { Score: { field_type: 'number' } });
});

const holder = (privileges: EntityPrivileges, grants: Grant[] = []) =>
  server.newUser(organization, { privileges: { report_definitions: ['read', 'write'], ...privileges }, grants });
const reading = (record: number): Grant => ({ entity: 'clients', id: record, actions: ['read'] });
const note = (client_id: number, body: string) =>
  call(noteRoutes.create, { as: owner, params: { notable_type: 'clients', notable_id: client_id }, body: { body } });

const about = (table: SystemTable, columns: readonly string[]) => ({
  report_type: 'system' as const,
  settings: { table },
  fields: columns.map((field) => ({ field })),
});
/** The rows of a table as somebody sees them, by these columns. */
const rows = (as: TestUser, table: SystemTable, ...columns: string[]) => values(as, about(table, columns));
const status = async (as: TestUser, table: SystemTable) =>
  rows(as, table, systemTables[table][0].field).then(
    () => 200,
    ({ status }: { status?: number }) => status,
  );

describe('a report on a table of the product is refused', () => {
  test('to who may read nothing there, and on sign-ins to all but administrators', async () => {
    const nobody = await holder({});
    for (const table of [
      'users',
      'permission_groups',
      'forms',
      'responses',
      'notes',
      'notifications',
      'sign_ins',
    ] as const)
      expect([table, await status(nobody, table)]).toEqual([table, 403]);
    expect(await status(await holder({ users: ['read'] }), 'sign_ins')).toBe(403);
    expect(await status(await server.newUser(organization, { role: 'orgadmin' }), 'sign_ins')).toBe(200);
    await expect(page(owner, { report_type: 'system', fields: [{ field: 'user_id' }] })).rejects.toMatchObject({
      errors: { 'settings.table': [expect.any(String)] },
    });
  });

  test('to programs where it is about access, whatever their group allows', async () => {
    await query('update organizations set api_access_enabled = true where id = $1', [organization.id]);
    const { group_id } = await holder({ users: ['read'], permission_groups: ['read'], clients: ['read'] });
    const body = { name: 'Nightly', permission_group_id: group_id as number };
    const { api_key } = await call(apiCredentialRoutes.create, { as: owner, body });
    const program = { ...owner, token: api_key as string };
    for (const table of ['users', 'permission_groups', 'sign_ins'] as const)
      expect([table, await status(program, table)]).toEqual([table, 403]);
    const types = (await rows(program, 'changes', 'response_item_type')).flat();
    expect(new Set(types)).toEqual(new Set(['clients']));
  });
});

describe('a report on', () => {
  test('users shows them as the organization knows them, those who were archived too', async () => {
    const sam = await server.newUser(organization, { first_name: 'Sam', last_name: 'Stone', role: 'orgadmin' });
    await query('update memberships set archived_at = now() where id = $1', [sam.id]);
    const as = await holder({ users: ['read'] });
    const seen = await rows(
      as,
      'users',
      'user_id',
      'user_first_name',
      'user_last_name',
      'user_email',
      'user_role',
      'user_active',
    );
    expect(seen).toHaveLength(3);
    expect(seen).toContainEqual([sam.id, 'Sam', 'Stone', sam.email, 'orgadmin', false]);
    // An account that the address has already is nobody's business before they accept.
    await query('update memberships set accepted_at = null where id = $1', [sam.id]);
    await query(
      `insert into invitations (organization_id, membership_id, token_hash, expires_at, first_name, last_name)
       values ($1, $2, '\\x01', now() + interval '1 day', 'Samuel', null)`,
      [organization.id, sam.id],
    );
    expect(await rows(as, 'users', 'user_id', 'user_first_name', 'user_last_name')).toContainEqual([
      sam.id,
      'Samuel',
      null,
    ]);
  });

  test('permission groups counts their members, without those who were archived', async () => {
    const one = await holder({ permission_groups: ['read'] });
    const other = await server.newUser(organization);
    await query(
      'insert into membership_permission_groups (organization_id, membership_id, permission_group_id) values ($1, $2, $3)',
      [organization.id, other.id, one.group_id],
    );
    const members = async () =>
      (await rows(one, 'permission_groups', 'user_group_id', 'user_group_members')).find(([id]) => id === one.group_id);
    expect(await members()).toEqual([one.group_id, 2]);
    await query('update memberships set archived_at = now() where id = $1', [other.id]);
    expect(await members()).toEqual([one.group_id, 1]);
  });

  test('forms counts the responses and records that the caller may see', async () => {
    const stock = await make.form('Stock', { Name: {} }, { form_type: 'internal' });
    await make.internalRecord(stock, { Name: 'Blanket' });
    for (const client_id of [ana, ana, ben]) await make.record(intake, { Score: 1 }, { client_id });
    const columns = ['form_id', 'form_name', 'form_type', 'form_active', 'form_responses'] as const;
    expect(await rows(owner, 'forms', ...columns)).toEqual([
      [intake.id, 'Intake', 'client', true, 3],
      [stock.id, 'Stock', 'internal', true, 1],
    ]);
    const few = await holder({ forms: ['read'], client_forms: ['read'] }, [reading(ana)]);
    expect(await rows(few, 'forms', 'form_id', 'form_responses')).toEqual([
      [intake.id, 2],
      [stock.id, 0],
    ]);
    await query('update clients set archived_at = now() where id = $1', [ana]);
    expect(await rows(owner, 'forms', 'form_id', 'form_responses')).toContainEqual([intake.id, 1]);
  });

  test('responses shows those of people and forms that are open to the caller', async () => {
    const closed = await make.form('Clinic', { Finding: {} });
    const seen = await make.record(intake, { Score: 1 }, { client_id: ana });
    await make.record(intake, { Score: 2 }, { client_id: ben });
    await make.record(closed, { Finding: 'x' }, { client_id: ana });
    await make.grant('forms', closed.id, owner, 'read', 'write');
    const few = await holder({ client_forms: ['read'] }, [reading(ana)]);
    const columns = ['response_id', 'form_id', 'form_name', 'client_id', 'created_by', 'updated_by'] as const;
    expect(await rows(few, 'responses', ...columns)).toEqual([[seen.id, intake.id, 'Intake', ana, owner.id, owner.id]]);
    expect(await rows(owner, 'responses', 'response_id')).toHaveLength(3);
  });

  test('notes shows those about people whom the caller may read, and who changed them last', async () => {
    const { id } = await note(ana, 'Called back');
    await note(ben, 'Secret');
    const editor = await holder({ notes: ['read', 'write'], clients: ['read'] });
    await call(noteRoutes.update, {
      as: editor,
      params: { notable_type: 'clients', notable_id: ana, id },
      body: { body: 'Called twice' },
    });
    const few = await holder({ notes: ['read'] }, [reading(ana)]);
    const columns = [
      'response_id',
      'response_item_type',
      'response_item_id',
      'response_body',
      'created_by',
      'updated_by',
    ];
    expect(await rows(few, 'notes', ...columns)).toEqual([[id, 'clients', ana, 'Called twice', owner.id, editor.id]]);
  });

  test('sign-ins tells of members, and of others only that somebody tried', async () => {
    const password = 'quiet river at dawn';
    const password_hash = await passwordHash(password);
    const member = await server.newUser(organization, { password_hash });
    const outsider = await server.newUser(await server.newOrganization(), { password_hash });
    const attempt = (email: string, secret: string) =>
      send(accountRoutes.signIn, { org: organization, body: { email, password: secret } });
    await attempt(member.email, password);
    await attempt(member.email, 'wrong');
    await attempt(outsider.email, 'wrong');
    const admin = await server.newUser(organization, { role: 'orgadmin' });
    expect(await rows(admin, 'sign_ins', 'user_id', 'user_email', 'response_result')).toEqual([
      [member.id, member.email, 'ok'],
      [member.id, member.email, 'failed'],
      [null, null, 'failed'],
    ]);
    await query('update memberships set accepted_at = null where id = $1', [member.id]);
    expect(await rows(admin, 'sign_ins', 'user_id')).toEqual([[null], [null], [null]]);
  });

  test('notifications shows messages of the forms that the caller may read', async () => {
    const other = await make.form('Other', { Name: {} });
    const sent = (form_id: number) =>
      query(
        `insert into notification_messages (organization_id, form_id, recipient, subject, body, state)
         values ($1, $2, 'a@example.org', 's', 'b', 'sent')`,
        [organization.id, form_id],
      );
    await sent(intake.id);
    await sent(other.id);
    const all = await holder({ notification_messages: ['use'], forms: ['read'] });
    const columns = ['form_id', 'form_name', 'response_recipient', 'response_state'] as const;
    expect(await rows(all, 'notifications', ...columns)).toEqual([
      [intake.id, 'Intake', 'a@example.org', 'sent'],
      [other.id, 'Other', 'a@example.org', 'sent'],
    ]);
    const granted: Grant = { entity: 'forms', id: other.id, actions: ['read'] };
    const few = await holder({ notification_messages: ['read'] }, [granted]);
    expect(await rows(few, 'notifications', 'form_id')).toEqual([[other.id]]);
  });

  test('notifications tells of records that the caller cannot read no answered address, nor that a condition held', async () => {
    const { id: record_id } = await make.record(intake, { Score: 1 }, { client_id: ana });
    await query(
      `insert into notification_messages (organization_id, form_id, record_type, record_id, recipient, user_id, subject, body, state, reason)
       select $1, $2, 'client_forms', $3, email, user_id, 's', 'b', 'skipped', reason
         from (values ('answered@example.org', null, null), ($4, $5::bigint, null), ('', null, $6)) m (email, user_id, reason)`,
      [organization.id, intake.id, record_id, owner.email, owner.id, authorLostAccess],
    );
    const recipients = async (privileges: EntityPrivileges) => {
      const as = await holder({ notification_messages: ['read'], forms: ['read'], ...privileges });
      return (await rows(as, 'notifications', 'response_recipient')).flat();
    };
    expect(await recipients({})).toEqual([null, owner.email]);
    const all = ['answered@example.org', owner.email, ''];
    expect(await recipients({ clients: ['read'], client_forms: ['read'] })).toEqual(all);
  });
});

describe('a report on changes', () => {
  const changes = (as: TestUser) => rows(as, 'changes', 'response_item_type', 'response_item_id', 'response_event');

  test('shows those of records that the caller may read, and no others', async () => {
    const response = await make.record(intake, { Score: 1 }, { client_id: ana });
    const hidden = await make.record(intake, { Score: 2 }, { client_id: ben });
    const written = await note(ana, 'Called back');
    expect(await changes(await holder({}))).toEqual([]);
    const few = await holder({}, [reading(ana)]);
    expect(await changes(few)).toEqual([['clients', ana, 'create']]);
    const more = await holder({ client_forms: ['read'], notes: ['read'] }, [reading(ana)]);
    expect(await changes(more)).toEqual([
      ['clients', ana, 'create'],
      ['client_forms', response.id, 'create'],
      ['notes', written.id, 'create'],
    ]);
    const forms = await changes(await holder({ forms: ['read'] }));
    expect(new Set(forms.map(([type, id]) => `${type} ${id}`))).toEqual(new Set([`forms ${intake.id}`]));
    expect(await changes(owner)).toContainEqual(['client_forms', hidden.id, 'create']);
    // What is no more is seen by who holds everything.
    await call(noteRoutes.remove, { as: owner, params: { notable_type: 'clients', notable_id: ana, id: written.id } });
    expect(await changes(more)).not.toContainEqual(['notes', written.id, 'create']);
    expect(await changes(owner)).toContainEqual(['notes', written.id, 'destroy']);
  });

  test('leaves out what is about a person or of a kind that the caller may not read', async () => {
    await call(mergeClientRoutes.create, {
      as: owner,
      body: { master_client_id: ana, client_ids: [ben], is_duplicate: false },
    });
    await call(notificationRoutes.create, {
      as: owner,
      params: { form_id: intake.id },
      body: {
        name: 'client_form_created',
        subject_template: 'New',
        body_template: 'One',
      },
    });
    const ofAna = async (as: TestUser) => (await changes(as)).filter(([type, id]) => type === 'clients' && id === ana);
    expect(await ofAna(await holder({ clients: ['read'] }))).toHaveLength(2);
    expect(await ofAna(await holder({}, [reading(ana)]))).toHaveLength(1);
    const ofForms = async (as: TestUser) => (await changes(as)).filter(([type]) => type === 'forms').length;
    const plain = await ofForms(await holder({ forms: ['read'] }));
    expect(await ofForms(await holder({ forms: ['read'], notification_messages: ['read'] }))).toBe(plain + 1);
  });
});
