import { describe, expect, test } from 'vitest';
import type { Column, ResultType } from '#reports/columns.ts';
import { conditionsIn } from '#reports/conditions.ts';
import type { ReportField } from '#reports/definition.ts';
import { firstStep, redone, undone, withChange } from '#web/screens/edit-steps.ts';
import { countChanges } from './changes.ts';
import {
  bodyOf,
  emptyReport,
  type ReportValues,
  withColumn,
  withColumns,
  withCopy,
  withField,
  withForms,
  withFormula,
  withFunction,
  withMode,
  withOperation,
  withOrder,
  withType,
} from './draft.ts';
import { withColumnFunction, withOrderColumn, withOrderFunction } from './window-draft.ts';

const column = (form: number | null, field: string, result: ResultType = 'number'): Column => ({
  form,
  field,
  type: 'field',
  label: `Field ${field}`,
  result,
});
const [score, seen, note, clientId] = [
  column(12, '34'),
  column(12, '36', 'date'),
  column(13, '40', 'text'),
  column(null, 'client_id'),
];
const built = (...columns: Column[]): ReportValues =>
  columns.reduce((values, one) => withColumn(values, one, true), { ...emptyReport, forms: [12, 13] });
const keys = ({ fields }: ReportValues) => fields.map(({ key }) => key);
const formulas = ({ fields }: ReportValues) => fields.flatMap(({ formula }) => formula ?? []);
const fieldAt = (values: ReportValues, place: number) => values.fields[place] as ReportValues['fields'][number];

const unnamed = () => null;

describe('columns', () => {
  test('that are taken away and added again have keys of their own', () => {
    const values = withColumn(built(clientId, score, seen), score, false);
    expect(keys(values)).toEqual(['c1', 'c3']);
    expect(keys(withColumn(values, note, true))).toEqual(['c1', 'c3', 'c4']);
  });

  test('of a form that is taken away go with what was said of them', () => {
    const values: ReportValues = {
      ...withOrder(withMode(built(clientId, score, note), 'window'), 'c2', 'desc'),
      conditions: {
        and: [
          { form: 12, field_name: '34', op: 'EMPTY' },
          { form: 13, field_name: '40', op: 'EMPTY' },
        ],
      },
      window: withOrderFunction({}, 12, { made: 'latest', time: 'completed_at' }),
      partition_field: { form: 12, field: '36', type: 'field' },
    };
    expect(withForms(values, [13])).toMatchObject({
      forms: [13],
      fields: [{ key: 'c1' }, { key: 'c3' }],
      default_order: [],
      conditions: { and: [{ form: 13 }] },
      window: {},
      partition_field: null,
      parameters: [],
    });
  });

  test('RP-12 can be there twice, each with a key, and formulas go on speaking of the same ones', () => {
    const values = withFormula(withOperation(built(clientId, score, seen)), 'c4', 'B + C');
    const copied = withCopy(withField(values, 'c2', { label: 'Score at entry', agg: 'sum' }), 'c2', unnamed);
    expect(keys(copied)).toEqual(['c1', 'c2', 'c5', 'c3', 'c4']);
    expect(fieldAt(copied, 2)).toMatchObject({ form: 12, field: '34', agg: 'sum', label: null });
    expect(formulas(copied)).toEqual(['B + D']);
    expect(formulas(withCopy(values, 'c4', unnamed))).toEqual(['B + C', 'B + C']);
    expect(withCopy(values, 'c9', unnamed)).toBe(values);
  });

  test('RP-12 are called by what they work out until somebody writes a label', () => {
    const filters = (value: number) => ({ and: [{ form: 12, field_name: '34', op: 'GT' as const, value }] });
    const proposed = ({ filters, share }: Pick<ReportField, 'filters' | 'share'>) =>
      filters ? `Score is more than ${conditionsIn(filters)[0]?.value}${share ? ', percent' : ''}` : null;
    const labelOf = (one: ReportValues) => fieldAt(one, 1).label;
    const worked = (one: ReportValues, change: object) => withFunction(one, 'c2', { change, proposed });
    const first = worked(built(clientId, score), { filters: filters(5) });
    expect(labelOf(first)).toBe('Score is more than 5');
    expect(labelOf(worked(first, { filters: filters(6) }))).toBe('Score is more than 6');
    expect(labelOf(worked(first, { share: 'total' }))).toBe('Score is more than 5, percent');
    expect(labelOf(worked(first, { filters: null }))).toBeNull();
    expect(fieldAt(withCopy(first, 'c2', proposed), 2).label).toBe('Score is more than 5');
    expect(labelOf(withMode({ ...first, mode: 'agg' }, 'none', proposed))).toBeNull();
    const written = withField(first, 'c2', { label: 'High' });
    expect(labelOf(withMode({ ...written, mode: 'agg' }, 'none', proposed))).toBe('High');
    expect(labelOf(worked(written, { filters: filters(6) }))).toBe('High');
  });

  test('lose a target with their function, unless they are formulas', () => {
    const ofTarget = { share: 'target', target: 50 } as const;
    const values = withField(withFormula(withOperation(built(clientId, score)), 'c3', 'A + B'), 'c3', {
      ...ofTarget,
      agg: 'sum',
    });
    const agg = withField({ ...values, mode: 'agg' }, 'c2', { ...ofTarget, agg: 'sum' });
    const { fields } = withMode(agg, 'none');
    expect(fields.map(({ agg, share, target }) => [agg, share, target])).toEqual([
      [null, undefined, undefined],
      [null, undefined, undefined],
      [null, 'target', 50],
    ]);
  });

  test('lose the format of a percentage when they are none any more, and keep every other', () => {
    const change = (from: object, to: object) =>
      fieldAt(
        withFunction(withField(built(score), 'c1', { agg: 'count', formatter: { format: 'percent' }, ...from }), 'c1', {
          change: to,
          proposed: unnamed,
        }),
        0,
      ).formatter;
    expect(change({ share: 'total' }, { share: undefined })).toBeNull();
    expect(change({ share: 'total' }, { share: 'group' })).toEqual({ format: 'percent' });
    expect(change({ agg: 'percent' }, { agg: 'sum' })).toBeNull();
    expect(change({}, { agg: 'sum' })).toEqual({ format: 'percent' });
    const shared = withField(built(score), 'c1', { agg: 'sum', share: 'total', formatter: { format: 'percent' } });
    expect(fieldAt(withMode({ ...shared, mode: 'agg' }, 'none'), 0).formatter).toBeNull();
  });

  test('beyond the letters are duplicated at the end, so that no formula loses one', () => {
    const many = built(...Array.from({ length: 26 }, (_, index) => column(12, `${100 + index}`)));
    const values = withFormula(withOperation(many), 'c27', 'Y + Z');
    const copied = withCopy(values, 'c1', unnamed);
    expect(formulas(copied)).toEqual(['Y + Z']);
    expect(fieldAt(copied, 27)).toMatchObject({ field: '100' });
  });

  test('of a household are counted, unless each member has a row', () => {
    const household: ReportValues = { ...emptyReport, report_type: 'household' };
    expect(withColumn(household, column(null, 'client_age'), true)).toMatchObject({
      mode: 'agg',
      fields: [{ agg: 'count' }],
    });
    expect(withColumn(household, column(null, 'household_size'), true)).toMatchObject({
      mode: 'none',
      fields: [{ agg: null }],
    });
    const members = { ...household, settings: { per_member: true } };
    expect(withColumn(members, column(null, 'client_age'), true)).toMatchObject({
      mode: 'none',
      fields: [{ agg: null }],
    });
  });
});

describe('formulas', () => {
  const added = withOperation(built(clientId, score, seen));
  const values = withFormula(added, 'c4', 'b + c');

  test('RP-26 RP-27 are typed in capitals, and sent without spaces', () => {
    expect(formulas(values)).toEqual(['B + C']);
    expect(bodyOf(values).fields.at(-1)).toMatchObject({ type: 'operation', formula: 'B+C', field: null });
  });

  test('RP-28 go on speaking of the same columns when these move', () => {
    const [first, second, third, sum] = values.fields as [never, never, never, never];
    expect(formulas(withColumns(values, [third, second, first, sum]))).toEqual(['B + A']);
  });

  test('say so where a column of theirs is gone, and never mean another one', () => {
    expect(formulas(withColumn(values, score, false))).toEqual(['? + B']);
  });
});

describe('functions', () => {
  const grouped = withField(withMode(built(clientId, score), 'agg'), 'c2', {
    agg: 'sum',
    filters: { and: [{ form: 12, field_name: '34', op: 'GT', value: 5 }] },
  });

  test.each(['none', 'window'] as const)('RP-41 RP-42 %s drops what an aggregate had', (mode) => {
    const { fields } = withMode(grouped, mode);
    expect(fields).toMatchObject([{ agg: null }, { agg: null, filters: null }]);
  });

  test('RP-41 none clears the window', () => {
    const values = withMode(
      { ...withMode(grouped, 'window'), partition_field: { form: 12, field: '36', type: 'field' } },
      'none',
    );
    expect(values).toMatchObject({ window: null, partition_field: null });
    expect(bodyOf(values)).toMatchObject({ window: null, function_mode: 'none' });
  });

  const time = 'completed_at';
  const total = withColumnFunction({}, 12, { column: score, made: 'running_total' });

  test('RP-44 compare takes away what was said of other columns in its section', () => {
    expect(withOrderFunction(total, 12, { made: 'compare', time })).toEqual({
      order_fields: { 12: [{ form: 12, field: time, type: 'field', function: 'compare' }] },
    });
  });

  test('RP-46 a comparison is said of a column, and goes with the comparing', () => {
    const compared = withOrderFunction({}, 12, { made: 'compare', time });
    const diff = withColumnFunction(compared, 12, { column: score, made: 'diff' });
    expect(diff.compare_operations).toEqual({ 12: [{ form: 12, field: '34', type: 'field', function: 'diff' }] });
    expect(withOrderFunction(diff, 12, { made: null, time })).toEqual({});
  });

  test('RP-47 the column that orders may be another one', () => {
    const latest = withOrderFunction({}, 12, { made: 'latest', time });
    const bySeen = withOrderColumn(latest, 12, { column: seen, time });
    expect(bySeen.order_fields).toEqual({ 12: [{ form: 12, field: '36', type: 'field', function: 'latest' }] });
    expect(withOrderColumn(total, 12, { column: seen, time })).toMatchObject({ functions: total.functions });
  });
});

describe('the default order', () => {
  const values = built(clientId, score, seen, note);
  const ordered = (...entries: [string, 'asc' | 'desc'][]) =>
    entries
      .reduce((now, [key, order]) => withOrder(now, key, order), values)
      .default_order.map(({ key, order }) => `${key} ${order}`);

  test('RP-48 keeps the last three', () =>
    expect(ordered(['c1', 'asc'], ['c2', 'asc'], ['c3', 'asc'], ['c4', 'asc'])).toEqual([
      'c2 asc',
      'c3 asc',
      'c4 asc',
    ]));

  test('RP-49 of a column replaces what was there, at its own place', () =>
    expect(ordered(['c1', 'asc'], ['c2', 'asc'], ['c1', 'desc'])).toEqual(['c2 asc', 'c1 desc']));
});

test('another type begins anew, but for the name', () =>
  expect(withType({ ...built(score), name: 'Scores' }, 'system')).toEqual({
    ...emptyReport,
    name: 'Scores',
    report_type: 'system',
    settings: { table: 'people' },
  }));

describe('changes', () => {
  const values = built(clientId, score);

  test('are none where nothing differs, whatever the objects', () =>
    expect(countChanges(values, structuredClone(values))).toBe(0));

  test('are counted by parts and columns', () => {
    const named = { ...values, name: 'Scores' };
    expect(countChanges(values, named)).toBe(1);
    expect(countChanges(values, withColumn(named, score, false))).toBe(2);
    expect(countChanges(values, withColumns(values, [fieldAt(values, 1), fieldAt(values, 0)]))).toBe(1);
    expect(countChanges(values, withField(values, 'c2', { label: 'Points' }))).toBe(1);
  });
});

test('ten edits and ten undos leave the report as it was', () => {
  const start = built(clientId, score, seen);
  const edits: ((values: ReportValues) => ReportValues)[] = [
    (values) => withColumn(values, note, true),
    (values) => withField(values, 'c1', { label: 'Person' }),
    (values) => withField(values, 'c2', { hidden: true }),
    withOperation,
    (values) => withFormula(values, 'c5', 'A + B'),
    (values) => withColumns(values, values.fields.toReversed()),
    (values) => withMode(values, 'agg'),
    (values) => withField(values, 'c2', { agg: 'sum' }),
    (values) => withOrder(values, 'c1', 'desc'),
    (values) => withForms(values, [13]),
  ];
  const edited = edits.reduce(
    (steps, edit, at) => withChange(steps, edit(steps.now), { tag: null, at }),
    firstStep(start),
  );
  expect(countChanges(start, edited.now)).toBeGreaterThan(0);
  const back = edits.reduce(undone, edited);
  expect(back.now).toBe(start);
  expect(edits.reduce(redone, back).now).toBe(edited.now);
});
