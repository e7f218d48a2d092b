import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Issue } from '#forms/issue.ts';
import type { Aggregate, Column } from '#reports/columns.ts';
import { type Formula, placesIn } from '#reports/formula.ts';
import { isByRow } from '#reports/matching.ts';
import {
  type Alternatives,
  columnsCompared,
  columnsOf,
  isOnePerPerson,
  type Plan,
  type PlanColumn,
  type PlanCondition,
  rowForms,
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

/**
 * The forms that give the rows in which columns stand, each with the form of the first such column. A matched response
 * goes with the form whose date it is found by.
 */
const sidesIn = ({ forms }: Plan, columns: readonly Column[]): Map<number, number> => {
  const matches = new Map(forms.map(({ id, match }) => [id, match]));
  const sides = new Map<number, number>();
  for (const { form } of columns) {
    const match = matches.get(form ?? 0);
    const row = match ? match.at?.form : form;
    if (row != null && form !== null && !sides.has(row)) sides.set(row, form);
  }
  return sides;
};

const nameIn = ({ forms }: Pick<Plan, 'forms'>, id: number | undefined) => {
  const form = forms.find((one) => one.id === id);
  return form?.restricted ? 'a restricted form' : form?.name;
};

const matched = 'A person’s responses are matched by time, so';

/**
 * Says where answers of several forms meet that may not belong together: responses of several forms stand beside each
 * other one to one, in the order of time. The time between dates of two forms and formulas of their answers can be wrong,
 * figures of one form that are grouped by a question of another can be in the wrong group, and rows that one of several
 * conditions on different forms would find can be missing.
 */
const mixedFormsWarnings = (plan: Plan): Warning[] => {
  const { mode, picks, columns, rowConditions } = plan;
  const forms = rowForms(plan);
  if (forms.length < 2 || picks || isOnePerPerson(plan)) return [];
  const nameOf = (id: number | undefined) => nameIn(plan, id);
  const sidesOf = (one: PlanColumn) => sidesIn(plan, columnsOf(one));
  const partsOf = (formula: Formula) => placesIn(formula).flatMap((place) => columnsOf(columns[place] as PlanColumn));
  const asked = rowConditions.flatMap((all) => {
    const compared = columnsCompared([all.filter(isOpen)]);
    const [one, other] = sidesIn(plan, compared).values();
    const byDate = plan.forms.find(({ id, match }) => match?.at && compared.some(({ form }) => form === id));
    const about =
      other !== undefined
        ? `“Any of these” in the conditions is about ${nameOf(one)} and ${nameOf(other)}`
        : byDate &&
          `A condition is about ${nameOf(byDate.id)}, which stands beside responses to ${nameOf(byDate.match?.at?.form ?? undefined)}`;
    return about ? [{ key: null, count: 0, message: `${about}. ${matched} rows can be missing.` }] : [];
  });
  const between = columns.flatMap((one) => {
    const read = one.formula && mode !== 'agg' ? partsOf(one.formula) : columnsOf(one);
    const [from, until] = sidesIn(plan, read).values();
    if (until === undefined) return [];
    const does = one.elapsed ? 'compares dates' : 'is computed from answers';
    const message = `“${one.label}” ${does} of ${nameOf(from)} and ${nameOf(until)}. ${matched} it can be blank or wrong.`;
    return [{ key: one.key, count: 0, message }];
  });
  if (mode !== 'agg') return [...asked, ...between];
  const groups = columns.filter((one) => !one.agg && !one.formula && sidesOf(one).size > 0);
  const ofGroups = columns
    .filter(({ agg, hidden }) => agg !== null && !hidden)
    .flatMap((one) => {
      const about = sidesIn(plan, [...columnsOf(one), ...columnsCompared(one.filters)]);
      // A figure of people alone counts the rows of all forms.
      const read = about.size > 0 ? about : new Map(forms.map(({ id }) => [id, id]));
      const apartFrom = (group: PlanColumn) => [...read].find(([form]) => !sidesOf(group).has(form));
      const group = groups.find(apartFrom);
      if (!group) return [];
      const [own] = sidesOf(group).values();
      const message =
        `“${one.label}” is about ${nameOf(apartFrom(group)?.[1])} and grouped by “${group.label}” of ${nameOf(own)}. ` +
        `${matched} groups can be blank or wrong.`;
      return [{ key: one.key, count: 0, message }];
    });
  return [...asked, ...between, ...ofGroups];
};

/** The functions whose figure changes with each row that a value stands in. */
const addingUp: readonly (Aggregate | null)[] = [
  ...(['count', 'sum', 'avg', 'median'] as const),
  ...(['percent', 'count_true', 'percent_true'] as const),
];

/** Says of figures of matched responses alone that they count rows: one response can stand beside several. */
const repeatedWarnings = (plan: Plan): Warning[] => {
  const ids = new Set(plan.forms.flatMap(({ id, match, restricted }) => (match && !restricted ? id : [])));
  if (plan.mode !== 'agg' || rowForms(plan).length === 0) return [];
  const warnings = plan.columns.flatMap((one): [string, Warning][] => {
    const read = columnsOf(one).map(({ form }) => form ?? 0);
    if (!addingUp.includes(one.agg) || read.length === 0 || !read.every((form) => ids.has(form))) return [];
    // A change is told by its own name, once for both figures behind it.
    const shown = plan.columns.find(({ key }) => key === (one.behind ?? one.key)) ?? one;
    const message = `“${shown.label}” counts the response to ${nameIn(plan, read[0])} in each row. The same response can count several times.`;
    return shown.hidden ? [] : [[shown.key, { key: shown.key, count: 0, message }]];
  });
  return [...new Map(warnings).values()];
};

/** What is to be known of columns of several forms. */
export const formWarnings = (plan: Plan): Warning[] => [...mixedFormsWarnings(plan), ...repeatedWarnings(plan)];

/**
 * Says of each form whose responses can't be found or ordered as the report says, since a date that they go by is gone or
 * can't be read.
 */
export const unmatchedWarnings = (plan: Plan): Warning[] =>
  plan.forms.flatMap(({ name, restricted, match, window }) => {
    if (window?.isUnordered && !restricted) {
      const message = `What responses to ${name} were ordered by no longer exists, so they’re ordered by when they were recorded. Edit the report to choose another.`;
      return [{ key: null, count: 0, message }];
    }
    if (!match || restricted) return [];
    const { response, date, at } = match;
    const isGone = !date || (isByRow(response) && !at);
    // Where no form that gives rows can be read, there is nothing that it could stand beside.
    const isClosed = at?.restricted && rowForms(plan).some((form) => !form.restricted);
    if (!isGone && !isClosed) return [];
    const why = isGone
      ? 'a date that it is matched by no longer exists. Edit the report to choose another'
      : 'it is matched by a date that you can’t read';
    return [{ key: null, count: 0, message: `${name} is blank: ${why}.` }];
  });

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
export const unappliedBelow = (plan: Plan): Warning[] => {
  const messages = [
    ...(unappliedWarnings(plan).length > 0
      ? ['A condition of the source report can’t be applied, so records are missing.']
      : []),
    ...(unmatchedWarnings(plan).length > 0
      ? ['A form of the source report can’t be matched to its rows, so answers are missing.']
      : []),
  ];
  return messages.map((message) => ({ key: null, count: 0, message }));
};
