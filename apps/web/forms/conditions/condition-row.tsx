import type { ConditionScope } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { arityOf, type Condition } from '#forms/words/expression.ts';
import { topicOf } from '#forms/words/topics.ts';
import { openField } from '#web/ui/error-summary.tsx';
import { ComparisonRow, type ConditionPlace } from './comparison-row.tsx';
import { withOperator } from './conditions.ts';
import { keyOf, subjectAt, subjectsIn } from './topics.ts';
import { useNames } from './use-names.ts';

/** What every part of the editor knows. */
export type ConditionEditorProps = ConditionPlace & { form: RuleForm; target: number | undefined };

/** One comparison of a rule. */
export const ConditionRow = ({
  condition,
  scope,
  path,
  name,
  scopes,
  editing: { form, target, ...place },
  onChange,
  onRemove,
}: {
  condition: Condition;
  scope: ConditionScope;
  path: string;
  name: string;
  scopes: readonly ConditionScope[];
  editing: ConditionEditorProps;
  onChange: (condition: Condition, scope: ConditionScope) => void;
  onRemove: () => void;
}) => {
  const { field_name } = condition;
  const topic = field_name === '' ? null : topicOf(form, { scope, name: field_name, target });
  const names = useNames({ users: topic?.of === 'users', groups: topic?.of === 'groups' });
  const choose = (key: string) => {
    const subject = subjectAt(key);
    const [first = 'EQ'] = topicOf(form, { scope: subject.scope, name: subject.field_name, target })?.operators ?? [];
    onChange({ field_name: subject.field_name, op: first }, subject.scope);
    // A new condition goes on to what it compares with.
    if (field_name === '' && arityOf(first) !== 'none') openField(place.idOf(`${path}.value`));
  };
  return (
    <ComparisonRow
      name={name}
      path={path}
      place={place}
      subjects={subjectsIn(form, scopes)}
      subject={field_name === '' ? null : keyOf(scope, field_name)}
      stranger="Not on this form"
      topic={topic}
      condition={condition}
      names={names}
      onSubject={choose}
      onOperator={(op) => onChange(withOperator(condition, op), scope)}
      onValue={(value) => onChange({ ...condition, value }, scope)}
      onRemove={onRemove}
    />
  );
};
