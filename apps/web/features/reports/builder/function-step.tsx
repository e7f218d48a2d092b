import { IconFilter } from '@tabler/icons-react';
import { type Aggregate, aggregates, type Column, type ReportType, type ResultType } from '#reports/columns.ts';
import type { FunctionMode, ReportConditions, ReportField } from '#reports/definition.ts';
import { countsArchived, countsHouseholds, reportKinds } from '#reports/kinds.ts';
import type { MomentFormat } from '#reports/moment-formats.ts';
import { isInLine } from '#reports/periods.ts';
import { useMember } from '#web/access/account.tsx';
import { counted } from '#web/kit/formats.ts';
import { columnIn, resultWords } from '#web/reports/columns.ts';
import { ReportConditionsEditor } from '#web/reports/conditions/report-conditions.tsx';
import { kindWords } from '#web/reports/kind-words.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import words from '#web/ui/words.module.css';
import { labelOf, sourceOf } from './column-words.ts';
import { withField, withMode, withSettings } from './draft.ts';
import { periodOption, periodOptions } from './formats.ts';
import css from './function-step.module.css';
import { OrderPart } from './order-part.tsx';
import { Letter, Part } from './part.tsx';
import type { Builder } from './use-builder.ts';
import { WindowParts } from './window-parts.tsx';

const modes: { value: FunctionMode; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'agg', label: 'Aggregate' },
  { value: 'window', label: 'Window' },
];

const applied: { value: 'before' | 'after'; label: string }[] = [
  { value: 'before', label: 'Before the window function, to all responses' },
  { value: 'after', label: 'After the window function, to its results' },
];

const explained: Record<FunctionMode, string> = {
  none: 'Rows are shown as they are.',
  agg: 'Rows with the same values in the grouping columns are combined. Other columns are summarized.',
  window: 'Rows are compared over time: the earliest or latest for each person, or the change between the two.',
};

/** What is done with the rows, which of them count, and in which order they come. */
export const FunctionStep = ({ builder }: { builder: Builder }) => {
  const { values, change, source, error, errorAt } = builder;
  const { mode, report_type, conditions } = values;
  const archived = countsArchived(values, mode);
  const isAskedOfForms = conditions.and.some((one) => one.form != null);
  const putArchived = (isOn: boolean) =>
    change('settings', (before) => {
      const usual = countsArchived({ ...before, settings: { ...before.settings, archived_people: undefined } }, mode);
      return withSettings(before, { archived_people: isOn === usual ? undefined : isOn });
    });
  const offered = modes.filter(({ value }) => reportKinds[report_type].modes.includes(value));
  return (
    <>
      <Part
        title="Function"
        note={kindWords[report_type].mode ?? explained[mode]}
        error={errorAt('function_mode')}
        action={
          offered.length > 1 && (
            <Segmented
              label="Function"
              options={offered}
              value={mode}
              onChange={(next) => change('function_mode', (before) => withMode(before, next))}
            />
          )
        }
      >
        {mode === 'agg' && <Aggregates builder={builder} />}
        {mode === 'window' && <WindowParts builder={builder} />}
        {mode === 'none' && <Note>Choose Aggregate to count and sum, or Window to compare over time.</Note>}
      </Part>
      <Part title="Conditions" count={conditions.and.length || undefined}>
        <ReportConditionsEditor
          id="conditions"
          groups={source.compared}
          value={conditions}
          error={(path) => error(path ? `conditions.${path}` : 'conditions')}
          none="All rows you can see. Add a condition to filter them."
          onChange={(next) => change('conditions', (before) => ({ ...before, conditions: next }), 'conditions')}
        />
        {mode === 'window' && isAskedOfForms && (
          <div className={css.empty}>
            <SelectField
              id="conditions_after_window"
              label="Conditions on answers apply"
              options={applied}
              value={values.settings.conditions_after_window ? 'after' : 'before'}
              onChange={(next) =>
                change('settings', (before) =>
                  withSettings(before, { conditions_after_window: next === 'after' || undefined }),
                )
              }
            />
          </div>
        )}
        {archived !== null && (
          <div className={css.empty}>
            <Checkbox checked={archived} onChange={putArchived}>
              Include archived people
            </Checkbox>
          </div>
        )}
      </Part>
      <OrderPart builder={builder} />
    </>
  );
};

const counting: Aggregate[] = ['count', 'count_distinct', 'percent'];
const ends: Aggregate[] = ['first', 'last'];
const ordered: Aggregate[] = ['min', 'max'];
const ofNumbers: Aggregate[] = ['sum', 'avg', ...ordered, 'median'];
const byResult: Partial<Record<ResultType, Aggregate[]>> = {
  number: ofNumbers,
  scale: ofNumbers,
  date: ordered,
  time: ordered,
  timestamp: ordered,
  boolean: ['count_true', 'percent_true'],
};

const group = 'group';
const recorded = 'recorded';
const momentResults: readonly ResultType[] = ['date', 'timestamp'];

/** What may be worked out of what a column holds; what was chosen before stays among it. */
const functionsFor = (
  column: Pick<Column, 'form' | 'field' | 'result'> | undefined,
  report_type: ReportType,
  chosen: Aggregate | null,
) => {
  const households: Aggregate[] = column && countsHouseholds(column, report_type) ? ['count_households'] : [];
  const all = [...households, ...(byResult[column?.result ?? 'text'] ?? []), ...counting, ...ends];
  const offered = chosen && !all.includes(chosen) ? [...all, chosen] : all;
  return [{ value: group, label: 'Group by' }, ...offered.map((value) => ({ value, label: aggregates[value] }))];
};

const Aggregates = ({ builder }: { builder: Builder }) => (
  <>
    <ul className={css.rows} aria-label="Column functions">
      {builder.values.fields.map((field, index) =>
        field.type === 'operation' ? null : (
          <AggregateRow key={field.key} builder={builder} field={field} index={index} />
        ),
      )}
    </ul>
    {builder.columns.some(({ period }) => period && isInLine(period)) && (
      <div className={css.empty}>
        <Checkbox
          checked={builder.values.settings.empty_periods === true}
          onChange={(isOn) =>
            builder.change('settings', (before) => withSettings(before, { empty_periods: isOn || undefined }))
          }
        >
          Show periods without records
        </Checkbox>
      </div>
    )}
  </>
);

const none: ReportConditions = { and: [] };

const AggregateRow = ({ builder, field, index }: { builder: Builder; field: ReportField; index: number }) => {
  const { values, source, change, error, errorAt } = builder;
  const { functionKey } = reportKinds[values.report_type];
  const column = columnIn(source.groups, { ...field, field: field.field ?? '' });
  const agg = field[functionKey];
  const name = labelOf(builder, field);
  const path = `fields.${index}`;
  const put = (next: Partial<ReportField>) => change(path, (before) => withField(before, field.key, next));
  const choose = (chosen: string | null) => {
    const made = chosen === group ? null : (chosen as Aggregate | null);
    const isTimed = made !== null && ends.includes(made);
    put({ [functionKey]: made, ...(made ? {} : { filters: null }), ...(isTimed ? {} : { by: undefined }) });
  };
  return (
    <li className={css.row}>
      <Letter place={index} isHidden={field.hidden} />
      <span className={css.name}>
        {name} <small className={words.small}>{sourceOf(builder, field)}</small>
      </span>
      <span className={`${words.small} ${css.type}`}>{column ? resultWords[column.result] : ''}</span>
      <SelectField
        id={`${path}.agg`}
        label={`Function for ${name}`}
        labelHidden
        options={functionsFor(
          column && { ...column, ...(field.component && { result: 'text' }) },
          values.report_type,
          agg,
        )}
        value={agg ?? group}
        onChange={choose}
        error={errorAt(`${path}.agg`)}
      />
      <IconButton
        size="small"
        label={`Filter rows for ${name}`}
        icon={IconFilter}
        aria-expanded={field.filters !== null}
        disabled={!agg}
        onClick={() => put({ filters: field.filters ? null : none })}
      />
      {!agg && column && <PeriodField {...{ builder, field, index, name, result: column.result }} />}
      {agg && ends.includes(agg) && <ByField {...{ builder, field, index, name }} />}
      {agg && field.filters && (
        <div className={css.filters}>
          <Note>
            {aggregates[agg]} of rows that meet{' '}
            {field.filters.and.length > 1 ? `all ${counted(field.filters.and.length, 'condition')}` : 'this condition'}
          </Note>
          <ReportConditionsEditor
            id={`${path}.filters`}
            label={`Conditions for ${name}`}
            groups={source.compared}
            value={field.filters}
            error={(at) => error(at ? `${path}.filters.${at}` : `${path}.filters`)}
            none="All rows in the group."
            onChange={(filters) =>
              change(path, (before) => withField(before, field.key, { filters }), `filters ${field.key}`)
            }
          />
        </div>
      )}
    </li>
  );
};

type ByProps = { builder: Builder; field: ReportField; index: number; name: string };

/** Which date the first or the last goes by: when it was recorded, or a date of the same form. */
const ByField = ({ builder, field, index, name }: ByProps) => {
  const { source, change, errorAt } = builder;
  const dates = source.groups
    .flatMap(({ columns }) => columns)
    .filter(({ form, type, result }) => form === field.form && type === 'field' && momentResults.includes(result));
  if (dates.length === 0) return null;
  const path = `fields.${index}.by`;
  const { timeColumn = '' } = reportKinds[builder.values.report_type].forms ?? {};
  return (
    <div className={css.period}>
      <SelectField
        id={path}
        label={`Order ${name} by`}
        options={[
          { value: recorded, label: 'When it was recorded' },
          ...dates.filter((one) => one.field !== timeColumn).map((one) => ({ value: one.field, label: one.label })),
        ]}
        value={field.by ?? recorded}
        onChange={(chosen) =>
          change(path, (before) =>
            withField(before, field.key, { by: chosen === recorded ? undefined : (chosen ?? undefined) }),
          )
        }
        error={errorAt(path)}
      />
    </div>
  );
};

type PeriodProps = { builder: Builder; field: ReportField; index: number; name: string; result: ResultType };

/** By which period days or moments are grouped: the format of the column says so. */
const PeriodField = ({ builder, field, index, name, result }: PeriodProps) => {
  const { week_starts_on } = useMember().organization;
  const options = periodOptions(result, week_starts_on);
  if (options.length === 0) return null;
  return (
    <div className={css.period}>
      <SelectField
        label={`Period for ${name}`}
        options={options}
        placeholder="Each minute"
        value={periodOption(result, options, builder.columns[index]?.period ?? null)}
        onChange={(output) =>
          builder.change(`fields.${index}`, (before) =>
            withField(before, field.key, { formatter: output ? { output: output as MomentFormat } : null }),
          )
        }
      />
    </div>
  );
};
