import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
/** Where answers come from, and the form that they fill in. */
let intake: TestForm;
let visit: TestForm;

/** A setting that takes the answer of a field of a form. */
const from = async ({ id }: TestForm, field_id: number | undefined) => {
  const { form_fields } = await call(formRoutes.show, { as, params: { id } });
  const entry = form_fields.find((one) => one.field_id === field_id) as (typeof form_fields)[number];
  return { settings: { pre_populate: { form_id: id, form_field_id: entry.id, field_id: entry.field_id } } };
};

beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  intake = await make.form('Intake', {
    Phone: {},
    Income: { field_type: 'number' },
    Paper: { field_type: 'attachment' },
  });
  const ids = intake.ids;
  visit = await make.form('Visit', {
    Earned: { field_type: 'number', entry: await from(intake, ids.Income) },
    Plain: {},
    Call: { entry: await from(intake, ids.Phone) },
    File: { field_type: 'attachment', entry: await from(intake, ids.Paper) },
  });
});

const asked = (by: TestUser, more: { client_id?: number; id?: number } = {}) =>
  send(formRoutes.prePopulate, {
    as: by,
    params: { id: more.id ?? visit.id },
    query: { client_id: more.client_id ?? client_id },
  });
const answersFor = async (by = as, more = {}) => {
  const reply = await asked(by, more);
  expect(reply.status, JSON.stringify(reply.errors)).toBe(200);
  return reply.body.answers.map(({ field_id, value }) => [field_id, value]);
};
const record = (values: Record<string, unknown>, of = intake, whose = client_id) =>
  make.record(of, values, { client_id: whose });
const recordedAt = (id: number, completed_at: string, whose = client_id) =>
  call(clientFormRoutes.update, { as, params: { client_id: whose, id }, body: { completed_at } });
const sees = { client_forms: ['read'], clients: ['read'], forms: ['use'] } as const;
const colleague = (privileges: object = sees) => server.newUser(organization, { privileges });

describe('answers that fill in a form are refused', () => {
  test('to who may read no responses, not fill in the form, or not see the person', async () => {
    await record({ Phone: '555' });
    const { clients: _, ...blind } = sees;
    const { forms: __, ...formless } = sees;
    expect((await asked(await colleague({ clients: ['read'], forms: ['use'] }))).status).toBe(403);
    expect((await asked(await colleague(formless))).status).toBe(404);
    expect((await asked(await colleague(blind))).status).toBe(404);
    expect((await asked((await server.newOrganization()).owner)).status).toBe(404);
    expect(await answersFor(await colleague())).toEqual([[visit.ids.Call, '555']]);
  });

  test('without a person, or for one who was archived', async () => {
    const reply = await send(formRoutes.prePopulate, { as, params: { id: visit.id }, query: {} });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['client_id']]);
    await send(clientRoutes.remove, { as, params: { id: client_id } });
    expect((await asked(as)).status).toBe(404);
  });
});

describe('a form is filled in (FO-23, R55)', () => {
  test('with nothing, where nothing was answered', async () => {
    expect(await answersFor()).toEqual([]);
    await record({});
    expect(await answersFor()).toEqual([]);
  });

  test('with the latest answers by the time recorded, in the order of the form, and says where they come from', async () => {
    const late = await record({ Phone: 'late', Income: 3 });
    const early = await record({ Phone: 'early', Income: 1 });
    await recordedAt(early.id, '2020-01-01T00:00:00.000Z');
    expect(await answersFor()).toEqual([
      [visit.ids.Earned, 3],
      [visit.ids.Call, 'late'],
    ]);
    const blank = await record({ Income: 5 });
    const { body } = await asked(as);
    const { completed_at } = await recordedAt(blank.id, new Date().toISOString());
    expect(body.answers).toMatchObject([
      { field_id: visit.ids.Earned, value: 5, form_name: 'Intake' },
      { field_id: visit.ids.Call, value: 'late', form_name: 'Intake', completed_at: late.completed_at },
    ]);
    expect(completed_at).toMatch(/Z$/);
  });

  test('by the visit date of that form: a visit of 11/26 entered before that of 11/20 is the latest', async () => {
    const visits = await make.form('Visits', {
      'Visit date': { field_type: 'date' },
      'Next visit date': { field_type: 'date' },
      Weight: { field_type: 'number' },
    });
    const filledIn = async (more: { date_field_id?: number | null | undefined } = {}) => {
      const { settings } = await from(visits, visits.ids.Weight);
      const entry = { settings: { pre_populate: { ...settings.pre_populate, ...more } } };
      const { id } = await make.form('Checkup', { Weight: { field_type: 'number', entry } });
      return (await asked(as, { id })).body.answers[0];
    };
    await record({ 'Visit date': '2025-11-26', 'Next visit date': '2025-12-01', Weight: 70 }, visits);
    await record({ 'Visit date': '2025-11-20', 'Next visit date': '2025-12-31', Weight: 68 }, visits);
    expect(await filledIn()).toMatchObject({ value: 70, date: { name: 'Visit date', value: '2025-11-26' } });
    expect(await filledIn({ date_field_id: null })).toMatchObject({ value: 68, date: null });
    expect(await filledIn({ date_field_id: visits.ids['Next visit date'] })).toMatchObject({
      value: 68,
      date: { name: 'Next visit date', value: '2025-12-31' },
    });
    // Without a visit date a response counts by the day on which it was recorded, which is later than both.
    const undated = await record({ Weight: 66 }, visits);
    expect(await filledIn()).toMatchObject({ value: 66, date: null });
    await recordedAt(undated.id, '2025-11-24T12:00:00.000Z');
    expect(await filledIn()).toMatchObject({ value: 70 });
  });

  test('by no date but one of that form, which is then in use', async () => {
    const { settings } = await from(intake, intake.ids.Phone);
    const elsewhere = await make.form('Elsewhere', { When: { field_type: 'date' } });
    const source = { ...settings.pre_populate, date_field_id: elsewhere.ids.When as number };
    const body = (of: object) => ({
      name: 'Refused',
      form_fields: [{ field_id: intake.ids.Phone as number, settings: { pre_populate: of as typeof source } }],
    });
    const reply = await send(formRoutes.create, { as, body: body(source) });
    expect(reply.errors).toEqual({
      'form_fields.0.settings.pre_populate.date_field_id': ['Choose a date question of that form'],
    });
    const text = await send(formRoutes.create, { as, body: body({ ...source, date_field_id: intake.ids.Income }) });
    expect(text.status).toBe(422);
    const dated = await make.form('Dated', { When: { field_type: 'date' }, Note: {} });
    const of = (await from(dated, dated.ids.Note)).settings.pre_populate;
    await make.form('Follow-up', {
      Note: { entry: { settings: { pre_populate: { ...of, date_field_id: dated.ids.When as number } } } },
    });
    const removal = await send(fieldRoutes.remove, { as, params: { id: dated.ids.When as number } });
    expect(removal.status).toBe(422);
  });

  test('from the form and the person that are meant, and from no other', async () => {
    const other = await make.form('Other', { Phone: intake.ids.Phone as number });
    const berta = await make.person('Berta');
    await record({ Phone: 'elsewhere' }, other);
    await record({ Phone: 'of Berta' }, intake, berta);
    expect(await answersFor()).toEqual([]);
    expect(await answersFor(as, { client_id: berta })).toEqual([[visit.ids.Call, 'of Berta']]);
    expect(await answersFor(as, { id: intake.id }), 'fields without the setting').toEqual([]);
  });

  test('by what a field says of itself, where the form says nothing: from another form, or the last one of its own', async () => {
    const { settings } = await from(intake, intake.ids.Phone);
    const [taken, own] = [
      await make.field('Taken', { metadata: { pre_populate: settings.pre_populate } }),
      await make.field('Own', { metadata: { pre_populate: true } }),
    ];
    const third = await make.form('Third', { Taken: taken, Own: own });
    await record({ Phone: '555' });
    await record({ Own: 'mine' }, third);
    await record({ Own: 'elsewhere' }, await make.form('Fourth', { Own: own }));
    expect(await answersFor(as, { id: third.id })).toEqual([
      [taken, '555'],
      [own, 'mine'],
    ]);
    const other = { Taken: taken, Own: { entry: await from(intake, intake.ids.Income) } };
    const told = await make.form('Told', other);
    expect(await answersFor(as, { id: told.id }), 'what the form says counts').toEqual([[taken, '555']]);
  });

  test('without files', async () => {
    await make.record(intake, { Phone: '555' }, { client_id, files: { Paper: new File(['x'], 'x.txt') } });
    expect(await answersFor()).toEqual([[visit.ids.Call, '555']]);
  });

  test('from responses that one may read: of the granted one alone', async () => {
    const granted = await record({ Phone: 'granted' });
    await record({ Phone: 'newer' });
    const user = await server.newUser(organization, {
      privileges: { clients: ['read'], forms: ['use'] },
      grants: [{ entity: 'client_forms', id: granted.id, actions: ['read'] }],
    });
    expect(await answersFor(user)).toEqual([[visit.ids.Call, 'granted']]);
  });

  test('never from a restricted form, not even for who was granted it', async () => {
    await record({ Phone: 'secret' });
    const [inside, outside] = [await colleague(), await colleague()];
    expect(await answersFor(outside)).toEqual([[visit.ids.Call, 'secret']]);
    await make.grant('forms', intake.id, inside, 'read');
    expect(await answersFor(outside)).toEqual([]);
    expect(await answersFor(inside), 'the answer would stand on a form that others read').toEqual([]);
    expect(await answersFor(as)).toEqual([]);
  });
});
