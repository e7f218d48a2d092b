import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordAction } from '#contract/kit/privileges.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let client_id: number;
let response: number;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Counselling', { Note: {} });
  client_id = await make.person();
  response = (await make.record(form, { Note: 'SECRET' }, { client_id })).id;
});

const params = () => ({ record_type: 'forms' as const, record_id: form.id });
const counts = async () => {
  const { reader_count, answer_reader_count } = await call(recordRoutes.recordPermissions, {
    as: owner,
    params: params(),
  });
  return [reader_count, answer_reader_count];
};

describe('who can see a form has two answers (R29b)', () => {
  const structure = { forms: ['read' as const] };
  const openTo = async (user_id?: number) => {
    const query = user_id === undefined ? {} : { user_id: String(user_id) };
    const { data, answers } = await call(recordRoutes.access, { as: owner, params: params(), query });
    return {
      questions: Object.fromEntries(data.map(({ user: { id }, actions }) => [id, actions])),
      answers: Object.fromEntries((answers ?? []).map(({ user: { id }, actions }) => [id, actions])),
    };
  };

  test('one for its questions and one for its answers, of which the list keeps some', async () => {
    const [designer, worker, nobody] = [
      await server.newUser(organization, { privileges: structure }),
      await server.newUser(organization, { privileges: { clients: ['read'], client_forms: ['write', 'remove'] } }),
      await server.newUser(organization, { privileges: { clients: ['read'] } }),
    ];
    const all = ['read', 'write', 'remove'];
    expect(await openTo()).toEqual({
      questions: { [owner.id]: all, [designer.id]: ['read'] },
      answers: { [owner.id]: all, [worker.id]: all },
    });
    expect(await counts()).toEqual([2, 2]);
    const user = ({ id }: TestUser, ...privileges: RecordAction[]) =>
      ({ permissionable_type: 'User', permissionable_id: id, privileges }) as const;
    const record_permissions = [user(worker, 'write'), user(designer, 'remove'), user(nobody, 'read')];
    await call(recordRoutes.setRecordPermissions, { as: owner, params: params(), body: { record_permissions } });
    // Without the privilege on responses, the list gives no answers.
    expect(await openTo()).toEqual({
      questions: {
        [owner.id]: all,
        [designer.id]: ['read', 'remove'],
        [worker.id]: ['read', 'write'],
        [nobody.id]: ['read'],
      },
      answers: { [owner.id]: all, [worker.id]: ['read', 'write'] },
    });
    expect(await counts()).toEqual([4, 2]);
    expect(await openTo(designer.id)).toEqual({
      questions: { [designer.id]: ['read', 'remove'] },
      answers: { [designer.id]: [] },
    });
  });

  test('where single responses, single people and what strangers sent count too', async () => {
    const onForm = { entity: 'forms' as const, id: form.id, actions: ['read' as const] };
    const onResponse = { entity: 'client_forms' as const, id: response, actions: ['write' as const] };
    const onPerson = { entity: 'clients' as const, id: client_id, actions: ['read' as const] };
    const elsewhere = { ...onPerson, id: await make.person('Ben') };
    const privileges = { client_forms: ['read' as const] };
    const [single, ofOne, ofOther] = [
      await server.newUser(organization, { grants: [onForm, onResponse, onPerson] }),
      await server.newUser(organization, { privileges, grants: [onForm, onPerson] }),
      await server.newUser(organization, { privileges, grants: [onForm, elsewhere] }),
    ];
    const reader = await server.newUser(organization, { privileges: { public_forms: ['read'] }, grants: [onForm] });
    const before = (await openTo()).answers;
    expect(before).toMatchObject({ [single.id]: ['read'], [ofOne.id]: ['read'] });
    expect([before[ofOther.id], before[reader.id]]).toEqual([undefined, undefined]);
    const body = { published_at: '2026-01-01T00:00:00.000Z' };
    await call(publicFormRoutes.create, { as: owner, params: { form_id: form.id }, body });
    expect((await openTo()).answers[reader.id]).toEqual(['read']);
  });

  test('and a form of a Resource has one line, like any other record', async () => {
    const resource = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const of = { record_type: 'forms' as const, record_id: resource.id };
    expect(await call(recordRoutes.access, { as: owner, params: of, query: {} })).not.toHaveProperty('answers');
    const given = await call(recordRoutes.recordPermissions, { as: owner, params: of });
    expect(given).not.toHaveProperty('answer_reader_count');
  });
});
