import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Condition } from '#forms/words/expression.ts';
import {
  alternativesOf,
  type ConditionEntry,
  conditionsIn,
  entryOf,
  maxConditions,
  pathIn,
  type ReportCondition,
  type ReportConditions,
} from '#reports/conditions.ts';
import type { ReportParameter } from '#reports/definition.ts';
import { parameterOperators } from '#reports/parameters.ts';
import { ComparisonRow } from '#web/forms/conditions/comparison-row.tsx';
import css from '#web/forms/conditions/conditions.module.css';
import { withOperator } from '#web/forms/conditions/conditions.ts';
import { ConditionsFrame } from '#web/forms/conditions/conditions-frame.tsx';
import { ControlGroup } from '#web/forms/conditions/control-group.tsx';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { Button } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { type ColumnGroup, comparedName, nameOfColumn } from '../columns.ts';
import { AskMenu, Referred } from './ask-menu.tsx';
import { type Askable, askedOperatorWords } from './asking.ts';
import { comparedLabel, subjectOf, topicOfColumn } from './topics.ts';

const blank: ReportCondition = { field_name: '', op: 'EQ' };

/** A condition with another comparison; what tells its column stays. */
const compared = (
  { form, type, parameter: _, ...condition }: ReportCondition,
  next: (condition: Condition) => Condition,
) => ({
  ...(form === undefined ? {} : { form }),
  ...(type === undefined ? {} : { type }),
  ...next(condition),
});

type Props = {
  /** The ids of the controls are this and their paths, joined by a dot. */
  id: string;
  label?: string;
  /** What they may be about. */
  groups: readonly ColumnGroup[];
  value: ReportConditions;
  /** The message at a path within them, such as `and.0.value`. */
  error: (path: string) => string | null;
  /** What is said while there are none. */
  none: string;
  /** What readers are asked when they open the report: conditions can refer to it. */
  asked?: readonly Askable[];
  /** Has readers asked for one thing more, to which the conditions refer then; absent where that can't be. */
  onAsk?: ((value: ReportConditions, parameter: ReportParameter) => void) | undefined;
  onChange: (value: ReportConditions) => void;
};

/** Edits the conditions of a report as sentences. All must hold; of those under “any of these”, one must. */
export const ReportConditionsEditor = ({
  id,
  label = 'Conditions',
  groups,
  value,
  error,
  none,
  asked = [],
  onAsk,
  onChange,
}: Props) => {
  const { and } = value;
  /** Rows are drawn anew once one is taken away: what is half typed stays with its own row. */
  const [removals, setRemovals] = useState(0);
  const idOf = (path: string) => `${id}.${path}`;
  const subjects = useMemo(
    () =>
      groups.map(({ title, columns }) => ({
        group: title,
        items: columns.map((one) => ({ value: nameOfColumn(one), label: comparedLabel(one) })),
      })),
    [groups],
  );
  const put = (place: number, alternatives: readonly ReportCondition[]): ReportConditions => {
    const entry = entryOf(alternatives);
    return { and: entry ? and.with(place, entry) : and.toSpliced(place, 1) };
  };
  const add = (entry: ConditionEntry) => {
    flushSync(() => onChange({ and: [...and, entry] }));
    focusField(idOf(`${pathIn(and.length, entry)}.field_name`));
  };
  const left = maxConditions - conditionsIn(value).length;
  const fullFor = (more: number) => (left < more ? `At most ${maxConditions} conditions` : undefined);
  const rowOf = (entry: ConditionEntry, place: number, index: number) => {
    const all = alternativesOf(entry);
    const isAmong = all.length > 1;
    return (
      <Row
        key={`${removals} ${place} ${index}`}
        condition={all[index] as ReportCondition}
        name={`Condition ${place + 1}${isAmong ? `.${index + 1}` : ''}`}
        path={pathIn(place, entry, index)}
        place={{ error, idOf }}
        groups={groups}
        subjects={subjects}
        asked={asked}
        onAsk={onAsk && ((next, parameter) => onAsk(put(place, all.with(index, next)), parameter))}
        onChange={(next) => onChange(put(place, all.with(index, next)))}
        onRemove={() => {
          flushSync(() => {
            onChange(put(place, all.toSpliced(index, 1)));
            setRemovals(removals + 1);
          });
          // Of two alternatives one is left: it is a condition like others again.
          focusField(idOf(all.length > 2 ? `and.${place}.add` : 'add'));
        }}
      />
    );
  };
  return (
    <ConditionsFrame
      id={id}
      name={label}
      before={and.length === 0 && <p>{none}</p>}
      error={error('') ?? error('and')}
      onAdd={() => add(blank)}
      full={fullFor(1)}
      more={
        <Button
          size="small"
          tone="subtle"
          icon={IconPlus}
          onClick={() => add({ or: [blank, blank] })}
          disabled={left < 2}
          title={fullFor(2)}
        >
          Add “any of these”
        </Button>
      }
    >
      {and.map((entry, place) => {
        if (!('or' in entry) || entry.or.length < 2) return rowOf(entry, place, 0);
        const path = `and.${place}`;
        const wrong = error(path);
        return (
          <ControlGroup
            key={`any of these ${place}`}
            name={`Condition ${place + 1}: any of these`}
            id={idOf(path)}
            className={`${layout.column} ${css.group}`}
          >
            <p className={css.when}>Any of these</p>
            {wrong && <p className={css.error}>{wrong}</p>}
            {entry.or.map((_, index) => rowOf(entry, place, index))}
            <div>
              <Button
                size="small"
                tone="subtle"
                id={idOf(`${path}.add`)}
                icon={IconPlus}
                aria-label={`Add to “any of these” of condition ${place + 1}`}
                disabled={left < 1}
                title={fullFor(1)}
                onClick={() => {
                  flushSync(() => onChange(put(place, [...entry.or, blank])));
                  focusField(idOf(`${pathIn(place, entry, entry.or.length)}.field_name`));
                }}
              >
                Add to “any of these”
              </Button>
            </div>
          </ControlGroup>
        );
      })}
    </ConditionsFrame>
  );
};

const Row = ({
  condition,
  groups,
  asked,
  onAsk,
  onChange,
  ...row
}: {
  condition: ReportCondition;
  groups: readonly ColumnGroup[];
  asked: readonly Askable[];
  onAsk: ((condition: ReportCondition, parameter: ReportParameter) => void) | undefined;
  onChange: (condition: ReportCondition) => void;
} & Pick<Parameters<typeof ComparisonRow>[0], 'name' | 'path' | 'place' | 'subjects' | 'onRemove'>) => {
  const column = subjectOf(groups, condition);
  const { parameter } = condition;
  const referred = asked.find(({ key }) => key === parameter);
  const whole = column ? topicOfColumn(column, condition.op) : null;
  const topic = whole && referred ? { ...whole, operators: parameterOperators[referred.type] } : whole;
  const names = useNames({ users: topic?.of === 'users', groups: false });
  const choose = (key: string) => {
    const chosen = groups.flatMap(({ columns }) => columns).find((one) => nameOfColumn(one) === key);
    if (!chosen) return;
    const { form, field, type } = comparedName(chosen);
    const [op = 'EQ'] = topicOfColumn(chosen, '').operators;
    onChange({
      ...(form === null ? {} : { form }),
      ...(chosen.computed ? { type: 'column' as const } : type === 'calculation' ? { type } : {}),
      field_name: field,
      op,
    });
  };
  const { form, type, field_name } = condition;
  const stored = nameOfColumn({
    ...{ form: form ?? null, type: type === 'calculation' ? type : 'field', field: field_name },
    computed: type === 'column',
  });
  return (
    <ComparisonRow
      {...row}
      subject={field_name === '' ? null : column ? nameOfColumn(column) : stored}
      stranger="A column that no longer exists"
      topic={topic}
      condition={condition}
      names={names}
      {...(referred && { operatorName: askedOperatorWords })}
      onSubject={choose}
      onOperator={(op) =>
        onChange(parameter ? { ...condition, op } : compared(condition, (one) => withOperator(one, op)))
      }
      onValue={(value) => onChange({ ...condition, value })}
      {...(column && parameter && { instead: <Referred {...{ column, condition, asked, onChange }} {...row} /> })}
      {...(column && !parameter && { more: <AskMenu {...{ column, condition, asked, onAsk, onChange }} {...row} /> })}
    />
  );
};
