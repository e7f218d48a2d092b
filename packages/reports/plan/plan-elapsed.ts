import { type Column, isDate } from '../columns.ts';
import type { ReportDefinition, ReportField } from '../definition.ts';
import { elapsedLabel } from '../elapsed.ts';
import { needsFunction } from '../kinds.ts';
import { findColumn } from './find-column.ts';
import type { TimeBetween } from './plan.ts';
import { type ConditionContext, changes } from './plan-conditions.ts';

/** The later date; null for today, undefined when there is none of that name. */
const planUntil = (
  { elapsed }: ReportField,
  path: string,
  { catalogue, forms, say }: ConditionContext,
): Column | null | undefined => {
  if (!elapsed?.until) return null;
  const { form } = elapsed.until;
  const column = form === null || forms.includes(form) ? findColumn(catalogue, elapsed.until) : undefined;
  if (column && isDate(column.result)) return column;
  say(path, column ? `Choose a date: ${column.label} isn’t a date` : 'Choose a date of this report');
  return undefined;
};

/**
 * The time from a date until another, as a column of whole numbers; null when it can't be known. Both dates must be of
 * the same row.
 */
export const planElapsed = (
  one: ReportField,
  { column: from, path }: { column: Column; path: string },
  { definition, ...reading }: ConditionContext & { definition: ReportDefinition },
): { column: Column; elapsed: TimeBetween } | null => {
  const { elapsed } = one;
  if (!elapsed) return null;
  const { say } = reading;
  if (!isDate(from.result)) {
    say(`${path}.elapsed`, `Leave this out: ${from.label} isn’t a date`);
    return null;
  }
  const until = planUntil(one, `${path}.elapsed.until`, reading);
  if (until === undefined) return null;
  const changing = [from, until].find((date) => date?.changing);
  if (changing) say(`${path}.elapsed`, changes(changing.label));
  const isOfMembers = until && needsFunction(definition, until) && !needsFunction(definition, from);
  if (isOfMembers) say(`${path}.elapsed.until`, `Choose a date of the household: ${until.label} is a member’s`);
  if (changing || isOfMembers) return null;
  const { form, field, type } = from;
  return {
    column: {
      ...{ form, field, type, result: 'number', whole: true },
      label: elapsedLabel(from, until, elapsed.unit),
      // A date that the caller can't read would show through the time until it.
      ...((from.restricted || until?.restricted) && { restricted: true }),
    },
    elapsed: { unit: elapsed.unit, from, until },
  };
};
