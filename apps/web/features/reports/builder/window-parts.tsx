import { type Column, isNumeric, type OrderFunction, type RowFunction, unordered } from '#reports/columns.ts';
import type { PartitionField } from '#reports/definition.ts';
import { reportKinds } from '#reports/kinds.ts';
import { rowFormsOf } from '#reports/plan/plan-match.ts';
import { isOfQuestion } from '#reports/questions.ts';
import { type ColumnGroup, nameOfColumn, resultWords } from '#web/reports/columns.ts';
import { ReportConditionsEditor } from '#web/reports/conditions/report-conditions.tsx';
import { Note } from '#web/ui/note.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import words from '#web/ui/words.module.css';
import { labelOf } from './column-words.ts';
import { withResponses } from './ends-draft.ts';
import { comparesEnds, EndsFields } from './ends-fields.tsx';
import css from './function-step.module.css';
import { askingOf } from './use-asking.ts';
import type { Builder } from './use-builder.ts';
import { windowOf, withColumnFunction, withOrderColumn, withWindowFilters } from './window-draft.ts';

const orderWords: Record<OrderFunction, string> = {
  earliest: 'Earliest only',
  latest: 'Latest only',
  compare: 'Compare earliest and latest',
};
const rowWords: Record<RowFunction, string> = {
  previous: 'Previous value',
  next: 'Next value',
  row_number: 'Row number',
  running_total: 'Running total',
};
const own = 'own';

const optionsOf = (words: Record<string, string>, before: string) => [
  { value: own, label: before },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
];

/** How the responses of each form are looked at along time. */
export const WindowParts = ({ builder }: { builder: Builder }) => {
  const { values, source } = builder;
  const rows = rowFormsOf(values, values.forms);
  const forms = source.groups
    .filter(({ of, key }) => of === 'form' && rows.includes(Number(key)))
    .map((form) => ({ ...form, columns: form.columns.filter((one) => !isOfQuestion(one)) }));
  return (
    <>
      <Partition builder={builder} forms={forms} />
      {forms.map((form) => (
        <FormWindow key={form.key} builder={builder} form={form} />
      ))}
    </>
  );
};

/** For whom rows are counted and compared: each person, or what else responses share. */
const Partition = ({ builder, forms }: { builder: Builder; forms: ColumnGroup[] }) => {
  const { values, change, errorAt } = builder;
  const named = values.partition_field;
  const usual = reportKinds[values.report_type].forms?.ofPeople ? 'Person' : 'All together';
  const choices = forms.map(({ title, columns }) => ({
    group: title,
    items: columns
      .filter(({ result }) => result !== 'file')
      .map((column) => ({ value: nameOfColumn(column), label: column.label })),
  }));
  const choose = (key: string | null) => {
    const column = forms.flatMap(({ columns }) => columns).find((one) => nameOfColumn(one) === key);
    const partition_field: PartitionField | null = column
      ? { form: column.form, field: column.field, type: column.type }
      : null;
    change('partition_field', (before) => ({ ...before, partition_field }));
  };
  return (
    <div className={css.partition}>
      <SelectField
        id="partition_field"
        label="Compare for each"
        options={[{ value: own, label: usual }, ...choices]}
        value={named ? nameOfColumn(named) : own}
        onChange={choose}
        error={errorAt('partition_field')}
      />
    </div>
  );
};

const FormWindow = ({ builder, form }: { builder: Builder; form: ColumnGroup }) => {
  const { values, change, error, errorAt } = builder;
  const { title, columns } = form;
  const id = Number(form.key);
  const window = values.window ?? {};
  const { order, followed, filters } = windowOf(window, id);
  const time = reportKinds[values.report_type].forms?.timeColumn ?? '';
  const put = (next: typeof window) => change('window', (before) => ({ ...before, window: next }));
  const main = columns.find(({ field, type }) => field === (order?.field ?? time) && type === (order?.type ?? 'field'));
  const made = order?.function ?? null;
  const isCompared = made === 'compare';
  // Of the report's own columns, numbers alone can be added up along time.
  const numbers = columns.filter(
    (column) =>
      isNumeric(column.result) &&
      values.fields.some(({ form: of, field, type }) => of === id && field === column.field && type === column.type),
  );
  const ofMain = followed.find(({ field, type }) => field === main?.field && type === main?.type);
  const chooseMain = (chosen: string | null) => {
    if (chosen && chosen in rowWords && main)
      return put(withColumnFunction(window, id, { column: main, made: chosen as RowFunction }));
    const plain = main && ofMain ? withColumnFunction(window, id, { column: main, made: null }) : window;
    change('window', (before) =>
      withResponses({ ...before, window: plain }, id, chosen === own ? null : (chosen as OrderFunction)),
    );
  };
  return (
    <section className={css.window} aria-label={`Window for ${title}`}>
      <h3>{title}</h3>
      <ul className={css.rows} aria-label={`Functions for ${title}`}>
        <li className={css.windowRow}>
          <SelectField
            id={`window.order_fields.${id}`}
            label="Main column: order by"
            options={columns
              .filter(({ result }) => !unordered.includes(result))
              .map((column) => ({ value: nameOfColumn(column), label: column.label }))}
            value={main ? nameOfColumn(main) : null}
            onChange={(key) => {
              const column = columns.find((one) => nameOfColumn(one) === key);
              if (column) put(withOrderColumn(window, id, { column, time }));
            }}
            error={errorAt(`window.order_fields.${id}`)}
          />
          <SelectField
            label={`Function for ${main?.label ?? 'the main column'}`}
            options={[
              ...optionsOf(orderWords, 'Every response'),
              ...(made === null
                ? Object.entries(rowWords).filter(
                    ([value]) => value !== 'running_total' || isNumeric(main?.result ?? 'text'),
                  )
                : []
              ).map(([value, label]) => ({ value, label })),
            ]}
            value={made ?? ofMain?.function ?? own}
            onChange={chooseMain}
          />
        </li>
        {isCompared &&
          values.fields.map((field, index) => {
            const name = labelOf(builder, field);
            return (
              field.form === id &&
              comparesEnds(builder, field) && (
                <li key={field.key} className={css.windowRow}>
                  <span>{name}</span>
                  <div className={css.ends}>
                    <EndsFields {...{ builder, field, index, name }} />
                  </div>
                </li>
              )
            );
          })}
        {made === null &&
          numbers
            .filter((column) => column !== main)
            .map((column) => (
              <NumberRow
                key={nameOfColumn(column)}
                column={column}
                made={
                  followed.find(({ field, type }) => field === column.field && type === column.type)?.function ?? null
                }
                onChange={(next) => put(withColumnFunction(window, id, { column, made: next }))}
              />
            ))}
      </ul>
      {errorAt(`window.functions.${id}`) && <p className={css.error}>{errorAt(`window.functions.${id}`)}</p>}
      {errorAt(`window.compare_operations.${id}`) && (
        <p className={css.error}>{errorAt(`window.compare_operations.${id}`)}</p>
      )}
      {isCompared && <Note>Comparing needs at least two answers. Other columns show the latest response.</Note>}
      <ReportConditionsEditor
        id={`window.filters.${id}`}
        label={`Responses to ${title}`}
        groups={[form]}
        value={filters}
        error={(path) => error(path ? `window.filters.${id}.${path}` : `window.filters.${id}`)}
        none={`All responses to ${title} are included.`}
        {...askingOf(builder, 'window', (before, next) => ({ ...before, window: withWindowFilters(window, id, next) }))}
        onChange={(next) => put(withWindowFilters(window, id, next))}
      />
    </section>
  );
};

type NumberRowProps = { column: Column; made: RowFunction | null; onChange: (made: RowFunction | null) => void };

const NumberRow = ({ column, made, onChange }: NumberRowProps) => (
  <li className={css.windowRow}>
    <span>
      {column.label} <small className={words.small}>{resultWords[column.result]}</small>
    </span>
    <SelectField
      label={`Function for ${column.label}`}
      labelHidden
      options={optionsOf(rowWords, 'Own value')}
      value={made ?? own}
      onChange={(chosen) => onChange(chosen === own ? null : (chosen as RowFunction))}
    />
  </li>
);
