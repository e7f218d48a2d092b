import { isDate, type OrderFunction } from '#reports/columns.ts';
import { reportKinds } from '#reports/kinds.ts';
import { rowFormsOf } from '#reports/plan/plan-match.ts';
import { type ColumnGroup, nameOfColumn } from '#web/reports/columns.ts';
import { Note } from '#web/ui/note.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { withResponses } from './ends-draft.ts';
import css from './function-step.module.css';
import type { Builder } from './use-builder.ts';
import { windowOf, withOrderColumn } from './window-draft.ts';

const every = 'every';
const offered: { value: OrderFunction | typeof every; label: string }[] = [
  { value: every, label: 'All responses' },
  { value: 'earliest', label: 'First of each person' },
  { value: 'latest', label: 'Latest of each person' },
  { value: 'compare', label: 'First and latest of each person, compared' },
];

/** Of each form, which responses of a person are put into groups. */
export const ResponsesFields = ({ builder }: { builder: Builder }) => {
  const { values, source } = builder;
  const { forms } = reportKinds[values.report_type];
  const rows = forms?.ofPeople ? rowFormsOf(values, values.forms) : [];
  return source.groups
    .filter(({ of, key }) => of === 'form' && rows.includes(Number(key)))
    .map((form) => <FormResponses key={form.key} builder={builder} form={form} />);
};

const FormResponses = ({ builder, form }: { builder: Builder; form: ColumnGroup }) => {
  const { values, change, errorAt } = builder;
  const id = Number(form.key);
  const time = reportKinds[values.report_type].forms?.timeColumn ?? '';
  const { order } = windowOf(values.window, id);
  const made = order?.function ?? null;
  const isChosen = (column: ColumnGroup['columns'][number]) =>
    column.field === (order?.field ?? time) && column.type === (order?.type ?? 'field');
  const dates = form.columns.filter((one) => (isDate(one.result) && !one.changing) || isChosen(one));
  const chosen = dates.find(isChosen);
  return (
    <div className={css.responses}>
      <SelectField
        label={`Responses to ${form.title}`}
        options={offered}
        value={made ?? every}
        onChange={(next) =>
          change('window', (before) =>
            withResponses(before, id, next === every || next === null ? null : (next as OrderFunction)),
          )
        }
      />
      {made && (
        <SelectField
          id={`window.order_fields.${id}`}
          label={`Date of ${form.title}`}
          options={dates.map((column) => ({ value: nameOfColumn(column), label: column.label }))}
          value={chosen ? nameOfColumn(chosen) : null}
          onChange={(key) => {
            const column = dates.find((one) => nameOfColumn(one) === key);
            if (column)
              change('window', (before) => ({
                ...before,
                window: withOrderColumn(before.window ?? {}, id, { column, time }),
              }));
          }}
          error={errorAt(`window.order_fields.${id}`)}
        />
      )}
      {made === 'compare' && <Note>Comparing needs at least two answers. Choose below what each column shows.</Note>}
      {made && chosen && chosen.field !== time && <Note>Responses without {chosen.label} aren’t counted.</Note>}
    </div>
  );
};
