import { isDate } from '#reports/columns.ts';
import type { ReportField } from '#reports/definition.ts';
import { type ElapsedUnit, elapsedUnits } from '#reports/elapsed.ts';
import { needsFunction, reportKinds } from '#reports/kinds.ts';
import { columnIn, nameOfColumn } from '#web/reports/columns.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { type ReportValues, withField } from './draft.ts';
import type { Builder } from './use-builder.ts';

const today = 'today';
const asDate = 'date';

/** A date as the time until today: in years, where it is somebody's age. */
export const asElapsed = ({ field }: ReportField): Partial<ReportField> => ({
  elapsed: { unit: field === 'client_dob' ? 'years' : 'days', until: null },
  first_to_latest: undefined,
  formatter: null,
});
const units = (Object.keys(elapsedUnits) as ElapsedUnit[]).map((value) => ({ value, label: elapsedUnits[value] }));

const ofNumbers: readonly (string | null)[] = ['sum', 'avg', 'median'];

/** The date itself: a function that only numbers have becomes a count. */
const asDateAgain = ({ report_type }: ReportValues, field: ReportField): Partial<ReportField> => {
  const { functionKey } = reportKinds[report_type];
  return {
    ...{ elapsed: undefined, bands: undefined, formatter: null },
    ...(ofNumbers.includes(field[functionKey]) && { [functionKey]: 'count' }),
  };
};

/** The dates until which the time from a date can be shown: those of people and of the report's forms. */
const datesFor = ({ source, values }: Builder, field: ReportField) => {
  const from = columnIn(source.groups, { ...field, field: field.field ?? '' });
  return source.groups.flatMap(({ columns, title }) =>
    columns
      .filter((one) => isDate(one.result) && !one.changing)
      .filter(({ form }) => form === null || values.forms.includes(form))
      .filter((one) => one !== from && (!needsFunction(values, one) || (from && needsFunction(values, from))))
      .map((column) => ({ column, title })),
  );
};

type Props = { builder: Builder; field: ReportField; index: number; name: string };

/** Until when the time from a date is shown, and in what it is counted. */
export const ElapsedFields = ({ builder, field, index, name }: Props) => {
  const { elapsed } = field;
  if (!elapsed) return null;
  const dates = datesFor(builder, field);
  const isNamedTwice = ({ column }: (typeof dates)[number]) =>
    dates.filter((other) => other.column.label === column.label).length > 1;
  const put = (change: Partial<typeof elapsed>) =>
    builder.change(`fields.${index}.elapsed`, (before) =>
      withField(before, field.key, { elapsed: { ...elapsed, ...change } }),
    );
  const until = (chosen: string | null) => {
    if (chosen === asDate)
      return builder.change(`fields.${index}.elapsed`, (before) =>
        withField(before, field.key, asDateAgain(before, field)),
      );
    const found = dates.find(({ column }) => nameOfColumn(column) === chosen)?.column;
    put({ until: found ? { form: found.form, field: found.field, type: found.type } : null });
  };
  const path = `fields.${index}.elapsed`;
  return (
    <>
      <SelectField
        id={`${path}.until`}
        label={`Time from ${name} until`}
        labelHidden
        options={[
          { value: asDate, label: 'As a date' },
          { value: today, label: 'Until today' },
          ...dates.map((one) => ({
            value: nameOfColumn(one.column),
            label: `Until ${one.column.label}${isNamedTwice(one) ? ` (${one.title})` : ''}`,
          })),
        ]}
        value={elapsed.until ? nameOfColumn(elapsed.until) : today}
        onChange={until}
        error={builder.errorAt(`${path}.until`) ?? builder.errorAt(path)}
      />
      <SelectField
        label={`Unit of time from ${name}`}
        labelHidden
        options={units.map(({ value, label }) => ({ value, label: `In ${label.toLowerCase()}` }))}
        value={elapsed.unit}
        onChange={(unit) => unit && put({ unit: unit as ElapsedUnit })}
      />
    </>
  );
};
