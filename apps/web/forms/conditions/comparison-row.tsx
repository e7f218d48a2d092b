import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Operator } from '#forms/field-types/condition.ts';
import { type Names, operatorWords } from '#forms/words/condition-words.ts';
import type { Condition, Value } from '#forms/words/expression.ts';
import type { Topic } from '#forms/words/topics.ts';
import { IconButton } from '#web/ui/button.tsx';
import { type OptionGroup, SelectField } from '#web/ui/select-field.tsx';
import { ControlRow } from './control-group.tsx';
import { ValueField } from './value-field.tsx';

/** Where a condition stands: the message at a path of it, and the id of the control there, to which summaries link. */
export type ConditionPlace = { error: (path: string) => string | null; idOf: (path: string) => string };

/** One comparison: what it is about, how it is compared, with what. */
export const ComparisonRow = ({
  name,
  path,
  place: { error, idOf },
  subjects,
  subject,
  stranger,
  topic,
  condition,
  names,
  onSubject,
  onOperator,
  onValue,
  onRemove,
  instead,
  more,
  operatorName = operatorWords,
}: {
  name: string;
  path: string;
  place: ConditionPlace;
  /** What it may be about, and what it is about; null until that is chosen. */
  subjects: OptionGroup[];
  subject: string | null;
  /** What it is called when it is not, or not any more, among what it may be about. */
  stranger: string;
  topic: Topic | null;
  condition: Pick<Condition, 'op' | 'value'>;
  names: Names;
  onSubject: (key: string) => void;
  onOperator: (op: Operator) => void;
  onValue: (value: Value) => void;
  onRemove: () => void;
  /** What stands in place of the value. */
  instead?: ReactNode;
  /** What stands behind the value. */
  more?: ReactNode;
  /** What an operator is called. */
  operatorName?: typeof operatorWords;
}) => {
  const { op } = condition;
  const isOffered = subject === null || subjects.some(({ items }) => items.some(({ value }) => value === subject));
  const operators = topic && !topic.operators.includes(op) ? [...topic.operators, op] : (topic?.operators ?? []);
  return (
    <ControlRow
      name={name}
      remove={<IconButton label={`Remove ${name.toLowerCase()}`} icon={IconX} onClick={onRemove} />}
    >
      <SelectField
        id={idOf(`${path}.field_name`)}
        label="Field to compare"
        labelHidden
        chip="word"
        placeholder="Choose a field"
        options={isOffered ? subjects : [...subjects, { value: subject, label: topic?.label ?? stranger }]}
        value={subject}
        onChange={(chosen) => chosen !== null && onSubject(chosen)}
        error={error(`${path}.field_name`)}
      />
      {topic && (
        <SelectField
          id={idOf(`${path}.op`)}
          label="Comparison"
          labelHidden
          chip="word"
          options={operators.map((one) => ({ value: one, label: operatorName(one, topic.kind) }))}
          value={op}
          onChange={(chosen) => chosen && onOperator(chosen as Operator)}
          error={error(`${path}.op`)}
        />
      )}
      {topic &&
        (instead ?? (
          <ValueField
            id={idOf(`${path}.value`)}
            condition={condition}
            topic={topic}
            names={names}
            error={error(`${path}.value`)}
            onChange={onValue}
          />
        ))}
      {topic && more}
    </ControlRow>
  );
};
