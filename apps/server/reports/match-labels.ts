import type { Column } from '#reports/columns.ts';
import { isByRow, type MatchWords } from '#reports/matching.ts';
import { type Plan, type PlanMatch, type PlanWindow, rowForms } from '#reports/plan/plan.ts';

/** What a date of a row is called: by its form too, where several forms give rows. */
const nameOfDate = (plan: Plan, { form, label, restricted }: Column): string => {
  if (restricted) return 'a date that you can’t read';
  const forms = rowForms(plan);
  const name = forms.length > 1 && forms.find(({ id }) => id === form)?.name;
  return name ? `${label} (${name})` : label;
};

const gone = 'a removed date';
/** What a date of a form is called; null for Time Recorded. */
const nameOfOwn = ({ field, label }: Column): string | null => (field === 'completed_at' ? null : label);

/** How the response to a form is found, by what its dates are called. */
export const matchLabels = (plan: Plan, { response, date, at }: PlanMatch): MatchWords => ({
  response,
  date: date ? nameOfOwn(date) : gone,
  at: at ? nameOfDate(plan, at) : isByRow(response) ? gone : null,
});

/** Which responses of each person a window leaves, by what its column is called; null where it leaves all. */
export const windowLabels = ({ order, reduces }: PlanWindow): MatchWords | null =>
  reduces && { response: reduces, date: nameOfOwn(order), at: null };
