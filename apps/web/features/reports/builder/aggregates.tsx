import { IconCopy, IconFilter } from '@tabler/icons-react';
import { type Aggregate, isDate, isNumeric, type ResultType } from '#reports/columns.ts';
import { type Comparison, comparisonName, comparisons, type EarlierPeriod } from '#reports/comparisons.ts';
import { maxFields, type ReportConditions, type ReportField } from '#reports/definition.ts';
import { countsHouseholds, reportKinds } from '#reports/kinds.ts';
import type { MomentFormat } from '#reports/moment-formats.ts';
import { isInLine } from '#reports/periods.ts';
import { optionsOfGroup } from '#reports/plan/plan-group.ts';
import { type Share, sharable, shares } from '#reports/shares.ts';
import { useMember } from '#web/access/account.tsx';
import { counted } from '#web/kit/formats.ts';
import { columnIn, resultWords } from '#web/reports/columns.ts';
import { ReportConditionsEditor } from '#web/reports/conditions/report-conditions.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Note } from '#web/ui/note.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import words from '#web/ui/words.module.css';
import { BandsField } from './bands-field.tsx';
import { type ColumnParts, functionName, labelOf, resultOf, sourceOf } from './column-words.ts';
import { type ReportValues, withCopy, withField, withFunction, withSettings } from './draft.ts';
import { asElapsed, ElapsedFields } from './elapsed-fields.tsx';
import { elapsedOption, periodOption, periodOptions } from './formats.ts';
import css from './function-step.module.css';
import { OptionsField } from './options-field.tsx';
import { Letter } from './part.tsx';
import { TopField } from './top-field.tsx';
import { askingOf } from './use-asking.ts';
import type { Builder } from './use-builder.ts';
import { useProposed } from './use-proposed.ts';

// A percentage is a count that is shown as one.
const counting: Aggregate[] = ['count', 'count_distinct'];
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

/** The functions that a column's values allow, and the one that is chosen. */
const functionsFor = (column: ColumnParts, values: ReportValues, chosen: Aggregate | null) => {
  const households: Aggregate[] = column && countsHouseholds(column, values.report_type) ? ['count_households'] : [];
  const own = column?.worded ? [] : (byResult[column?.result ?? 'text'] ?? []);
  const all = [...households, ...own, ...counting, ...ends];
  const offered = chosen && !all.includes(chosen) ? [...all, chosen] : all;
  return [
    { value: group, label: 'Group by' },
    ...offered.map((value) => ({ value, label: functionName(value, column, values) })),
  ];
};

/** The function of each column, and whether empty groups and a total line are shown. */
export const Aggregates = ({ builder }: { builder: Builder }) => (
  <>
    <ul className={css.rows} aria-label="Column functions">
      {builder.values.fields.map((field, index) =>
        field.type === 'operation' ? null : (
          <AggregateRow key={field.key} builder={builder} field={field} index={index} />
        ),
      )}
    </ul>
    {builder.columns.some(isKnown) && (
      <Setting builder={builder} name="empty_groups" label="Show groups without records" />
    )}
    {builder.columns.some(isGroup) && <Setting builder={builder} name="totals" label="Show a total line" />}
  </>
);

const isGroup = ({ agg, formula, column }: Builder['columns'][number]) => column && !agg && !formula;

/** Whether the groups of a column are known without records. */
const isKnown = (one: Builder['columns'][number]) =>
  isGroup(one) && (one.bands || (one.period && isInLine(one.period)) || optionsOfGroup(one));

type SettingProps = { builder: Builder; name: 'empty_groups' | 'totals'; label: string };

const Setting = ({ builder: { values, change }, name, label }: SettingProps) => (
  <div className={css.empty}>
    <Checkbox
      checked={values.settings[name] === true}
      onChange={(isOn) => change('settings', (before) => withSettings(before, { [name]: isOn || undefined }))}
    >
      {label}
    </Checkbox>
  </div>
);

const none: ReportConditions = { and: [] };

/** Changes what a column works out; its label follows where nobody wrote one. */
const useWork = (builder: Builder, field: ReportField) => {
  const proposed = useProposed(builder);
  return (path: string, change: Partial<ReportField>, tag?: string) =>
    builder.change(path, (before) => withFunction(before, field.key, { change, proposed }), tag);
};

const AggregateRow = ({ builder, field, index }: { builder: Builder; field: ReportField; index: number }) => {
  const { values, source, change, error, errorAt } = builder;
  const { functionKey } = reportKinds[values.report_type];
  const column = columnIn(source.groups, { ...field, field: field.field ?? '' });
  const agg = field[functionKey];
  const name = labelOf(builder, field);
  const path = `fields.${index}`;
  const result = column && resultOf(column, field);
  const work = useWork(builder, field);
  const proposed = useProposed(builder);
  const choose = (chosen: string | null) => {
    const made = chosen === group ? null : (chosen as Aggregate | null);
    work(path, {
      [functionKey]: made,
      ...(made ? {} : { filters: null }),
      ...(made && ends.includes(made) ? {} : { by: undefined }),
      ...(made && sharable.includes(made) ? {} : { share: undefined }),
      ...(made ? { bands: undefined, each_option: undefined, top: undefined } : { compare: undefined }),
    });
  };
  return (
    <li className={css.row}>
      <Letter place={index} isHidden={field.hidden} />
      <span className={css.name}>
        {name} <small className={words.small}>{sourceOf(builder, field)}</small>
      </span>
      <span className={`${words.small} ${css.type}`}>{result ? resultWords[result] : ''}</span>
      <SelectField
        id={`${path}.agg`}
        label={`Function for ${name}`}
        labelHidden
        options={functionsFor(column && { ...column, result: resultOf(column, field) }, values, agg)}
        value={agg ?? group}
        onChange={choose}
        error={errorAt(`${path}.agg`)}
      />
      <span className={css.tools}>
        <IconButton
          size="small"
          label={`Filter rows for ${name}`}
          icon={IconFilter}
          aria-expanded={field.filters !== null}
          disabled={!agg}
          onClick={() => work(path, { filters: field.filters ? null : none })}
        />
        <IconButton
          size="small"
          label={`Duplicate ${name}`}
          icon={IconCopy}
          disabled={values.fields.length >= maxFields}
          onClick={() => change('fields', (before) => withCopy(before, field.key, proposed))}
        />
      </span>
      {!agg && result && <PeriodField {...{ builder, field, index, name, result }} />}
      {!agg && field.elapsed && (
        <div className={`${css.period} ${css.elapsed}`}>
          <ElapsedFields {...{ builder, field, index, name }} />
        </div>
      )}
      {!agg && result && isNumeric(result) && <BandsField {...{ builder, field, index, name }} />}
      {!agg && result === 'choices' && <OptionsField {...{ builder, field, index, name }} />}
      {!agg && <TopField {...{ builder, field, index, name }} />}
      {agg && (builder.columns[index]?.result === 'number' || field.compare) && (
        <ShownAsField {...{ builder, field, index, name }} />
      )}
      {agg && ends.includes(agg) && <ByField {...{ builder, field, index, name }} />}
      {agg && field.filters && (
        <div className={css.filters}>
          <Note>
            {functionName(agg, column, values)} of rows that meet{' '}
            {field.filters.and.length > 1 ? `all ${counted(field.filters.and.length, 'condition')}` : 'this condition'}
          </Note>
          <ReportConditionsEditor
            id={`${path}.filters`}
            label={`Conditions for ${name}`}
            groups={source.compared}
            value={field.filters}
            error={(at) => error(at ? `${path}.filters.${at}` : `${path}.filters`)}
            none="All rows in the group."
            {...askingOf(builder, path, (before, filters) =>
              withFunction(before, field.key, { change: { filters }, proposed }),
            )}
            onChange={(filters) => work(path, { filters }, `filters ${field.key}`)}
          />
        </div>
      )}
    </li>
  );
};

const plain = 'number';

const offeredComparisons = (Object.keys(comparisons) as EarlierPeriod[]).flatMap((period) =>
  (Object.keys(comparisons[period]) as Comparison['as'][]).map((as) => {
    const compare = { with: period, as };
    return { value: `${period} ${as}`, label: comparisonName(compare), shown: { share: undefined, compare } };
  }),
);

/** Whether a figure is shown as a number, as a percentage of what, or beside that of an earlier period. */
const ShownAsField = ({ builder, field, index, name }: ByProps) => {
  const { columns, errorAt } = builder;
  const work = useWork(builder, field);
  const path = `fields.${index}.share`;
  const agg = field[reportKinds[builder.values.report_type].functionKey];
  const groups = columns.filter(isGroup).length;
  const parts = agg && sharable.includes(agg) ? (Object.keys(shares) as Share[]) : [];
  const offered = [
    { value: plain, label: 'As a number', shown: { share: undefined, compare: undefined } },
    ...parts
      .filter((share) => share === 'total' || groups > 1 || share === field.share)
      .map((share) => ({ value: share, label: shares[share], shown: { share, compare: undefined } })),
    ...offeredComparisons,
  ];
  const { compare } = field;
  return (
    <div className={css.share}>
      <SelectField
        id={path}
        label={`Show ${name} as`}
        labelHidden
        options={offered.map(({ value, label }) => ({ value, label }))}
        value={compare ? `${compare.with} ${compare.as}` : (field.share ?? plain)}
        onChange={(chosen) => work(path, offered.find(({ value }) => value === chosen)?.shown ?? {})}
        error={errorAt(path)}
      />
    </div>
  );
};

type ByProps = { builder: Builder; field: ReportField; index: number; name: string };

/** Which date the first or the last goes by: when it was recorded, or a date of the same form. */
const ByField = ({ builder, field, index, name }: ByProps) => {
  const { source, change, errorAt } = builder;
  const dates = source.groups
    .flatMap(({ columns }) => columns)
    .filter(({ form, type, result }) => form === field.form && type === 'field' && isDate(result));
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
        options={[...options, elapsedOption]}
        placeholder="Each minute"
        value={periodOption(result, options, builder.columns[index]?.period ?? null)}
        onChange={(output) =>
          builder.change(`fields.${index}`, (before) =>
            withField(
              before,
              field.key,
              output === elapsedOption.value
                ? asElapsed(field)
                : { formatter: output ? { output: output as MomentFormat } : null },
            ),
          )
        }
      />
    </div>
  );
};
