import { beforeAll, describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { call } = server;
const { page, values } = reporting(server);
const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);
const [ana, ben] = [await make.person('Ana'), await make.person('Ben')];

/** Leaves these questions alone on a form. */
const keepOnly = (form: TestForm, ...names: string[]) =>
  call(formRoutes.update, {
    as: owner,
    params: { id: form.id },
    body: { form_fields: names.map((name) => ({ field_id: form.ids[name] as number, is_required: false })) },
  });

describe('a question that left its form', () => {
  let visit: TestForm;
  const of = (name: string, more: object = {}) => ({ form: visit.id, field: String(visit.ids[name]), ...more });
  const above = (value: number) => ({
    form: visit.id,
    type: 'field',
    field_name: String(visit.ids.Score),
    op: 'GT',
    value,
  });

  beforeAll(async () => {
    visit = await make.form('Visit', {
      Color: {},
      Score: { field_type: 'number' },
      Story: { field_type: 'freeform-long' },
      Home: { field_type: 'address' },
    });
    const Home = { text: '12 Pine St, Reno, NV' };
    await make.record(visit, { Color: 'red', Score: 10, Story: 'Long ago', Home }, { client_id: ana });
    await make.record(visit, { Color: 'red', Score: 2 }, { client_id: ana });
    await make.record(visit, { Color: 'blue', Score: 7 }, { client_id: ben });
    await keepOnly(visit, 'Color');
    await make.record(visit, { Color: 'blue' }, { client_id: ben });
  });

  test('is a column with its answers, called what it is, whether or not it had a typed column', async () => {
    const fields = [of('Color'), of('Score'), of('Story'), of('Home')];
    const { headers, records, warnings } = await page(owner, { fields, default_order: [of('Score')] });
    expect(headers.map(({ label }) => label)).toEqual([
      'Color',
      'Score (no longer on this form)',
      'Story (no longer on this form)',
      'Home (no longer on this form)',
    ]);
    expect(records.map(({ display_values }) => display_values)).toEqual([
      ['red', '2', '', ''],
      ['blue', '7', '', ''],
      ['red', '10', 'Long ago', '12 Pine St, Reno, NV'],
      ['blue', '', '', ''],
    ]);
    expect(warnings).toEqual([]);
  });

  test('is asked by the conditions of a report, and of a count', async () => {
    expect(await values(owner, { fields: [of('Score')], conditions: [above(5)] })).toEqual([[10], [7]]);
    const counted = { field: 'client_id', agg: 'count', filters: { and: [above(5)] } };
    expect(await values(owner, { fields: [of('Color'), counted, of('Score', { agg: 'sum' })] })).toEqual([
      ['blue', 1, 7],
      ['red', 1, 12],
    ]);
  });

  test('is offered for new reports, and comes back under its name when it is asked again', async () => {
    const offered = async () => {
      const { forms } = await call(reportDefinitionRoutes.catalogue, {
        as: owner,
        query: { report_type: 'client_forms', forms: String(visit.id) },
      });
      return forms.find(({ id }) => id === visit.id)?.columns.map(({ label }) => label) ?? [];
    };
    expect(await offered()).toContain('Score (no longer on this form)');
    await keepOnly(visit, 'Color', 'Score');
    expect(await offered()).toContain('Score');
    await keepOnly(visit, 'Color');
    const rename = (name: string) =>
      call(fieldRoutes.update, { as: owner, params: { id: visit.ids.Score as number }, body: { name } });
    await rename('Points');
    expect(await offered()).toContain('Points (no longer on this form)');
    await rename('Score');
  });

  test('is no column when nothing was ever answered on the form', async () => {
    const draft = await make.form('Draft', { Kept: {}, Dropped: {} });
    await keepOnly(draft, 'Kept');
    const { forms } = await call(reportDefinitionRoutes.catalogue, {
      as: owner,
      query: { report_type: 'client_forms', forms: String(draft.id) },
    });
    const labels = forms[0]?.columns.map(({ label }) => label) ?? [];
    expect(labels).toContain('Kept');
    expect(labels.filter((label) => label.includes('Dropped'))).toEqual([]);
  });

  test('is known still when its type was another for a while', async () => {
    const form = await make.form('Late', { Kept: {}, Late: { field_type: 'number' } });
    const params = { id: form.ids.Late as number };
    for (const field_type of ['date', 'number'] as const)
      await call(fieldRoutes.update, { as: owner, params, body: { field_type } });
    await server.query('update fields set field_type = $2 where id = $1', [params.id, 'date']);
    await server.query('update fields set field_type = $2 where id = $1', [params.id, 'number']);
    await make.record(form, { Late: 3 }, { client_id: ana });
    const late = { form: form.id, field: String(form.ids.Late) };
    expect(await values(owner, { report_type: 'fields', fields: [{ field: late.field }] })).toEqual([[3]]);
    await keepOnly(form, 'Kept');
    expect(await values(owner, { fields: [late] })).toEqual([[3]]);
    await keepOnly(form, 'Kept', 'Late');
    const [slot] = await server.query('select slot from field_slots where form_id = $1 and field_id = $2', [
      form.id,
      params.id,
    ]);
    expect(slot).toEqual({ slot: 'n01' });
  });

  test('is among the answers to a field on any form', async () => {
    const field = { field: String(visit.ids.Story) };
    const { headers, records } = await page(owner, { report_type: 'fields', fields: [{ field: 'client_id' }, field] });
    expect(headers[1]?.label).toBe('Story (no longer on any form)');
    expect(records.map((one) => one.values)).toEqual([[ana, 'Long ago']]);
  });
});
