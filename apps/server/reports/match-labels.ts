import type { Column } from '#reports/columns.ts';
import { isByRow, type MatchWords } from '#reports/matching.ts';
import { type Plan, type PlanMatch, rowForms } from '#reports/plan/plan.ts';

/** What a date of a row is called: by its form too, where several forms give rows. */
const nameOfDate = (plan: Plan, { form, label, restricted }: Column): string => {
  if (restricted) return 'a date that you can’t read';
  const forms = rowForms(plan);
  const name = forms.length > 1 && forms.find(({ id }) => id === form)?.name;
  return name ? `${label} (${name})` : label;
};

const gone = 'a removed date';

/** How the response to a form is found, by what its dates are called. */
export const matchLabels = (plan: Plan, { response, date, at }: PlanMatch): MatchWords => ({
  response,
  date: date ? (date.field === 'completed_at' ? null : date.label) : gone,
  at: at ? nameOfDate(plan, at) : isByRow(response) ? gone : null,
});
