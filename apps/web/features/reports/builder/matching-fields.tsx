import { isDate } from '#reports/columns.ts';
import { reportKinds } from '#reports/kinds.ts';
import { isByRow, type MatchedResponse, matchedResponses, type ResponseMatch } from '#reports/matching.ts';
import { rowFormsOf } from '#reports/plan/plan-match.ts';
import { type ColumnGroup, nameOfColumn } from '#web/reports/columns.ts';
import type { Option } from '#web/ui/choice-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import css from './fields-step.module.css';
import { withMatch } from './matching-draft.ts';
import type { Builder } from './use-builder.ts';

const row = 'row';
const responses: Option[] = [
  { value: row, label: 'Each response is a row' },
  ...Object.entries(matchedResponses).map(([value, label]) => ({ value, label })),
];

const datesOf = ({ columns }: ColumnGroup) => columns.filter((one) => isDate(one.result) && !one.changing);

/** Of each form, whether its responses are rows, or which of a person's stands beside each row. */
export const MatchingFields = ({ builder }: { builder: Builder }) => {
  const { values, source } = builder;
  const { report_type, forms, settings } = values;
  const groups = source.groups.filter(({ of }) => of === 'form');
  const isChoice = forms.length > 1 || settings.include_people_without_responses || settings.matching;
  if (!reportKinds[report_type].forms?.matchesResponses || !isChoice || groups.length === 0) return null;
  const rowForms = rowFormsOf(values, forms);
  const ofRows = groups.filter(({ key }) => rowForms.includes(Number(key)));
  return (
    <ul className={css.matches} aria-label="Responses in rows">
      {groups.map((form) => (
        <li key={form.key} className={css.match}>
          <FormMatch builder={builder} form={form} rows={ofRows} />
        </li>
      ))}
    </ul>
  );
};

type Props = { builder: Builder; form: ColumnGroup; rows: readonly ColumnGroup[] };

const FormMatch = ({ builder: { values, change, errorAt }, form, rows }: Props) => {
  const id = Number(form.key);
  const match = values.settings.matching?.[id];
  const path = `settings.matching.${id}`;
  const put = (next: ResponseMatch | null) => change(path, (before) => withMatch(before, id, next));
  const choose = (chosen: string | null) => {
    if (!chosen || chosen === row) return put(null);
    const response = chosen as MatchedResponse;
    put({ ...match, response, at: isByRow(response) ? match?.at : undefined });
  };
  return (
    <>
      <SelectField
        id={path}
        label={`Responses to ${form.title}`}
        options={responses}
        value={match?.response ?? row}
        onChange={choose}
        error={errorAt(path)}
      />
      {match && isByRow(match.response) && (
        <DateField
          id={`${path}.at`}
          label={`Row date for ${form.title}`}
          groups={rows}
          named={match.at ?? null}
          onChange={(at) => put({ ...match, at })}
          error={errorAt(`${path}.at`)}
        />
      )}
      {match && (
        <DateField
          id={`${path}.date`}
          label={`Date of ${form.title}`}
          groups={[form]}
          named={match.date ? { ...match.date, form: id } : null}
          onChange={({ field, type }) => put({ ...match, date: { field, type } })}
          error={errorAt(`${path}.date`)}
        />
      )}
    </>
  );
};

type Date = NonNullable<ResponseMatch['at']>;

/** A date of some forms: Time Recorded of the first where none is chosen. */
const DateField = ({
  id,
  label,
  groups,
  named,
  onChange,
  error,
}: {
  id: string;
  label: string;
  groups: readonly ColumnGroup[];
  named: Date | null;
  onChange: (date: Date) => void;
  error: string | null;
}) => {
  const dates = groups.flatMap((group) => datesOf(group).map((column) => ({ column, title: group.title })));
  const usual = dates.find(({ column }) => column.field === 'completed_at')?.column;
  const chosen = named ? nameOfColumn(named) : usual && nameOfColumn(usual);
  return (
    <SelectField
      id={id}
      label={label}
      options={dates.map(({ column, title }) => ({
        value: nameOfColumn(column),
        label: groups.length > 1 ? `${column.label} (${title})` : column.label,
      }))}
      value={dates.some(({ column }) => nameOfColumn(column) === chosen) ? (chosen ?? null) : null}
      onChange={(key) => {
        const column = dates.find((one) => nameOfColumn(one.column) === key)?.column;
        if (column) onChange({ form: column.form, field: column.field, type: column.type });
      }}
      error={error}
    />
  );
};
