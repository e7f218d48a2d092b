import { describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { templateRoutes } from '#contract/resources/templates.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;
const root = await server.newSuperuser();
const mine = { as: root, org: { slug: 'admin' } };

const answersOf = async (id: number) =>
  (await server.query<{ answers: object }>('select answers from responses where id = $1', [id]))[0]?.answers;

const testForm = (id: number, ids: Record<string, number>): TestForm => ({
  id,
  ids,
  given: (values) => Object.entries(values).map(([name, value]) => ({ field_id: ids[name] as number, value })),
});

/** A template of two questions, an organization that got a copy, and what each is called there. */
const assigned = async () => {
  const rent = await call(fieldRoutes.create, { ...mine, body: { name: 'Rent', field_type: 'number' } });
  const color = await call(fieldRoutes.create, {
    ...mine,
    body: {
      name: 'Colour',
      field_type: 'select-one',
      field_options: [
        { label: 'Red', value: 'red' },
        { label: 'Green', value: 'green' },
      ],
    },
  });
  const template = await call(formRoutes.create, {
    ...mine,
    body: { name: 'Intake', form_fields: [{ field_id: rent.id }, { field_id: color.id, is_required: false }] },
  });
  const organization = await server.newOrganization();
  const { data } = await call(templateRoutes.assign, {
    as: root,
    body: { form_id: template.id, organization_ids: [organization.id] },
  });
  const id = data[0]!.form_id;
  const { owner } = organization;
  const show = (as: TestUser = owner) => send(templateUpdateRoutes.show, { as, params: { id } });
  const update = async () => (await call(templateUpdateRoutes.show, { as: owner, params: { id } })).update;
  const decide = (version: string, decision: 'take' | 'leave' = 'take', as: TestUser = owner) =>
    send(templateUpdateRoutes.decide, { as, params: { id }, body: { version, decision } });
  const form = () => call(formRoutes.show, { as: owner, params: { id } });
  const changeTemplate = async (body: {
    name?: string;
    form_fields?: { field_id: number; is_required?: boolean }[];
    logic?: never[];
  }) => {
    const { lock_version } = await call(formRoutes.show, { ...mine, params: { id: template.id } });
    await call(formRoutes.update, { ...mine, params: { id: template.id }, body: { ...body, lock_version } });
  };
  const changeField = async (field_id: number, body: object) => {
    const { lock_version } = await call(fieldRoutes.show, { ...mine, params: { id: field_id } });
    await call(fieldRoutes.update, { ...mine, params: { id: field_id }, body: { ...body, lock_version } });
  };
  const offered = async (as: TestUser = owner) => (await call(templateUpdateRoutes.offered, { as })).data;
  return {
    organization,
    owner,
    id,
    template,
    rent,
    color,
    show,
    update,
    decide,
    form,
    changeTemplate,
    changeField,
    offered,
  };
};

describe('R58 an update of a template', () => {
  test('is for who may change the form, in its organization alone', async () => {
    const { organization, id, show, decide, changeTemplate, update } = await assigned();
    await changeTemplate({ name: 'Intake 2027' });
    const { version } = (await update())!;
    const neighbor = (await server.newOrganization()).owner;
    const reader = await server.newUser(organization, { privileges: { forms: ['read'] } });
    const stranger = await server.newUser(organization, { privileges: { clients: ['read'] } });
    expect((await show(neighbor)).status).toBe(404);
    expect((await show(reader)).status).toBe(403);
    expect((await show(stranger)).status).toBe(404);
    expect((await decide(version, 'take', neighbor)).status).toBe(404);
    expect((await decide(version, 'take', reader)).status).toBe(403);
    expect((await send(templateUpdateRoutes.offered, { as: reader })).status).toBe(403);
    const own = await server.newUser(organization, { privileges: { forms: ['write', 'read'] } });
    await expect.poll(async () => (await show(own)).status).toBe(200);
    expect((await decide(version, 'leave', own)).body).toEqual({ form_id: id, decision: 'leave' });
  });

  test('brings a new question with a rule about it, and questions that depend on others of the copy', async () => {
    const { rent, color, update, decide, form, changeTemplate, changeField } = await assigned();
    const metadata = { show_when: { and: [{ field_name: String(rent.id), op: 'GT', value: 5 }] } };
    await changeField(color.id, { metadata });
    const body = { name: 'Pets', field_type: 'number' as const, metadata };
    const pets = await call(fieldRoutes.create, { ...mine, body });
    const logic = [ruleOf('Many pets', [pets.id, 'GT', 3], { type: 'require', field_id: pets.id })] as never[];
    await changeTemplate({ form_fields: [rent, color, pets].map(({ id }) => ({ field_id: id })), logic });
    expect((await decide((await update())?.version as string)).status).toBe(200);
    const copy = await form();
    const [ownRent, ownColor, ownPets] = copy.field_ids;
    expect(copy.form_fields.map(({ field_id }) => field_id)).toEqual([ownRent, ownColor, ownPets]);
    const ofCopy = { show_when: { and: [{ field_name: String(ownRent), op: 'GT', value: 5 }] } };
    expect(copy.form_fields.map(({ field }) => field.metadata)).toEqual([{}, ofCopy, ofCopy]);
    expect(copy.logic).toMatchObject([ruleOf('Many pets', [ownPets, 'GT', 3], { type: 'require', field_id: ownPets })]);
    expect(await update()).toBeNull();
  });

  test('that removes a calculation is refused while a report here uses it, and names the report', async () => {
    const { owner, id, template, rent, update, decide, form } = await assigned();
    const variables = [{ name: 'a', record_type: 'Field' as const, record_id: rent.id }];
    const body = { name: 'Yearly', equation: 'a * 12', calculation_type: 'numeric' as const, variables };
    const yearly = await call(calculationRoutes.create, { ...mine, params: { form_id: template.id }, body });
    await decide((await update())?.version as string);
    const field = String((await form()).calculations[0]?.id);
    const report = await call(reportDefinitionRoutes.create, {
      as: owner,
      body: { name: 'Rents', report_type: 'client_forms', fields: [{ form: id, field, type: 'calculation' }] },
    });
    await call(calculationRoutes.remove, { ...mine, params: { form_id: template.id, id: yearly.id } });
    const version = (await update())?.version as string;
    expect(await decide(version)).toMatchObject({
      status: 422,
      errors: { base: ['The calculation “Yearly” is used by the report “Rents”. Remove it there first.'] },
    });
    await call(reportDefinitionRoutes.remove, { as: owner, params: { id: report.id } });
    expect((await decide(version)).status).toBe(200);
    expect((await form()).calculations).toEqual([]);
  });

  test('is none while the template is as it was, and of forms that are no copies', async () => {
    const { owner, update, offered } = await assigned();
    expect(await update()).toBeNull();
    expect(await offered()).toEqual([]);
    const field = await call(fieldRoutes.create, { as: owner, body: { name: 'Own', field_type: 'date' } });
    const body = { name: 'Own form', form_fields: [{ field_id: field.id }] };
    const { id } = await call(formRoutes.create, { as: owner, body });
    expect((await call(templateUpdateRoutes.show, { as: owner, params: { id } })).update).toBeNull();
  });

  test('tells what was added, changed and removed, takes it, and keeps what was answered', async () => {
    const {
      organization,
      owner,
      id,
      rent,
      color,
      update,
      decide,
      form,
      changeTemplate,
      changeField,
      offered,
      template,
    } = await assigned();
    const [here, hue] = (await form()).field_ids as [number, number];
    const own = await call(fieldRoutes.create, { as: owner, body: { name: 'Own', field_type: 'freeform-short' } });
    const { lock_version, form_fields } = await form();
    const asked = form_fields.map(({ field_id, is_required }) => ({ field_id, is_required }));
    await call(formRoutes.update, {
      as: owner,
      params: { id },
      body: { lock_version, form_fields: [...asked, { field_id: own.id, is_required: false }] },
    });
    const make = formMakers(server, organization);
    const client_id = await make.person();
    const answers = { Rent: 500, Colour: 'green', Own: 'kept' };
    const record = await make.record(testForm(id, { Rent: here, Colour: hue, Own: own.id }), answers, { client_id });

    const pets = await call(fieldRoutes.create, { ...mine, body: { name: 'Pets', field_type: 'number' } });
    await changeField(color.id, {
      field_options: [
        { label: 'Red', value: 'red' },
        { label: 'Blue', value: 'blue' },
      ],
    });
    await changeTemplate({ form_fields: [{ field_id: color.id, is_required: false }, { field_id: pets.id }] });

    const shown = (await update())!;
    expect(shown).toMatchObject({ template_name: 'Intake', is_left: false });
    expect(shown.differences.map(({ kind, name, lines }) => [kind, name, lines.slice(0, 1)])).toEqual([
      ['changed', 'Colour', [{ label: 'Options', was: 'Red, Green', is: 'Red, Blue' }]],
      ['added', 'Pets', [{ label: 'Required', was: null, is: 'Yes' }]],
      ['removed', 'Rent', []],
    ]);
    expect(await offered()).toEqual([{ form_id: id, form_name: 'Intake', field_ids: [hue, here], count: 3 }]);

    expect((await decide(shown.version)).body).toEqual({ form_id: id, decision: 'take' });
    const now = await form();
    expect(now.form_fields.map(({ field }) => field.name)).toEqual(['Colour', 'Pets', 'Own']);
    expect(now.form_fields[0]?.field.field_options).toMatchObject([
      { value: 'red' },
      { value: 'blue' },
      { value: 'green', hidden: true },
    ]);
    expect(await answersOf(record.id)).toMatchObject({ [here]: 500, [hue]: 'green', [own.id]: 'kept' });
    expect(await update()).toBeNull();
    const copies = await call(fieldRoutes.show, { ...mine, params: { id: pets.id } });
    expect(copies.clones).toEqual([{ organization_id: organization.id, organization_name: organization.name }]);

    // Asked again, it is the question that it was.
    await changeTemplate({ form_fields: [{ field_id: rent.id }, { field_id: color.id }, { field_id: pets.id }] });
    await decide((await update())!.version);
    expect((await form()).field_ids).toContain(here);
    expect(template.id).not.toBe(id);
  });

  test('that is left is silent until the template changes again, and can still be taken', async () => {
    const { update, decide, form, changeTemplate, offered } = await assigned();
    await changeTemplate({ name: 'Intake 2027' });
    const { version } = (await update())!;
    expect((await decide(version, 'leave')).status).toBe(200);
    expect(await offered()).toEqual([]);
    expect(await update()).toMatchObject({ is_left: true, version });
    expect((await form()).name).toBe('Intake');
    await changeTemplate({ name: 'Intake 2028' });
    const again = (await update())!;
    expect(again).toMatchObject({ is_left: false });
    expect(await offered()).toHaveLength(1);
    await decide(again.version, 'leave');
    expect((await decide(again.version)).status).toBe(200);
    expect((await form()).name).toBe('Intake 2028');
  });

  test('is refused when either was changed since somebody looked, or somebody was faster', async () => {
    const { owner, id, update, decide, form, changeTemplate } = await assigned();
    await changeTemplate({ name: 'Intake 2027' });
    const looked = (await update())!;
    await changeTemplate({ name: 'Intake 2028' });
    const late = await decide(looked.version);
    expect([late.status, late.errors]).toEqual([
      409,
      { base: ['The template or your form changed since you opened this. Review the changes again, then decide.'] },
    ]);
    const { version } = (await update())!;
    const { lock_version } = await form();
    await call(formRoutes.update, { as: owner, params: { id }, body: { name: 'Our intake', lock_version } });
    expect((await decide(version)).status).toBe(409);
    const now = (await update())!;
    expect(now.differences).toMatchObject([{ is_changed_here: true }]);
    const both = await Promise.all([decide(now.version), decide(now.version)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await form()).toMatchObject({ name: 'Intake 2028' });
  });

  test('that changes fields needs the right to change fields', async () => {
    const { organization, rent, update, decide, changeField } = await assigned();
    await changeField(rent.id, { name: 'Monthly rent' });
    const editor = await server.newUser(organization, { privileges: { forms: ['read', 'write'] } });
    const refused = await decide((await update())!.version, 'take', editor);
    expect([refused.status, refused.errors]).toEqual([
      403,
      { base: ['This update changes fields. Ask someone who can change fields to accept it.'] },
    ]);
  });

  test('keeps a question whose type changed and that has answers, and asks it anew', async () => {
    const { organization, owner, id, rent, update, decide, form, template, changeTemplate } = await assigned();
    const [here, hue] = (await form()).field_ids as [number, number];
    const make = formMakers(server, organization);
    const client_id = await make.person();
    const record = await make.record(testForm(id, { Rent: here, Colour: hue }), { Rent: 5 }, { client_id });
    const { lock_version } = await call(fieldRoutes.show, { ...mine, params: { id: rent.id } });
    await call(fieldRoutes.update, {
      ...mine,
      params: { id: rent.id },
      body: { field_type: 'freeform-short', lock_version },
    });
    await decide((await update())!.version);
    const [other] = (await form()).field_ids;
    expect(other).not.toBe(here);
    expect(await answersOf(record.id)).toMatchObject({ [here]: 5 });
    expect((await call(fieldRoutes.show, { as: owner, params: { id: here } })).field_type).toBe('number');
    await changeTemplate({ name: 'Later' });
    expect((await update())!.differences).toHaveLength(1);
    expect(template.name).toBe('Intake');
  });
});
