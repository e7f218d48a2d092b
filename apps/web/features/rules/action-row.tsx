import { IconX } from '@tabler/icons-react';
import { actionTypes, type RuleAction } from '#forms/definition/rule.ts';
import type { FieldOption } from '#forms/field-types/field-type.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { noNames } from '#forms/words/condition-words.ts';
import { actionSentence, actionWords } from '#forms/words/rule-words.ts';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import { ControlRow } from '#web/forms/conditions/control-group.tsx';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CheckboxesField, RadioField } from '#web/ui/choice-field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { keepsAnswer, leaving, leftBy, targetsOf, withField, withType, withValue } from './rule-draft.ts';
import css from './rules.module.css';

/** What becomes of a value once it is set. */
const keeping = [
  { value: 'suggests', label: 'People can change it' },
  { value: 'keeps', label: 'No one can change it while the condition is true' },
];

/** One action of a rule: what is done, with which field, and what else it needs to know. */
export const ActionRow = ({
  action,
  index,
  form,
  onChange,
  onRemove,
  error,
}: {
  action: RuleAction;
  index: number;
  form: RuleForm;
  onChange: (action: RuleAction) => void;
  /** Absent for the only action. */
  onRemove: (() => void) | undefined;
  /** The message at a path within the rule. */
  error: (path: string) => string | null;
}) => {
  const path = `actions.${index}`;
  const targets = targetsOf(form, action.type);
  const entry = form.form_fields.find(({ field_id }) => field_id === action.field_id);
  const id = String(action.field_id);
  const isGone = action.field_id !== 0 && !targets.some(({ value }) => value === id);
  return (
    <ControlRow
      name={`Action ${index + 1}`}
      remove={onRemove && <IconButton label={`Remove action ${index + 1}`} icon={IconX} onClick={onRemove} />}
    >
      <SelectField
        id={`${path}.type`}
        label="Action"
        labelHidden
        chip="word"
        options={actionTypes.map((type) => ({ value: type, label: actionWords[type] }))}
        value={action.type}
        onChange={(type) => type && onChange(withType(action, type as RuleAction['type'], form))}
        error={error(`${path}.type`)}
      />
      <SelectField
        id={`${path}.field_id`}
        label="Field"
        labelHidden
        chip="value"
        placeholder="Choose a field"
        options={isGone ? [...targets, { value: id, label: entry?.field.name ?? 'Not on this form' }] : targets}
        value={action.field_id === 0 ? null : id}
        onChange={(chosen) => onChange(withField(action, Number(chosen)))}
        error={error(`${path}.field_id`)}
      />
      {action.type === 'set' && entry && (
        <div className={css.payload}>
          <AnswerInput
            // Another field has another input.
            key={action.field_id}
            field={entry.field}
            fieldId={action.field_id}
            frame={{
              id: `${path}.payload.value`,
              label: `Value for ${entry.field.name}`,
              error: error(`${path}.payload.value`),
            }}
            value={action.payload?.value ?? null}
            onChange={(value) => onChange(withValue(action, value))}
          />
          <RadioField
            id={`${path}.payload.keeps`}
            label={`Once ${entry.field.name} is set`}
            options={keeping}
            value={keepsAnswer(action) ? 'keeps' : 'suggests'}
            onChange={(chosen) => onChange({ ...action, payload: { ...action.payload, keeps: chosen === 'keeps' } })}
          />
        </div>
      )}
      {action.type === 'filter' && entry && (
        <OptionsKept
          action={action}
          form={form}
          options={entry.field.field_options}
          id={`${path}.payload.conditions`}
          error={error(`${path}.payload.conditions`)}
          onChange={(payload) => onChange({ ...action, payload })}
        />
      )}
    </ControlRow>
  );
};

const OptionsKept = ({
  action,
  form,
  options,
  id,
  error,
  onChange,
}: {
  action: RuleAction;
  form: RuleForm;
  options: FieldOption[];
  id: string;
  error: string | null;
  onChange: (payload: RuleAction['payload']) => void;
}) => {
  const kept = leftBy(action);
  if (!kept)
    return (
      <div className={css.payload}>
        <Sentence parts={actionSentence(action, { form, names: noNames })} />
        <div>
          <Button size="small" onClick={() => onChange(undefined)}>
            Choose options instead
          </Button>
        </div>
      </div>
    );
  const choose = (texts: string[]) => {
    const value = options.filter((option) => texts.includes(String(option.value))).map((option) => option.value);
    onChange(leaving(value));
  };
  return (
    <div className={css.payload}>
      <CheckboxesField
        id={id}
        label="Options to show"
        options={options
          .filter(({ hidden, value }) => !hidden || kept.includes(String(value)))
          .map(({ label, value }) => ({ label, value: String(value) }))}
        value={kept}
        onChange={choose}
        error={error}
      />
    </div>
  );
};
