import { IconCopy, IconFilter } from '@tabler/icons-react';
import { type Aggregate, isNumeric, type ResultType } from '#reports/columns.ts';
import type { ReportConditions } from '#reports/conditions.ts';
import { maxFields, type ReportField } from '#reports/definition.ts';
import { countsHouseholds, reportKinds } from '#reports/kinds.ts';
import { isInLine } from '#reports/periods.ts';
import { optionsOfGroup } from '#reports/plan/plan-group.ts';
import { sharable } from '#reports/shares.ts';
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
import { type ReportValues, withCopy, withFunction, withSettings } from './draft.ts';
import { ElapsedFields } from './elapsed-fields.tsx';
import { comparesEnds, EndsFields } from './ends-fields.tsx';
import { ByField, ShownAsField } from './figure-fields.tsx';
import css from './function-step.module.css';
import { OptionsField } from './options-field.tsx';
import { Letter } from './part.tsx';
import { PeriodField } from './period-field.tsx';
import { ResponsesFields } from './responses-fields.tsx';
import { TopField } from './top-field.tsx';
import { askingOf } from './use-asking.ts';
import type { Builder } from './use-builder.ts';
import { useProposed, useWork } from './use-proposed.ts';

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

/** Which of these conditions the rows of a figure meet. */
const conditionsMet = ({ and }: ReportConditions): string => {
  const [first] = and;
  if (and.length > 1) return `all ${counted(and.length, 'condition')}`;
  return first && 'or' in first ? 'one of these conditions' : 'this condition';
};

type ChosenFunction = { chosen: Aggregate | null; isFormula: boolean };

/** The functions that a column's values allow, and the one that is chosen. */
const functionsFor = (column: ColumnParts, values: ReportValues, { chosen, isFormula }: ChosenFunction) => {
  const households: Aggregate[] = column && countsHouseholds(column, values.report_type) ? ['count_households'] : [];
  const own = column?.worded ? [] : (byResult[column?.result ?? 'text'] ?? []);
  const all = [...households, ...own, ...counting, ...ends];
  const offered = chosen && !all.includes(chosen) ? [...all, chosen] : all;
  return [
    { value: group, label: isFormula ? 'No function' : 'Group by' },
    ...offered.map((value) => ({ value, label: functionName(value, column, values) })),
  ];
};

/** The function of each column, and whether empty groups and a total line are shown. */
export const Aggregates = ({ builder }: { builder: Builder }) => (
  <>
    <ResponsesFields builder={builder} />
    <ul className={css.rows} aria-label="Column functions">
      {builder.values.fields.map((field, index) => (
        <AggregateRow key={field.key} builder={builder} field={field} index={index} />
      ))}
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

const AggregateRow = ({ builder, field, index }: { builder: Builder; field: ReportField; index: number }) => {
  const { values, source, change, error, errorAt } = builder;
  const { functionKey } = reportKinds[values.report_type];
  const isFormula = field.type === 'operation';
  const planned = builder.columns[index];
  const column = isFormula
    ? { form: null, field: '', result: planned?.column?.result ?? planned?.result ?? 'number' }
    : columnIn(source.groups, { ...field, field: field.field ?? '' });
  const agg = field[functionKey];
  const name = labelOf(builder, field);
  const path = `fields.${index}`;
  const result = column && resultOf(column, field);
  const isGrouped = !agg && !isFormula;
  const work = useWork(builder, field);
  const proposed = useProposed(builder);
  const choose = (chosen: string | null) => {
    const made = chosen === group ? null : (chosen as Aggregate | null);
    const keepsShare = field.share === 'target' ? made || isFormula : made && sharable.includes(made);
    work(path, {
      [functionKey]: made,
      ...(made ? {} : { filters: null }),
      ...(made && ends.includes(made) ? {} : { by: undefined }),
      ...(keepsShare ? {} : { share: undefined }),
      ...(made || isFormula ? {} : { target: undefined }),
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
        options={functionsFor(column && { ...column, result: resultOf(column, field) }, values, {
          chosen: agg,
          isFormula,
        })}
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
      {comparesEnds(builder, field) && (
        <div className={`${css.period} ${css.ends}`}>
          <EndsFields {...{ builder, field, index, name }} />
        </div>
      )}
      {isGrouped && result && <PeriodField {...{ builder, field, index, name, result }} />}
      {isGrouped && field.elapsed && (
        <div className={`${css.period} ${css.elapsed}`}>
          <ElapsedFields {...{ builder, field, index, name }} />
        </div>
      )}
      {isGrouped && result && isNumeric(result) && <BandsField {...{ builder, field, index, name }} />}
      {isGrouped && result === 'choices' && <OptionsField {...{ builder, field, index, name }} />}
      {isGrouped && <TopField {...{ builder, field, index, name }} />}
      {!isGrouped && (planned?.result === 'number' || field.compare || field.target != null) && (
        <ShownAsField {...{ builder, field, index, name }} />
      )}
      {isFormula && agg && (
        <p className={`${css.filters} ${words.small}`}>
          The formula is computed for each record. Shown is the {functionName(agg, column, values).toLowerCase()} of the
          results.
        </p>
      )}
      {agg && ends.includes(agg) && <ByField {...{ builder, field, index, name }} />}
      {agg && field.filters && (
        <div className={css.filters}>
          <Note>
            {functionName(agg, column, values)} of rows that meet {conditionsMet(field.filters)}
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
