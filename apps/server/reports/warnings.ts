import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Issue } from '#forms/issue.ts';
import { type Formula, placesIn } from '#reports/formula.ts';
import {
  type Alternatives,
  columnsCompared,
  columnsOf,
  type Plan,
  type PlanColumn,
  type PlanCondition,
} from '#reports/plan/plan.ts';
import type { Row } from './ask.ts';
import { type CompiledReport, named } from './cells.ts';
import { isOpen } from './conditions.ts';
import { leftOutOf } from './statements.ts';

/** A line about a result, of one of its columns or of all of it. */
export type Warning = { key: string | null; count: number; message: string };

/** Says of each column that what it showed is gone. */
export const goneWarnings = ({ columns }: Plan): Warning[] =>
  columns
    .filter(({ column, formula }) => column === null && formula === null)
    .map(({ key }) => ({
      key,
      count: 0,
      message: 'This column no longer exists. Edit the report to choose another.',
    }));

/** Says of each function how many values it left out, as the totals of a result tell. */
export const leftOutWarnings = (report: CompiledReport, row: Row | undefined): Warning[] =>
  leftOutOf(report).flatMap(({ at, one }) => {
    const count = Number(row?.[`${named.leftOut(at)}_total`] ?? 0);
    // Of the two figures behind a change, only the later one is told.
    const { key, label } = report.plan.columns.find(({ key }) => key === one.behind) ?? one;
    const isEarlier = one.behind && one.filters.flat().some(({ periods }) => periods);
    return count > 0 && !isEarlier
      ? [{ key, count, message: `${label}: ${count} answers that aren’t numbers were left out` }]
      : [];
  });

/** Says of a figure that a chart or a cross table can't show it, since it needs a group that isn't there. */
export const lackingWarning = (
  { key, label }: PlanColumn,
  group: PlanColumn,
  view: 'chart' | 'cross table',
): Warning => ({
  key,
  count: 0,
  message: `${label} can’t be shown in this ${view}: it’s computed from ${group.label}, which isn’t ${view === 'chart' ? 'on' : 'in'} the ${view}.`,
});

/** The forms that a column's values come from. */
const formsOf = (one: PlanColumn): number[] => [...new Set(columnsOf(one).flatMap(({ form }) => form ?? []))];

const matched = 'A person’s responses are matched by time, so';

/**
 * Says where answers of several forms meet that may not belong together: responses of several forms stand beside each
 * other one to one, in the order of time. The time between dates of two forms and formulas of their answers can be wrong,
 * figures of one form that are grouped by a question of another can be in the wrong group, and rows that one of several
 * conditions on different forms would find can be missing.
 */
export const mixedFormsWarnings = ({ mode, forms, picks, columns, rowConditions }: Plan): Warning[] => {
  if (forms.length < 2 || picks) return [];
  const nameOf = (id: number | undefined) => {
    const form = forms.find((one) => one.id === id);
    return form?.restricted ? 'a restricted form' : form?.name;
  };
  const formsIn = (formula: Formula) => [
    ...new Set(placesIn(formula).flatMap((place) => formsOf(columns[place] as PlanColumn))),
  ];
  const asked = rowConditions.flatMap((all) => {
    const [one, other] = new Set(columnsCompared([all.filter(isOpen)]).flatMap(({ form }) => form ?? []));
    if (other === undefined) return [];
    const message = `“Any of these” in the conditions is about ${nameOf(one)} and ${nameOf(other)}. ${matched} rows can be missing.`;
    return [{ key: null, count: 0, message }];
  });
  const between = columns.flatMap((one) => {
    const isOfRows = one.formula && mode !== 'agg';
    const [from, until] = isOfRows ? formsIn(one.formula as Formula) : formsOf(one);
    if (until === undefined) return [];
    const does = one.elapsed ? 'compares dates' : 'is computed from answers';
    const message = `“${one.label}” ${does} of ${nameOf(from)} and ${nameOf(until)}. ${matched} it can be blank or wrong.`;
    return [{ key: one.key, count: 0, message }];
  });
  if (mode !== 'agg') return [...asked, ...between];
  const groups = columns.filter((one) => !one.agg && !one.formula && formsOf(one).length > 0);
  const ofGroups = columns
    .filter(({ agg, hidden }) => agg !== null && !hidden)
    .flatMap((one) => {
      const about = [...formsOf(one), ...columnsCompared(one.filters).flatMap(({ form }) => form ?? [])];
      // A figure of people alone counts the rows of all forms.
      const read = about.length > 0 ? about : forms.map(({ id }) => id);
      const isApart = (group: PlanColumn) => (form: number) => !formsOf(group).includes(form);
      const group = groups.find((each) => read.some(isApart(each)));
      if (!group) return [];
      const message =
        `“${one.label}” is about ${nameOf(read.find(isApart(group)))} and grouped by “${group.label}” of ${nameOf(formsOf(group)[0])}. ` +
        `${matched} groups can be blank or wrong.`;
      return [{ key: one.key, count: 0, message }];
    });
  return [...asked, ...between, ...ofGroups];
};

/** What a condition that can't be applied leads to: others may hold in its place. */
const effectOf = (key: string | null, isAlone: boolean): string => {
  if (isAlone) return key === null ? 'no record is found' : 'nothing is counted';
  return `it’s left out of “any of these”: ${key === null ? 'records can be missing' : 'less can be counted'}`;
};

const messageOf = ({ column, named }: PlanCondition, effect: string): string =>
  column?.restricted
    ? `A condition uses answers that you can’t read, so ${effect}.`
    : `The condition on ${named === null ? 'a removed column' : `“${named}”`} can’t be applied, so ${effect}. Edit the report to change or remove it.`;

/**
 * Says of each condition that can't be applied that it is why nothing is found: what it is about is gone, holds other
 * values than before, or is closed to the reader.
 */
export const unappliedWarnings = ({
  conditions,
  conditionsAfter,
  rowConditions,
  forms,
  columns,
  mode,
}: Plan): Warning[] => {
  const asked: { key: string | null; all: Alternatives }[] = [
    ...[...conditions, ...conditionsAfter, ...rowConditions].map((all) => ({ key: null, all })),
    ...forms.flatMap(({ window }) => (window?.filters ?? []).map((all) => ({ key: null, all }))),
    ...columns.flatMap(({ key, filters, behind }) => filters.map((all) => ({ key: behind ?? key, all }))),
  ];
  const warnings = asked.flatMap(({ key, all }) => {
    const effect = effectOf(key, !all.some(isOpen));
    return all.filter((one) => !isOpen(one)).map((one) => ({ key, count: 0, message: messageOf(one, effect) }));
  });
  const changing = mode === 'agg' ? columns.filter(({ column }) => column?.changing) : [];
  const uncompared = columns.flatMap(({ key, label, compare }) =>
    compare?.isBlank ? { key, count: 0, message: `“${label}” is blank: there is no single period to compare.` } : [],
  );
  const nothingOf = changing.map(({ key }) => ({
    key,
    count: 0,
    message: 'It changes daily, so it can only be shown.',
  }));
  return [
    ...new Map([...warnings, ...uncompared, ...nothingOf].map((one) => [`${one.key} ${one.message}`, one])).values(),
  ];
};

/** Says why a report can't be sorted by a column of its order. */
export const unorderedWarnings = (issues: readonly Issue[]): Warning[] =>
  [...new Set(issues.map(({ message }) => message))].map((message) => ({
    key: null,
    count: 0,
    message: inSentences(['The chosen order can’t be used.', message]),
  }));

/** The same for the report below an Aggregate, without names: not everybody who reads the Aggregate may know them. */
export const unappliedBelow = (plan: Plan): Warning[] =>
  unappliedWarnings(plan).length > 0
    ? [
        {
          key: null,
          count: 0,
          message: 'A condition of the source report can’t be applied, so records are missing.',
        },
      ]
    : [];
