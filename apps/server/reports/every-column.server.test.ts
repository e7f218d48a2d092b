import { expect, test } from 'vitest';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import type { Column } from '#reports/columns.ts';
import { operatorsOf } from '#reports/operators.ts';
import { seedEveryKind } from '#tests/reports/every-kind.ts';
import { isSample, sampled } from '#tests/sample.ts';
import { startServer } from '#tests/server/harness.ts';
import { type DefinitionDraft, reporting } from '#tests/server/reporting.ts';

const server = await startServer();
const { page } = reporting(server);
const { organization, form, cases } = await seedEveryKind(server);
const as = organization.owner;

/** A value that a condition could compare this with. */
const operand = ({ result }: Column) =>
  ({ number: 1, user: 1, record: 1, date: '2026-01-01', timestamp: 'last 7 days', time: '10:30' })[result as string] ??
  'red';

const conditionsOn = (column: Column) =>
  (column.operators ?? operatorsOf[column.result]).map((op) => {
    const asked = {
      ...(column.form === null ? {} : { form: column.form }),
      field_name: column.field,
      type: column.type,
      op,
    };
    if (['EMPTY', 'NEMPTY', 'TRUE', 'FALSE'].includes(op)) return asked;
    if (['DOW', 'NDOW'].includes(op)) return { ...asked, value: [1] };
    const value = operand(column);
    if (['IN', 'NIN'].includes(op)) return { ...asked, value: [value] };
    return { ...asked, value: op.endsWith('RANGE') ? [value, value] : value };
  });

const byName =
  /^((client|form|user|response|household)_[a-z_]+|(created|updated)_(by|at)|completed_at|question|answer_status|\d+)$/;
const operators =
  'EQ NEQ IN NIN LT LTE GT GTE BWITH EWITH CONTAINS NCONTAINS RANGE NRANGE DOW NDOW EMPTY NEMPTY TRUE FALSE';
const met = { names: new Set<string>(), operators: new Set<string>() };

test.each(sampled('every column', 4, cases))(
  'RP-31 RP-32 %s: each column is shown, counted, and asked in every way that is offered',
  async (_, type, query, draft) => {
    const catalogue = await server.call(reportDefinitionRoutes.catalogue, {
      as,
      query: { report_type: type, ...query } as never,
    });
    const columns = [...catalogue.columns, ...catalogue.forms.flatMap((one) => one.columns)] as Column[];
    expect(columns.length).toBeGreaterThan(2);
    const entries = columns.map(({ form, field, type }) => ({ form, field, type }));
    const first =
      entries.find(({ form }) => form !== null) ?? entries.find(({ field }) => /^\d+$/.test(field)) ?? entries[0]!;
    const report = (more: object) => page(as, { report_type: type, ...draft, ...more } as DefinitionDraft);
    const isCounted = type === 'household' && !draft.settings?.per_member;
    const shown = isCounted ? catalogue.columns.filter(({ field }) => field.startsWith('household_')) : columns;
    const all = shown.map(({ form, field, type }) => ({ form, field, type }));
    const base = isCounted ? { ...all[0], agg: null } : first;
    // A report of forms has a column of one, whatever else it shows.
    for (let at = 0; at < all.length; at += 25) await report({ fields: [base, ...all.slice(at, at + 25)] });
    for (const entry of all) {
      const sorted = report({ fields: [base, entry], default_order: [{ ...entry, order: 'desc' }] });
      if (entry.field === 'client_ssn_suffix') await expect(sorted).rejects.toMatchObject({ code: 'invalid' });
      else await sorted;
    }
    for (const entry of entries)
      await report({ fields: [base, { ...entry, agg: 'count' }, { ...entry, agg: 'count_distinct' }] });
    for (const entry of all) await report({ fields: [entry, { ...base, agg: 'count' }] });
    for (const column of columns) {
      // What changes with the day is worked out when it is read, and cannot be asked.
      if (column.changing) continue;
      const needed =
        column.form === null
          ? [base]
          : [base, { form: column.form, field: column.field, type: column.type, agg: isCounted ? 'count' : null }];
      met.names.add(column.field);
      for (const condition of conditionsOn(column)) {
        met.operators.add(condition.op);
        const fields = needed;
        await report({ fields, conditions: [condition] }).catch((error) => {
          throw new Error(`${JSON.stringify(condition)}: ${JSON.stringify(error.errors ?? error.message)}`);
        });
      }
    }
  },
  60_000,
);

test.skipIf(isSample)('RP-31 RP-32 conditions name what they are about and how it compares by these words', () => {
  expect([...met.operators].toSorted()).toEqual(operators.split(' ').toSorted());
  expect([...met.names].filter((name) => !byName.test(name))).toEqual([]);
  const kinds = [...met.names].map((name) => /^(client|form|user|response|household)_/.exec(name)?.[0] ?? name);
  const stamps = ['created_by', 'created_at', 'updated_by', 'updated_at', 'completed_at'];
  expect(kinds).toEqual(expect.arrayContaining(['client_', 'form_', 'user_', 'response_', 'household_', ...stamps]));
  expect(kinds).toContain(String(form.ids.number));
});
