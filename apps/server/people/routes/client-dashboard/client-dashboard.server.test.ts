import { beforeEach, describe, expect, test } from 'vitest';
import { clientDashboardRoutes } from '#contract/resources/client-dashboard.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let intake: TestForm;
let plan: TestForm;
let client_id: number;
/** The form fields of a form, by the names of their fields. */
const entriesOf = async ({ id, ids }: TestForm) => {
  const { form_fields } = await call(formRoutes.show, { as: owner, params: { id } });
  return Object.fromEntries(
    Object.entries(ids).map(([name, field]) => [
      name,
      form_fields.find(({ field_id }) => field_id === field)?.id as number,
    ]),
  );
};
const set = (form_field_ids: unknown[], as = owner) =>
  send(clientDashboardRoutes.set, { as, body: { form_field_ids } });
const answersFor = async (as = owner) =>
  (await call(clientDashboardRoutes.answers, { as, params: { client_id } })).client_fields;
const told = async (as = owner) =>
  (await answersFor(as)).map(({ formName, fieldName, answer }) => [formName, fieldName, answer]);

beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  intake = await make.form('Intake', { Shelter: {}, Income: { field_type: 'number' } });
  plan = await make.form('Plan', { Safe: {}, Intro: { field_type: 'presentation' } });
  client_id = await make.person();
});

describe('the dashboard of people is refused', () => {
  test('to who may not change dashboards, and its answers to who may not see the person', async () => {
    const { Shelter } = await entriesOf(intake);
    const reader = await server.newUser(organization, {
      privileges: { dashboards: ['read'], clients: ['read'], forms: ['read'], client_forms: ['read'] },
    });
    expect((await set([Shelter], reader)).status).toBe(403);
    expect((await send(clientDashboardRoutes.offered, { as: reader })).status).toBe(403);
    const blind = await server.newUser(organization, { privileges: { client_forms: ['read'] } });
    expect((await send(clientDashboardRoutes.answers, { as: blind, params: { client_id } })).status).toBe(404);
    const nobody = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await send(clientDashboardRoutes.answers, { as: nobody, params: { client_id } })).status).toBe(403);
    const neighbour = await server.newOrganization();
    expect((await send(clientDashboardRoutes.answers, { as: neighbour.owner, params: { client_id } })).status).toBe(
      404,
    );
  });

  test('with fields of elsewhere, of internal forms, that ask nothing, or twice', async () => {
    const { Safe, Intro } = await entriesOf(plan);
    const internal = await entriesOf(await make.form('Places', { Name: {} }, { form_type: 'internal' }));
    const neighbour = await server.newOrganization();
    const elsewhere = await set([Safe], neighbour.owner);
    expect(elsewhere.errors).toHaveProperty(['form_field_ids.0']);
    const reply = await set([Safe, Intro, internal.Name, Safe]);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([
      422,
      ['form_field_ids.1', 'form_field_ids.2', 'form_field_ids.3'],
    ]);
    expect((await call(clientDashboardRoutes.show, { as: owner })).fields).toEqual([]);
  });
});

describe('the dashboard of people', () => {
  test('tells the latest answer to each field in the chosen order, and that there is none', async () => {
    const [{ Shelter, Income }, { Safe }] = [await entriesOf(intake), await entriesOf(plan)];
    const old = await make.record(intake, { Shelter: 'Street', Income: 10 }, { client_id });
    await call(clientFormRoutes.update, {
      as: owner,
      params: { client_id, id: old.id },
      body: { completed_at: '2024-01-01T00:00:00.000Z' },
    });
    const { id } = await make.record(intake, { Shelter: 'Hotel' }, { client_id });
    expect((await set([Safe, Income, Shelter])).body).toMatchObject({
      id: 1,
      fields: [
        { id: Safe, form_id: plan.id, form_name: 'Plan', field_name: 'Safe' },
        { id: Income, form_id: intake.id },
        { id: Shelter, form_id: intake.id },
      ],
    });
    expect(await answersFor()).toEqual([
      {
        formName: 'Plan',
        fieldName: 'Safe',
        clientFormId: null,
        completedAt: null,
        formId: plan.id,
        formFieldId: Safe,
        answer: null,
      },
      expect.objectContaining({ fieldName: 'Income', clientFormId: old.id, answer: '10' }),
      expect.objectContaining({ fieldName: 'Shelter', clientFormId: id, answer: 'Hotel' }),
    ]);
    await set([Shelter, Safe]);
    expect(await told()).toEqual([
      ['Intake', 'Shelter', 'Hotel'],
      ['Plan', 'Safe', null],
    ]);
  });

  test('forgets a field that has left its form', async () => {
    const [{ Shelter, Income }] = [await entriesOf(intake)];
    await set([Shelter, Income]);
    const form_fields = [{ field_id: intake.ids.Income as number }];
    await call(formRoutes.update, { as: owner, params: { id: intake.id }, body: { form_fields } });
    expect(await told()).toEqual([['Intake', 'Income', null]]);
    expect((await call(clientDashboardRoutes.show, { as: owner })).fields).toHaveLength(1);
  });

  test('shows each viewer the answers that they may see, and of others not even that there is none', async () => {
    const [{ Shelter }, { Safe }] = [await entriesOf(intake), await entriesOf(plan)];
    await set([Shelter, Safe]);
    await make.record(intake, { Shelter: 'Hotel' }, { client_id });
    await make.record(plan, { Safe: 'Text only' }, { client_id });
    const worker = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'], forms: ['read'] },
    });
    expect(await told(worker)).toHaveLength(2);
    await make.grant('forms', plan.id, owner, 'read');
    expect(await told(worker)).toEqual([['Intake', 'Shelter', 'Hotel']]);
    const editor = await server.newUser(organization, {
      privileges: { clients: ['read'], client_forms: ['read'], dashboards: ['write'] },
    });
    expect(await told(editor)).toEqual([['Intake', 'Shelter', 'Hotel']]);
    const { fields } = await call(clientDashboardRoutes.show, { as: editor });
    expect(fields.map(({ id, form_name, field_name }) => [id, form_name, field_name])).toEqual([
      [Shelter, null, null],
      [Safe, null, null],
    ]);
    expect((await call(clientDashboardRoutes.offered, { as: editor })).data).toEqual([]);
    expect((await set([Safe, Shelter], editor)).status, 'what is there already may stay').toBe(200);
  });

  test('is saved whole when two save it at once', async () => {
    const { Shelter, Income } = await entriesOf(intake);
    const replies = await Promise.all([set([Shelter, Income]), set([Income, Shelter])]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await call(clientDashboardRoutes.show, { as: owner })).fields).toHaveLength(2);
  });
});
