import { fieldRoutes } from '#contract/resources/fields.ts';
import type { RuleCondition } from '#forms/definition/rule.ts';
import { fieldType } from '#forms/field-types/index.ts';
import type { Conditions } from '#forms/logic/compile.ts';
import { type Condition, joined, joinedBy } from '#forms/words/expression.ts';
import { ConditionEditor } from '#web/forms/conditions/condition-editor.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import type { EditedForm } from './edited-form.ts';
import css from './field-form.module.css';

/** So many of the organization's fields are offered; forms seldom ask more. */
const maxOffered = 100;

/** The conditions of a field as a rule has them: each in a group of its own. */
const asCondition = (conditions: Conditions | null): RuleCondition | null => {
  const parts = joined<Condition>(conditions);
  return (
    parts &&
    (joinedBy({
      word: parts.word,
      parts: parts.parts.map((one) => ({ scope: 'form', conditions: { and: [one] } })),
    }) as RuleCondition)
  );
};

/** The id of the control where what is wrong at a path of a field can be mended. */
export const controlOf = (path: string): string =>
  path.replace(/^(metadata\.show_when\.(?:and|or)\.\d+)\./, '$1.conditions.and.0.');

const fromCondition = (condition: RuleCondition | null): Conditions | null => {
  const groups = joined<{ conditions: Conditions }>(condition as never);
  return (
    groups &&
    (joinedBy({
      word: groups.word,
      parts: groups.parts.flatMap(({ conditions }) => joined<Condition>(conditions)?.parts ?? []),
    }) as Conditions)
  );
};

/** Under which answers to other fields of the same form a field is shown, on every form that asks it. */
export const ShowWhenField = ({
  id,
  field_id,
  value,
  onChange,
  error,
}: {
  id: string;
  /** Of the field itself, once it is stored. */
  field_id: number | undefined;
  value: Conditions | null;
  onChange: (conditions: Conditions | null) => void;
  /** The message at a path within the conditions. */
  error: (path: string) => string | null;
}) => {
  const offered = useRouteQuery(fieldRoutes.usable, {
    params: { page: 1 },
    query: { page_size: String(maxOffered) },
  });
  const form = {
    form_fields: (offered.data?.data ?? [])
      .filter((field) => field.id !== field_id && fieldType(field.field_type).isAnswerable)
      .map((field, position) => ({ field_id: field.id, field, position, settings: {}, parameters_mapping: {} })),
    calculations: [],
  } as unknown as EditedForm;
  return (
    <>
      <p className={css.hint}>
        People see this question, on any form, only if these conditions on other answers are true.
      </p>
      {offered.isError && <p className={css.hint}>Could not load the fields.</p>}
      {offered.data && (
        <ConditionEditor
          id={id}
          form={form}
          scopes={['form']}
          value={asCondition(value)}
          onChange={(condition) => onChange(fromCondition(condition))}
          error={(path) => error(path.replace(/\.conditions\.and\.0(?=\.|$)/, ''))}
        />
      )}
    </>
  );
};
