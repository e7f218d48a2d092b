import { type Catalogue, type Column, isField } from '../columns.ts';
import type { ReportDefinition, ReportField } from '../definition.ts';
import { placesIn } from '../formula.ts';
import { needsFunction, reportKinds } from '../kinds.ts';
import { periodOf, resultOfPeriod } from '../periods.ts';
import { findColumn } from './find-column.ts';
import { columnsOf, isOfEnds, type PlanColumn, plainColumn } from './plan.ts';
import type { ConditionContext, Say } from './plan-conditions.ts';
import { planElapsed } from './plan-elapsed.ts';
import { planFirstToLatest } from './plan-first-to-latest.ts';
import { withFormulas } from './plan-formula.ts';
import { type Mode, planFunction } from './plan-function.ts';
import { planGroup } from './plan-group.ts';
import { withTops } from './plan-top.ts';
import { type WindowPlans, withWindow } from './plan-window.ts';

const gone = 'This column no longer exists. Choose another.';

const missing = ({ form }: ReportField, { forms }: Catalogue, path: string): [path: string, message: string] =>
  form === null || forms.some(({ id }) => id === form)
    ? [`${path}.field`, gone]
    : [`${path}.form`, 'Choose a form that you can use in this report'];

type Reading = Pick<Mode, 'mode'> & { windowed: WindowPlans; reading: ConditionContext };

const planColumn = (
  one: ReportField,
  path: string,
  { reading, definition, mode, windowed: { windows, over } }: Reading & Mode,
): PlanColumn => {
  const { say, catalogue } = reading;
  const { key, form, type, component, formatter, hidden } = one;
  const blank = { ...plainColumn, key, formatter, hidden };
  // Formulas speak of the other columns, so that they come after them.
  if (type === 'operation') return { ...blank, label: '', column: null, result: 'number' };
  const found = findColumn(catalogue, { form, field: one.field as string, type });
  const timed = found ? planElapsed(one, { column: found, path }, { ...reading, definition }) : null;
  const ends = found ? planFirstToLatest(one, { column: found, path }, { ...reading, windows }) : null;
  const shown = found && one.first_to_latest ? ends?.column : one.elapsed && found ? timed?.column : found;
  const isGroup = mode === 'agg' && one[reportKinds[definition.report_type].functionKey] === null;
  const { column, bands, eachOf } = planGroup(one, { column: shown, isGroup, say, path });
  if (!found) say(...missing(one, catalogue, path));
  if (component && column && column.result !== 'address')
    say(`${path}.component`, `Leave this out: ${column.label} isn’t an address`);
  const isPart = component !== null && column?.result === 'address';
  const period = isGroup && column ? periodOf(column.result, formatter?.output ?? column.format) : null;
  const result = bands ? 'scale' : period ? resultOfPeriod[period] : (column?.result ?? 'text');
  const planned: PlanColumn = {
    ...blank,
    ...planFunction(one, { column, result: isPart ? 'text' : result, path }, { reading, definition, mode }),
    elapsed: timed?.elapsed ?? null,
    over: ends?.over ?? null,
    bands,
    eachOf,
    component: isPart ? component : null,
    period,
  };
  return withWindow(planned, over);
};

/** Whether a column reads anything that each of several people in a row has. */
const isOfMembers = (definition: ReportDefinition, one: PlanColumn): boolean =>
  columnsOf(one).some((column) => needsFunction(definition, column));

/** A household is one row: what is known of its members is computed, and counts households by what is known of them. */
const checkMembers = (definition: ReportDefinition, columns: readonly PlanColumn[], say: Say) =>
  columns.forEach((one, index) => {
    if (!one.column) return;
    if (isOfMembers(definition, one)) {
      if (!one.agg) say(`fields.${index}.agg`, 'Choose a function: a household has several members');
      return;
    }
    one.filters.forEach((all, at) => {
      all.forEach(({ column }, place) => {
        if (!column) return;
        const computed = column.computed && columns.find(({ key }) => key === column.field);
        const path = `fields.${index}.filters.and.${at}${all.length > 1 ? `.or.${place}` : ''}.field_name`;
        if (computed ? isOfMembers(definition, computed) : needsFunction(definition, column))
          say(path, 'To count households, group by columns of the household');
      });
    });
  });

/** What the type of a report asks of its columns besides. */
const checkKind = (definition: ReportDefinition, columns: readonly PlanColumn[], say: Say) => {
  const { report_type, fields, settings } = definition;
  const { firstTable, needsField, functionKey, groupLimit } = reportKinds[report_type];
  if (firstTable && !settings.table) say('settings.table', 'Choose a table');
  const isOfField = (one: ReportField) => isField(one) || (one.elapsed?.until && isField(one.elapsed.until));
  if (needsField && !fields.some(isOfField)) say('fields', 'Choose at least one field of a form');
  checkMembers(definition, columns, say);
  const groups = fields.filter((one) => one.type !== 'operation' && !one[functionKey]);
  columns.forEach(({ share }, index) => {
    if (share === 'group' && groups.length < 2)
      say(`fields.${index}.share`, 'Choose percent of total: a percentage of the group needs two columns to group by');
  });
  if (groupLimit && groups.length > groupLimit) say('fields', `Group by at most ${groupLimit} columns`);
};

/** The columns of a report, those that cannot be found as blank ones. */
export const planColumns = (definition: ReportDefinition, read: Reading): PlanColumn[] => {
  const { fields } = definition;
  const { mode, reading } = read;
  const { say } = reading;
  fields.forEach(({ key }, index) => {
    if (fields.findIndex((one) => one.key === key) < index)
      say(`fields.${index}.key`, 'Another column already has this key');
  });
  const columns = fields.map((one, index) => planColumn(one, `fields.${index}`, { ...read, definition }));
  const all = withFormulas(columns, { definition, mode, reading });
  checkKind(definition, all, say);
  return withTops(all, fields, say);
};

/**
 * The columns that a report computes of each row, by their keys, for its conditions: formulas, the time between two dates,
 * and the first and the latest answer. A sentence where a formula is of figures, which are known of groups alone.
 */
export const computedColumns = (
  definition: ReportDefinition,
  { mode, windowed, reading }: Reading,
): Map<string, Column | string> => {
  const fields = definition.fields.map((one) => ({ ...one, filters: null }));
  const columns = planColumns(
    { ...definition, fields },
    { mode, windowed, reading: { ...reading, say: () => undefined } },
  );
  const computed = columns.filter((one) => one.elapsed || one.formula || one.rowFormula || isOfEnds(one));
  return new Map(
    computed.map(({ key, label, formula, rowFormula, column, result }): [string, Column | string] => {
      if (formula && mode === 'agg') return [key, ofFigures];
      const parts = formula ? placesIn(formula).map((place) => columns[place]) : (rowFormula?.columns ?? []);
      if (parts.some((part) => !part?.column)) return [key, ofGone];
      const read = formula ? parts.map((part) => part?.column) : [column];
      // A condition is about what stands in a row, before any function.
      const named = fields.find((one) => one.key === key)?.label ?? (formula ? label : column?.label);
      return [
        key,
        {
          ...{ form: null, field: key, type: 'field', computed: true },
          label: named ?? label,
          result: formula ? result : (column?.result ?? result),
          ...(!formula && column?.options && { options: column.options }),
          ...(read.some((one) => one?.restricted) && { restricted: true }),
        },
      ];
    }),
  );
};

const ofGone = 'This condition uses a calculation whose column no longer exists';
const ofFigures =
  'This calculation uses the figures of groups. Choose a function for it, or limit the rows in an Aggregate on this report.';
