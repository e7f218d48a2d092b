import { isNumeric, type ResultType } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import { firstToLatestValues } from '#reports/first-to-latest.ts';
import { reportKinds } from '#reports/kinds.ts';
import { columnIn } from '#web/reports/columns.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { type EndsChoice, endsShown, withBetter, withEndsShown } from './ends-draft.ts';
import type { Builder } from './use-builder.ts';
import { windowOf } from './window-draft.ts';

const own = 'own';
const labels: Record<EndsChoice, string> = {
  ...firstToLatestValues,
  sum: 'Sum of both',
  avg: 'Average of both',
  diff: 'Difference, latest − first',
};
const offeredFor: readonly ResultType[] = ['text', 'boolean', 'choice', 'scale', 'number'];

const better = [
  { value: 'higher', label: 'Higher is better' },
  { value: 'lower', label: 'Lower is better' },
];

/** Whether rows are of people, whose answers can be compared; of other rows, numbers can be added up alone. */
const isOfPeople = ({ report_type }: Builder['values']): boolean =>
  reportKinds[report_type].forms?.matchesResponses === true;

/** Whether a column can show first and latest answers: its form's responses are compared. */
export const comparesEnds = ({ values, source }: Builder, field: ReportField): boolean => {
  const column = columnIn(source.groups, { ...field, field: field.field ?? '' });
  if (column?.form == null || windowOf(values.window, column.form).order?.function !== 'compare') return false;
  const isOffered = isOfPeople(values) ? offeredFor.includes(column.result) : isNumeric(column.result);
  return field.first_to_latest != null || (isOffered && !field.elapsed);
};

type Props = { builder: Builder; field: ReportField; index: number; name: string };

/** What a column shows of the first and the latest answer, and which numbers are better. */
export const EndsFields = ({ builder: { values, source, change, errorAt }, field, index, name }: Props) => {
  const { result = 'text' } = columnIn(source.groups, { ...field, field: field.field ?? '' }) ?? {};
  const path = `fields.${index}.first_to_latest`;
  const shown = endsShown(values, field);
  const ofPeople: EndsChoice[] = ['first', 'latest', ...(isNumeric(result) ? (['change', 'direction'] as const) : [])];
  // Rows of a list can show them; of groups there are functions.
  const computed: EndsChoice[] = values.mode === 'window' && isNumeric(result) ? ['sum', 'avg'] : [];
  const offered = isOfPeople(values) ? [...ofPeople, ...computed] : [...computed, 'diff' as const];
  const all = shown && !offered.includes(shown) ? [...offered, shown] : offered;
  return (
    <>
      <SelectField
        id={path}
        label={`Answer shown for ${name}`}
        labelHidden
        options={[{ value: own, label: 'Latest response' }, ...all.map((value) => ({ value, label: labels[value] }))]}
        value={shown ?? own}
        onChange={(chosen) =>
          change(path, (before) => withEndsShown(before, field.key, chosen === own ? null : (chosen as EndsChoice)))
        }
        error={errorAt(path)}
      />
      {shown === 'direction' && (
        <SelectField
          label={`Better for ${name}`}
          labelHidden
          options={better}
          value={field.first_to_latest?.better ?? 'higher'}
          onChange={(chosen) =>
            chosen && change(path, (before) => withBetter(before, field.key, chosen as 'higher' | 'lower'))
          }
        />
      )}
    </>
  );
};
