import { alternativesOf, conditionsIn } from '#reports/conditions.ts';
import type { FunctionMode } from '#reports/definition.ts';
import { countsArchived, reportKinds } from '#reports/kinds.ts';
import { rowFormsOf } from '#reports/plan/plan-match.ts';
import { ReportConditionsEditor } from '#web/reports/conditions/report-conditions.tsx';
import { kindWords } from '#web/reports/kind-words.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Note } from '#web/ui/note.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Aggregates } from './aggregates.tsx';
import { AskedPart } from './asked-part.tsx';
import { withMode, withSettings } from './draft.ts';
import css from './function-step.module.css';
import { OrderPart } from './order-part.tsx';
import { Part } from './part.tsx';
import { askingOf } from './use-asking.ts';
import type { Builder } from './use-builder.ts';
import { useProposed } from './use-proposed.ts';
import { hasWindow } from './window-draft.ts';
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
  const proposed = useProposed(builder);
  const archived = countsArchived(values, mode);
  // What speaks of several forms, of matched responses or of calculated columns is asked after windows in any case.
  const rows = rowFormsOf(values, values.forms);
  const isAskedOfForms = conditions.and.some((entry) => {
    const all = alternativesOf(entry);
    const [form, other] = new Set(all.flatMap((one) => one.form ?? []));
    return (
      form !== undefined && other === undefined && rows.includes(form) && all.every(({ type }) => type !== 'column')
    );
  });
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
              onChange={(next) => change('function_mode', (before) => withMode(before, next, proposed))}
            />
          )
        }
      >
        {mode === 'agg' && <Aggregates builder={builder} />}
        {mode === 'window' && <WindowParts builder={builder} />}
        {mode === 'none' && <Note>Choose Aggregate to count and sum, or Window to compare over time.</Note>}
      </Part>
      <Part title="Conditions" count={conditionsIn(conditions).length || undefined}>
        <ReportConditionsEditor
          id="conditions"
          groups={source.compared}
          value={conditions}
          error={(path) => error(path ? `conditions.${path}` : 'conditions')}
          none="All rows you can see. Add a condition to filter them."
          {...askingOf(builder, 'conditions', (before, next) => ({ ...before, conditions: next }))}
          onChange={(next) => change('conditions', (before) => ({ ...before, conditions: next }), 'conditions')}
        />
        {hasWindow(values) && isAskedOfForms && (
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
      <AskedPart builder={builder} />
      <OrderPart builder={builder} />
    </>
  );
};
