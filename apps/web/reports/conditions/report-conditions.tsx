import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Condition } from '#forms/words/expression.ts';
import { maxConditions, type ReportCondition, type ReportConditions } from '#reports/conditions.ts';
import type { ReportParameter } from '#reports/definition.ts';
import { parameterOperators } from '#reports/parameters.ts';
import { ComparisonRow } from '#web/forms/conditions/comparison-row.tsx';
import { withOperator } from '#web/forms/conditions/conditions.ts';
import { ConditionsFrame } from '#web/forms/conditions/conditions-frame.tsx';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { focusField } from '#web/ui/error-summary.tsx';
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

/** Edits the conditions of a report, all of which must hold, as sentences. */
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
  const add = () => {
    flushSync(() => onChange({ and: [...and, blank] }));
    focusField(idOf(`and.${and.length}.field_name`));
  };
  const remove = (place: number) => {
    onChange({ and: and.toSpliced(place, 1) });
    setRemovals(removals + 1);
    focusField(idOf('add'));
  };
  return (
    <ConditionsFrame
      id={id}
      name={label}
      before={and.length === 0 && <p>{none}</p>}
      error={error('')}
      onAdd={add}
      full={and.length < maxConditions ? undefined : `At most ${maxConditions} conditions`}
    >
      {and.map((condition, place) => (
        <Row
          key={`${removals} ${place}`}
          condition={condition}
          name={`Condition ${place + 1}`}
          path={`and.${place}`}
          place={{ error, idOf }}
          groups={groups}
          subjects={subjects}
          asked={asked}
          onAsk={onAsk && ((next, parameter) => onAsk({ and: and.with(place, next) }, parameter))}
          onChange={(next) => onChange({ and: and.with(place, next) })}
          onRemove={() => remove(place)}
        />
      ))}
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
