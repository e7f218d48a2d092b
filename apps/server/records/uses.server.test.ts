// Over 300 lines: each pair of a thing and what can use it is made here.
import { describe, expect, test } from 'vitest';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { retentionRoutes } from '#contract/resources/retention.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import type { Reference } from '#forms/definition/references.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { type UseKindName, useKinds } from './use-kinds.ts';

const server = await startServer();
const { call, send } = server;
const superuser = await server.newSuperuser();

type Thing = Exclude<Reference['thing'], 'form_field'>;
type Reply = { status: number; errors: Record<string, string[]> };

const compared = (scope: string, field_name: string, value: unknown = 'red') => ({
  and: [{ scope, conditions: { and: [{ field_name, op: 'EQ', value }] } }],
});
const options = ['red', 'blue'].map((value, position) => ({ label: value, value, position }));

/** An organization with one of each thing that can be used; what uses them is made for each pair. */
const newPlace = async () => {
  const organization = await server.newOrganization();
  const as = organization.owner;
  const make = formMakers(server, organization);
  const color = { field_type: 'select-one', data_type: 'string', field_options: options } as const;
  const form = await make.form('Intake', { Color: color, Other: {}, Score: { field_type: 'number' } });
  const variables = [{ name: 'a', record_type: 'Field' as const, record_id: form.ids.Score }];
  const total = { name: 'Total', equation: 'a * 2', calculation_type: 'numeric' as const, variables };
  const { form_fields } = await call(formRoutes.show, { as, params: { id: form.id } });
  const internal = await make.form('Shelters', { Name: {}, Beds: {} }, { form_type: 'internal' });
  return {
    organization,
    as,
    make,
    form,
    /** A form that is used, by nothing but what the pair makes. */
    source: await make.form('Earlier', { Answer: {} }),
    internal,
    color: form.ids.Color as number,
    other: form.ids.Other as number,
    entry: form_fields[0] as (typeof form_fields)[0],
    calculation: await make.calculation(form.id, total),
    report: await call(reportDefinitionRoutes.create, {
      as,
      body: { name: 'People', report_type: 'system', settings: { table: 'people' }, fields: [{ field: 'client_id' }] },
    }),
    group: await call(permissionGroupRoutes.create, { as, body: { name: 'Night shift' } }),
  };
};
type Place = Awaited<ReturnType<typeof newPlace>>;

/** The IDs of what each thing is in a place. */
const idOf: Record<Thing, (at: Place) => number> = {
  field: ({ color }) => color,
  option: ({ color }) => color,
  calculation: ({ calculation }) => calculation.id,
  form: ({ source }) => source.id,
  report: ({ report }) => report.id,
  permission_group: ({ group }) => group.id,
};

const addRule = async ({ as, form, other }: Place, condition: object) => {
  const logic = [{ name: 'The user', condition, actions: [{ type: 'show', field_id: other }] }] as Rule[];
  await call(formRoutes.update, { as, params: { id: form.id }, body: { logic } });
};
const addNotification = ({ as, form }: Place, more: object) =>
  call(notificationRoutes.create, {
    as,
    params: { form_id: form.id },
    body: { name: 'client_form_created', subject_template: 'The user', body_template: 'Look', ...more },
  });
const addReport = ({ as }: Place, body: object) =>
  call(reportDefinitionRoutes.create, {
    as,
    body: { name: 'The user', report_type: 'client_forms', ...body } as never,
  });
const addCalculation = ({ make, form }: Place, record_type: 'Field' | 'Calculation', record_id: number | undefined) =>
  make.calculation(form.id, {
    name: 'The user',
    equation: 'b + 1',
    calculation_type: 'numeric',
    variables: [{ name: 'b', record_type, record_id }],
  });
const addField = ({ make }: Place, more: object) => make.field('The user', more);
const earlier = async ({ as, source }: Place) => {
  const [entry] = (await call(formRoutes.show, { as, params: { id: source.id } })).form_fields;
  return { form_id: source.id, form_field_id: entry?.id as number, field_id: entry?.field_id as number };
};
const addReferrals = ({ organization }: Place, form_id: number, field_id: number) =>
  call(organizationRoutes.update, {
    as: superuser,
    params: { id: organization.id },
    body: {
      case_worthy_affiliation: {
        base_url: 'https://referrals.example.org',
        api_key: 'key',
        case_worthy_organization_id: '1',
        template_referral_form_id: form_id,
        referral_form_field_mappings: { note: field_id },
      },
    },
  });

/** Makes each kind of user of each thing that it can use. A kind that is added must be made here to pass. */
const makers: Record<UseKindName, Partial<Record<Thing, (at: Place) => Promise<unknown>>>> = {
  form: {
    field: ({ make, color }) => make.form('The user', { Color: color }),
    form: async (at) => at.make.form('The user', { Own: { entry: { settings: { pre_populate: await earlier(at) } } } }),
  },
  field: {
    field: (at) => addField(at, { metadata: { show_when: { and: [{ field_name: String(at.color), op: 'NEMPTY' }] } } }),
    option: (at) =>
      addField(at, { metadata: { show_when: { and: [{ field_name: String(at.color), op: 'EQ', value: 'red' }] } } }),
    form: async (at) => addField(at, { metadata: { pre_populate: await earlier(at) } }),
  },
  rule: {
    field: (at) =>
      addRule(at, { and: [{ scope: 'form', conditions: { and: [{ field_name: String(at.color), op: 'NEMPTY' }] } }] }),
    option: (at) => addRule(at, compared('form', String(at.color))),
    calculation: (at) => addRule(at, compared('calculator', String(at.calculation.id), 3)),
    permission_group: (at) => addRule(at, compared('administrator', 'groups', at.group.id)),
  },
  calculation: {
    field: (at) => addCalculation(at, 'Field', at.form.ids.Score),
    calculation: (at) => addCalculation(at, 'Calculation', at.calculation.id),
  },
  notification: {
    field: (at) => addNotification(at, { name: 'client_form_updated', scoped_fields: [at.color] }),
    option: (at) => addNotification(at, { conditions: JSON.stringify(compared('form', String(at.color))) }),
    calculation: (at) =>
      addNotification(at, { conditions: JSON.stringify(compared('calculator', String(at.calculation.id), 3)) }),
    permission_group: (at) => addNotification(at, { recipient_group_ids: [at.group.id] }),
  },
  report: {
    field: (at) => addReport(at, { fields: [{ form: at.form.id, field: String(at.color) }] }),
    option: (at) =>
      addReport(at, {
        fields: [{ form: at.form.id, field: String(at.other) }],
        conditions: { and: [{ form: at.form.id, field_name: String(at.color), op: 'EQ', value: 'red' }] },
      }),
    calculation: (at) =>
      addReport(at, { fields: [{ form: at.form.id, field: String(at.calculation.id), type: 'calculation' }] }),
    form: (at) => addReport(at, { fields: [{ form: at.source.id, field: 'response_id' }] }),
    report: (at) =>
      addReport(at, { report_type: 'query', report_target_id: at.report.id, fields: [{ field: 'c1', agg: 'count' }] }),
  },
  dashboard_widget: {
    report: ({ as, report }) =>
      call(dashboardWidgetRoutes.create, {
        as,
        body: { record_type: 'ReportDefinition', record_id: report.id } as never,
      }),
  },
  sequence: {
    form: ({ as, source }) =>
      call(sequenceRoutes.create, { as, body: { name: 'The user', forms: [{ id: source.id }] } }),
  },
  retention_rule: {
    form: ({ as, source }) =>
      call(retentionRoutes.create, {
        as,
        body: { subject: 'responses', form_id: source.id, amount: 3, unit: 'years' },
      }),
  },
  referral_system: {
    field: (at) => addReferrals(at, at.form.id, at.color),
    form: (at) => addReferrals(at, at.source.id, at.source.ids.Answer as number),
  },
};

/** In the pair of a calculation with a field it is another field that the calculation can count with. */
const usedId = (at: Place, kind: UseKindName, thing: Thing): number =>
  kind === 'calculation' && thing === 'field' ? (at.form.ids.Score as number) : idOf[thing](at);

type Removal = (at: Place, id: number, by: TestUser) => Promise<Reply>;
const remove: Record<Exclude<Thing, 'option'>, Removal> = {
  field: (_, id, by) => send(fieldRoutes.remove, { as: by, params: { id } }),
  calculation: ({ form }, id, by) => send(calculationRoutes.remove, { as: by, params: { form_id: form.id, id } }),
  form: (_, id, by) => send(formRoutes.remove, { as: by, params: { id } }),
  report: (_, id, by) => send(reportDefinitionRoutes.remove, { as: by, params: { id } }),
  permission_group: (_, id, by) => send(permissionGroupRoutes.remove, { as: by, params: { id } }),
};

/** What “used by” calls each kind, where a thing has such an answer and the kind stands in it. */
const listedAs: Partial<Record<UseKindName, string>> = {
  form: 'forms',
  field: 'fields',
  rule: 'rules',
  calculation: 'calculations',
  notification: 'notifications',
  report: 'reports',
  sequence: 'sequences',
  dashboard_widget: 'widgets',
};
const impacts: Partial<Record<Thing, (id: number, as: TestUser) => Promise<object>>> = {
  field: (id, as) => call(fieldRoutes.uses, { as, params: { id } }),
  form: (id, as) => call(formRoutes.uses, { as, params: { id } }),
  report: (id, as) => call(reportDefinitionRoutes.uses, { as, params: { id } }),
};

const pairs = Object.entries(useKinds).flatMap(([kind, { things }]) =>
  (things as readonly Thing[]).map((thing) => [thing, kind as UseKindName] as const),
);
const nameless: UseKindName[] = ['retention_rule', 'dashboard_widget', 'referral_system'];

test('every kind of user is made in these tests for each thing that it can use', () => {
  const made = Object.entries(makers).flatMap(([kind, of]) => Object.keys(of).map((thing) => [thing, kind]));
  expect(made.toSorted()).toEqual([...pairs].toSorted());
});

describe('is not deleted while in use:', () => {
  test.each(pairs.filter(([thing]) => thing !== 'option'))('a %s by a %s, which is named', async (thing, kind) => {
    const at = await newPlace();
    await makers[kind][thing]?.(at);
    const id = usedId(at, kind, thing);
    const refused = await remove[thing as keyof typeof remove](at, id, at.as);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['base']]);
    const message = refused.errors.base?.join() ?? '';
    expect(message).toContain(useKinds[kind].words[0]);
    if (!nameless.includes(kind)) expect(message).toContain('“The user”');

    const key = listedAs[kind];
    const impact = await impacts[thing]?.(id, at.as);
    if (key && impact)
      expect(JSON.stringify(impact[key as keyof typeof impact]), key).not.toMatch(/^(\[\]|0|undefined)$/);
  });

  const hidden: [Thing, UseKindName][] = [
    ['field', 'report'],
    ['field', 'field'],
    ['calculation', 'report'],
    ['calculation', 'notification'],
    ['form', 'report'],
    ['form', 'sequence'],
    ['report', 'report'],
    ['permission_group', 'notification'],
    ['permission_group', 'rule'],
  ];
  test.each(hidden)('a %s by a %s that the caller can’t see is counted, and not named', async (thing, kind) => {
    const at = await newPlace();
    await makers[kind][thing]?.(at);
    const id = usedId(at, kind, thing);
    const on = thing === 'calculation' ? { entity: 'forms' as const, id: at.form.id } : null;
    const entity = {
      field: 'fields',
      form: 'forms',
      report: 'report_definitions',
      permission_group: 'permission_groups',
    };
    const by = await server.newUser(at.organization, {
      grants: [
        {
          ...(on ?? { entity: entity[thing as keyof typeof entity] as 'fields', id }),
          actions: ['read', 'write', 'remove'],
        },
      ],
    });
    const refused = await remove[thing as keyof typeof remove](at, id, by);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ['base']]);
    const message = refused.errors.base?.join() ?? '';
    expect(message).toContain(`a ${useKinds[kind].words[0]} that you can’t see`);
    expect(message).not.toContain('The user');
    const impact = await impacts[thing]?.(id, by);
    if (impact) expect(JSON.stringify(impact)).not.toContain('The user');
  });
});

describe('an option that something compares with stays, hidden, when it is removed:', () => {
  const optionsAfter = async ({ as, color }: Place) => {
    const field_options = options.filter(({ value }) => value !== 'red');
    const saved = await call(fieldRoutes.update, { as, params: { id: color }, body: { field_options } });
    return saved.field_options.map(({ value, hidden }) => [value, hidden ?? false]);
  };

  test('it goes while nothing does', async () => {
    expect(await optionsAfter(await newPlace())).toEqual([['blue', false]]);
  });

  test.each(pairs.filter(([thing]) => thing === 'option'))('an %s of a %s', async (thing, kind) => {
    const at = await newPlace();
    await makers[kind][thing]?.(at);
    expect(await optionsAfter(at)).toEqual([
      ['blue', false],
      ['red', true],
    ]);
  });
});

describe('a copy', () => {
  const ofForm = pairs.filter(([, kind]) => ['rule', 'calculation', 'notification'].includes(kind));
  test.each(ofForm)('of a form has what it says of a %s in a %s about its own', async (thing, kind) => {
    const at = await newPlace();
    await makers[kind][thing]?.(at);
    const copy = await call(formRoutes.clone, { as: at.as, params: { id: at.form.id }, body: {} });
    const notifications = await call(notificationRoutes.list, { as: at.as, params: { form_id: copy.id } });
    const stored = {
      rule: copy.logic.map(({ condition }) => condition),
      calculation: copy.calculations.find(({ name }) => name === 'The user')?.variables,
      // The digits of times of day are no IDs.
      notification: notifications.data.map(({ active: _, created_at: _at, updated_at: _then, ...one }) => one),
    };
    const said = JSON.stringify(stored[kind as keyof typeof stored]);
    const total = copy.calculations.find(({ name }) => name === 'Total')?.id;
    expect(total).not.toBe(at.calculation.id);
    const own = thing === 'calculation' ? total : usedId(at, kind, thing);
    expect(said).toMatch(new RegExp(`\\b${own}\\b`));
    if (thing === 'calculation') expect(said).not.toMatch(new RegExp(`\\b${at.calculation.id}\\b`));
    const saved = await send(formRoutes.update, { as: at.as, params: { id: copy.id }, body: { logic: copy.logic } });
    expect([saved.status, saved.errors]).toEqual([200, {}]);
  });

  test.each(pairs.filter(([, kind]) => kind === 'report'))(
    'of a report about a %s is another %s that uses it',
    async (thing) => {
      const at = await newPlace();
      const made = (await makers.report[thing]?.(at)) as { id: number };
      await call(reportDefinitionRoutes.clone, { as: at.as, params: { id: made.id } });
      const id = idOf[thing](at);
      if (thing === 'option') return;
      const refused = await remove[thing](at, id, at.as);
      expect(refused.errors.base?.join()).toContain('the reports “The user” and “The user (copy)”');
    },
  );
});

test('a calculation that a report or notification uses is not removed with its form’s other changes either', async () => {
  const at = await newPlace();
  await makers.report.calculation?.(at);
  await makers.notification.calculation?.(at);
  const calculations = [{ id: at.calculation.id, removed: true as const }];
  const reply = await send(formRoutes.update, { as: at.as, params: { id: at.form.id }, body: { calculations } });
  expect(reply.status).toBe(422);
  expect(reply.errors).toEqual({
    'calculations.0': [
      'The calculation “Total” is used by the notification “The user” (Intake) and the report “The user”. Remove it there first.',
    ],
  });
  const { calculations: kept } = await call(formRoutes.show, { as: at.as, params: { id: at.form.id } });
  expect(kept).toHaveLength(1);
});

test('what several use is told kind by kind, ten of a kind by name', async () => {
  const at = await newPlace();
  await makers.rule.calculation?.(at);
  for (let count = 1; count <= 12; count++)
    await addReport(at, {
      name: `Report ${String(count).padStart(2, '0')}`,
      fields: [{ form: at.form.id, field: String(at.calculation.id), type: 'calculation' }],
    });
  const refused = await remove.calculation(at, at.calculation.id, at.as);
  expect(refused.errors.base?.join()).toBe(
    'This calculation is used by the rule “The user” (Intake), the reports “Report 01”, “Report 02”, “Report 03”, “Report 04”, “Report 05”, “Report 06”, “Report 07”, “Report 08”, “Report 09”, and “Report 10”, and 2 more. Remove it there first.',
  );
});

describe('a field tells its reports', () => {
  test('as far as the caller can see them, and is not deleted while there are any', async () => {
    const at = await newPlace();
    const alone = await at.make.field('Alone');
    const form = await at.make.form('Leaving', { Alone: alone, Own: {} });
    const reports = [];
    for (let count = 1; count <= 6; count++)
      reports.push(await addReport(at, { name: `Report ${count}`, fields: [{ form: form.id, field: String(alone) }] }));
    await call(formRoutes.update, {
      as: at.as,
      params: { id: form.id },
      body: { form_fields: [{ field_id: form.ids.Own as number }] },
    });
    const named = ({ id, name }: { id: number; name: string }) => ({ id, name });
    expect((await call(fieldRoutes.show, { as: at.as, params: { id: alone } })).reports).toEqual(reports.map(named));
    const by = await server.newUser(at.organization, {
      privileges: { fields: ['read', 'write', 'remove'] },
      grants: [{ entity: 'report_definitions', id: reports[2]?.id as number, actions: ['read'] }],
    });
    expect((await call(fieldRoutes.show, { as: by, params: { id: alone } })).reports).toEqual([
      named(reports[2] as { id: number; name: string }),
    ]);
    expect((await remove.field(at, alone, by)).errors).toEqual({
      base: ['This field is used by the report “Report 3” and 5 reports that you can’t see. Remove it there first.'],
    });
    for (const { id } of reports) await call(reportDefinitionRoutes.remove, { as: at.as, params: { id } });
    expect((await remove.field(at, alone, by)).status).toBe(204);
  });
});

describe('goes without a refusal:', () => {
  test('a category of a form and a report, which then stand in none', async () => {
    const at = await newPlace();
    const category = await call(categoryRoutes.create, { as: at.as, body: { name: 'Housing' } });
    for (const [record_type, record_id] of [
      ['forms', at.form.id],
      ['report_definitions', at.report.id],
    ] as const)
      await call(categoryRoutes.setOfRecord, {
        as: at.as,
        params: { record_type, record_id },
        body: { category_records: [{ category_id: category.id }] },
      });
    expect((await send(categoryRoutes.remove, { as: at.as, params: { id: category.id } })).status).toBe(204);
    expect((await call(reportDefinitionRoutes.show, { as: at.as, params: { id: at.report.id } })).category).toBeNull();
  });

  test('a form with rules, calculations and notifications of its own', async () => {
    const at = await newPlace();
    await makers.rule.calculation?.(at);
    await makers.notification.field?.(at);
    expect((await remove.form(at, at.form.id, at.as)).status).toBe(204);
  });
});
