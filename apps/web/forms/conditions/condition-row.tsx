import { IconTrash } from '@tabler/icons-react';
import type { ConditionScope } from '#forms/definition/rule.ts';
import type { Operator } from '#forms/field-types/condition.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { IconButton } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { operatorWords } from './condition-words.ts';
import { type Condition, withOperator } from './conditions.ts';
import { ControlRow } from './control-group.tsx';
import { keyOf, subjectAt, subjectsIn, topicOf } from './topics.ts';
import { useNames } from './use-names.ts';
import { ValueField } from './value-field.tsx';

/** What every part of the editor knows. */
export type Editing = {
  form: RuleForm;
  target: number | undefined;
  /** The message at a path of the condition. */
  error: (path: string) => string | null;
  /** The id of the control at a path, to which a summary of errors links. */
  idOf: (path: string) => string;
};

/** One comparison: what it is about, how it is compared, with what. */
export const ConditionRow = ({
  condition,
  scope,
  path,
  name,
  scopes,
  editing: { form, target, error, idOf },
  onChange,
  onRemove,
}: {
  condition: Condition;
  scope: ConditionScope;
  path: string;
  name: string;
  scopes: readonly ConditionScope[];
  editing: Editing;
  onChange: (condition: Condition, scope: ConditionScope) => void;
  onRemove: () => void;
}) => {
  const { field_name, op } = condition;
  const topic = field_name === '' ? null : topicOf(form, { scope, name: field_name, target });
  const names = useNames({ users: topic?.of === 'users', groups: topic?.of === 'groups' });
  const subjects = subjectsIn(form, scopes);
  const key = keyOf(scope, field_name);
  const isOffered = subjects.some(({ items }) => items.some(({ value }) => value === key));
  const operators = topic && !topic.operators.includes(op) ? [...topic.operators, op] : (topic?.operators ?? []);

  const choose = (chosen: string | null) => {
    if (chosen === null) return;
    const subject = subjectAt(chosen);
    const [first = 'EQ'] = topicOf(form, { scope: subject.scope, name: subject.field_name, target })?.operators ?? [];
    onChange({ field_name: subject.field_name, op: first }, subject.scope);
  };
  return (
    <ControlRow name={name}>
      <SelectField
        id={idOf(`${path}.field_name`)}
        label="What it is about"
        labelHidden
        placeholder="Choose what it is about"
        options={
          isOffered || field_name === ''
            ? subjects
            : [...subjects, { value: key, label: topic?.label ?? 'Something that is not on this form' }]
        }
        value={field_name === '' ? null : key}
        onChange={choose}
        error={error(`${path}.field_name`)}
      />
      {topic ? (
        <SelectField
          id={idOf(`${path}.op`)}
          label="Comparison"
          labelHidden
          options={operators.map((one) => ({ value: one, label: operatorWords(one, topic.kind) }))}
          value={op}
          onChange={(chosen) => chosen && onChange(withOperator(condition, chosen as Operator), scope)}
          error={error(`${path}.op`)}
        />
      ) : (
        <span />
      )}
      {topic ? (
        <ValueField
          id={idOf(`${path}.value`)}
          condition={condition}
          topic={topic}
          names={names}
          error={error(`${path}.value`)}
          onChange={(value) => onChange({ ...condition, value }, scope)}
        />
      ) : (
        <span />
      )}
      <IconButton label={`Remove ${name.toLowerCase()}`} icon={IconTrash} onClick={onRemove} />
    </ControlRow>
  );
};
