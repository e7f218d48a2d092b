import type { ReportDefinition } from '#reports/definition.ts';
import type { ResponseMatch } from '#reports/matching.ts';
import { rowFormsOf } from '#reports/plan/plan-match.ts';
import { formsNamed } from '#reports/plan/plan-report.ts';
import { withoutEnds } from './ends-draft.ts';
import { withoutFormInWindow } from './window-draft.ts';

type Draft = ReportDefinition & { forms: number[] };
type Matching = Readonly<Record<string, ResponseMatch>>;

/** With these matches. A date of a row that is no longer one goes; without any, nothing is said of them. */
const withMatching = <D extends Draft>(values: D, matching: Matching): D => {
  const { matching: _, ...settings } = values.settings;
  const next = { ...values, settings: { ...settings, matching: { ...matching } } };
  const rows = rowFormsOf(next, values.forms);
  const kept = Object.entries(matching).map(([form, match]): [string, ResponseMatch] => [
    form,
    match.at && !rows.includes(match.at.form ?? 0) ? { ...match, at: undefined } : match,
  ]);
  return { ...values, settings: kept.length > 0 ? { ...settings, matching: Object.fromEntries(kept) } : settings };
};

/** With the response to a form that stands beside each row; null makes its responses rows. */
export const withMatch = <D extends Draft>(values: D, form: number, match: ResponseMatch | null): D => {
  const { [form]: _, ...others } = values.settings.matching ?? {};
  const next = withMatching(values, match ? { ...others, [form]: match } : others);
  if (!match) return next;
  // Windows look at rows alone.
  return {
    ...next,
    fields: withoutEnds(next.fields, form),
    window: withoutFormInWindow(next.window, form),
    partition_field: next.partition_field?.form === form ? null : next.partition_field,
  };
};

/** With the matches of the forms that it has now. Where none of these would give rows, the first does. */
export const withMatchesLeft = <D extends Draft>(values: D): D => {
  const { matching = {}, include_people_without_responses: isOfPeople } = values.settings;
  const left = Object.entries(matching).filter(([form]) => values.forms.includes(Number(form)));
  const next = withMatching(values, Object.fromEntries(left));
  const [first] = values.forms;
  const isWithoutRows = rowFormsOf(next, values.forms).length === 0 && !isOfPeople;
  return isWithoutRows && first !== undefined ? withMatch(next, first, null) : next;
};

/** What is said of forms of which something is shown. */
export const settingsToSend = ({ settings, fields }: ReportDefinition): ReportDefinition['settings'] => {
  const { matching, ...others } = settings;
  if (!matching) return settings;
  const named = formsNamed({ fields });
  const kept = Object.entries(matching).filter(([form]) => named.includes(Number(form)));
  return kept.length > 0 ? { ...others, matching: Object.fromEntries(kept) } : others;
};
