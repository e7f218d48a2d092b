import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type ConditionScope,
  conditionScopes,
  type RuleCondition,
  type ScopedConditions,
} from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { type Condition, groupsOf, joined, joinedBy, type LogicalGroup } from '#forms/words/expression.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import { Segmented } from '#web/ui/segmented.tsx';
import { type ConditionEditorProps, ConditionRow } from './condition-row.tsx';
import css from './conditions.module.css';
import { blankCondition, blankGroup } from './conditions.ts';
import { ConditionsFrame } from './conditions-frame.tsx';
import { ControlGroup } from './control-group.tsx';

const withoutSelf = conditionScopes.filter((scope) => scope !== 'self');
const allOrAny = [
  { value: 'and', label: 'all' },
  { value: 'or', label: 'any' },
] as const;

/**
 * Edits a condition as sentences: what it is about, how it is compared, with what. What is not finished yet is a
 * condition as well: `blanksOf` says what is missing.
 * @param value null is "always"; an expression that cannot be read counts as null, and is said to
 * @param scopes what conditions may be about; all but `self` unless given, which needs the `target` of a rule
 * @param error the message at a path within the condition, such as `and.0.conditions.and.0.value`
 * @param id the ids of the controls are this and their paths, joined by a dot
 */
export const ConditionEditor = ({
  value,
  onChange,
  form,
  scopes = withoutSelf,
  target,
  error,
  id = 'condition',
}: {
  value: RuleCondition | null;
  onChange: (value: RuleCondition | null) => void;
  form: RuleForm;
  scopes?: readonly ConditionScope[];
  target?: number;
  error: (path: string) => string | null;
  id?: string;
}) => {
  const groups = groupsOf(value);
  const editing: ConditionEditorProps = { form, target, error, idOf: (path) => `${id}.${path}` };
  /** Rows are drawn anew once one is taken away: what is half typed stays with its own row. */
  const [removals, setRemovals] = useState(0);

  const put = (word: LogicalGroup<unknown>['word'], parts: readonly ScopedConditions[]) =>
    onChange(parts.length > 0 ? joinedBy({ word, parts }) : null);
  const add = () => {
    const { word, parts } = groups ?? { word: 'and', parts: [] };
    flushSync(() => put(word, [...parts, blankGroup]));
    focusField(editing.idOf(`${word}.${parts.length}.conditions.and.0.field_name`));
  };

  const change = (place: number, next: ScopedConditions | null) => {
    if (!groups) return;
    if (next) return put(groups.word, groups.parts.with(place, next));
    put(groups.word, groups.parts.toSpliced(place, 1));
    setRemovals(removals + 1);
    focusField(editing.idOf('add'));
  };

  return (
    <ConditionsFrame
      id={id}
      name="Conditions"
      error={error('')}
      onAdd={add}
      before={
        <>
          {value && !groups && <Banner>These conditions can’t be read, so they have no effect. Add them again.</Banner>}
          {groups ? (
            <Join word={groups.word} count={groups.parts.length} onChange={(word) => put(word, groups.parts)} />
          ) : (
            <p>Always. Add a condition to say when.</p>
          )}
        </>
      }
    >
      {groups?.parts.map((group, place) => (
        <Group
          key={`${removals} ${place}`}
          group={group}
          path={`${groups.word}.${place}`}
          name={`Condition ${place + 1}`}
          scopes={scopes}
          editing={editing}
          onChange={(next) => change(place, next)}
        />
      ))}
    </ConditionsFrame>
  );
};

/** "When all of these are true"; of one condition only "When". */
const Join = ({
  word,
  count,
  onChange,
  name = 'Match all or any conditions',
}: {
  word: LogicalGroup<unknown>['word'];
  count: number;
  onChange: (word: LogicalGroup<unknown>['word']) => void;
  name?: string;
}) =>
  count < 2 ? (
    <p className={css.when}>When</p>
  ) : (
    <div className={css.join}>
      <span className={css.when}>When</span>
      <Segmented label={name} options={[...allOrAny]} value={word} onChange={onChange} />
      of these are true
    </div>
  );

const Group = ({
  group,
  path,
  name,
  scopes,
  editing,
  onChange,
}: {
  group: ScopedConditions;
  path: string;
  name: string;
  scopes: readonly ConditionScope[];
  editing: ConditionEditorProps;
  onChange: (group: ScopedConditions | null) => void;
}) => {
  const { word, parts } = joined<Condition>(group.conditions) as LogicalGroup<Condition>;
  const [removals, setRemovals] = useState(0);
  const put = (next: LogicalGroup<Condition>, scope = group.scope) => onChange({ scope, conditions: joinedBy(next) });
  const add = () => {
    flushSync(() => put({ word, parts: [...parts, blankCondition] }));
    focusField(editing.idOf(`${path}.conditions.${word}.${parts.length}.field_name`));
  };
  const row = (condition: Condition, index: number, rowName: string) => (
    <ConditionRow
      key={`${removals} ${index}`}
      condition={condition}
      scope={group.scope}
      path={`${path}.conditions.${word}.${index}`}
      name={rowName}
      // The conditions of a group share its scope.
      scopes={parts.length > 1 ? [group.scope] : scopes}
      editing={editing}
      onChange={(next, scope) => put({ word, parts: parts.with(index, next) }, scope)}
      onRemove={() => {
        if (parts.length === 1) return onChange(null);
        put({ word, parts: parts.toSpliced(index, 1) });
        setRemovals(removals + 1);
        // Of two conditions one is left: it is a row of its own again.
        focusField(editing.idOf(parts.length > 2 ? `${path}.add` : 'add'));
      }}
    />
  );
  if (parts.length === 1) return row(parts[0] as Condition, 0, name);
  return (
    <ControlGroup name={name} className={`${layout.column} ${css.group}`}>
      <Join
        word={word}
        count={parts.length}
        name={`${name}: match all or any`}
        onChange={(next) => put({ word: next, parts })}
      />
      {parts.map((condition, index) => row(condition, index, `${name}.${index + 1}`))}
      <div>
        <Button size="small" tone="subtle" id={editing.idOf(`${path}.add`)} icon={IconPlus} onClick={add}>
          Add condition to group
        </Button>
      </div>
    </ControlGroup>
  );
};
