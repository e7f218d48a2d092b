import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { conditionScopes, type Rule, type RuleAction } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { ruleSentence } from '#forms/words/rule-words.ts';
import { neededNames } from '#forms/words/topics.ts';
import { ConditionEditor } from '#web/forms/conditions/condition-editor.tsx';
import { blankGroup } from '#web/forms/conditions/conditions.ts';
import { Sentence } from '#web/forms/conditions/sentence.tsx';
import { useNames } from '#web/forms/conditions/use-names.ts';
import type { EditedForm } from '#web/forms/definition/edited-form.ts';
import { useClock } from '#web/forms/use-clock.ts';
import { WordedEditor } from '#web/forms/worded-editor.tsx';
import { ApiError } from '#web/kit/api.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { useForm } from '#web/kit/use-form.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, focusField, openField } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { ActionRow } from './action-row.tsx';
import { RuleConflict } from './rule-conflict.tsx';
import {
  blankAction,
  errorsOfRule,
  listOf,
  nameOf,
  numbered,
  type RuleValues,
  ruleErrors,
  selfReaders,
  valuesOf,
  withRule,
} from './rule-draft.ts';
import { RuleTrialPanel } from './rule-trial-panel.tsx';
import css from './rules.module.css';

const addActionId = 'actions-add';
/** Where a new rule begins: what its first condition is about. */
const firstId = 'condition.and.0.conditions.and.0.field_name';

/**
 * Adds a rule to a form, or changes one.
 * @param rule the one that is changed; null for a new one, @param about the field that a new one acts on
 * @param onSave is given all rules of the form with this one among them, and the version that they were read of
 */
export const RuleDialog = ({
  form,
  rule,
  about,
  onSave,
  isKept = false,
  onClose,
}: {
  form: EditedForm & { lock_version?: number };
  rule: Rule | null;
  about?: number | undefined;
  onSave: (rules: Rule[], lock_version: number) => Promise<unknown>;
  /** It is kept with the form that is being edited, not saved yet. */
  isKept?: boolean;
  onClose: () => void;
}) => {
  const ruleForm: RuleForm = form;
  const clock = useClock();

  const save = async ({ list: { rules, place, lock_version }, ...values }: RuleValues) => {
    const errors = ruleErrors(values, ruleForm, clock);
    const { condition, actions } = values;
    if (Object.keys(errors).length > 0 || !condition) throw new ApiError(422, errors);
    const next: Rule = { name: nameOf(values, ruleForm).trim(), condition, actions };
    const sent = withRule(rules, place, next);
    await onSave(sent, lock_version).catch((error) => {
      if (!(error instanceof ApiError) || error.status !== 422) throw inDialog(error);
      throw new ApiError(422, errorsOfRule(error.errors, sent.indexOf(next), sent), error.requestId);
    });
    return next;
  };
  const dialog = useForm(valuesOf(rule, listOf(form, rule), about), save, {
    saved: ({ name }) => {
      if (!isKept) toast.success(`${name} saved`);
      onClose();
    },
    showsConflict: form.id !== undefined,
  });
  const { values, set, error } = dialog;
  const [removals, setRemovals] = useState(0);
  const putAction = (index: number, action: RuleAction) => set('actions', values.actions.with(index, action));
  const addAction = () => {
    flushSync(() => set('actions', [...values.actions, blankAction]));
    focusField(`actions.${values.actions.length}.type`);
  };
  const readers = selfReaders(values, ruleForm);
  const condition = values.condition ?? { and: [] };
  const names = useNames(neededNames(condition));
  const isNew = rule === null;
  const { rules, place } = values.list;
  const tried: Rule = { name: nameOf(values, ruleForm), condition, actions: values.actions };
  useEffect(() => {
    if (isNew) openField(firstId);
  }, [isNew]);

  return (
    <FormDialog
      form={dialog}
      title={rule ? `Edit rule ${rule.name}` : 'Add rule'}
      width={960}
      {...(isKept && { verb: 'Apply', note: 'Saved with the form' })}
      onClose={onClose}
    >
      <WordedEditor
        sentence={<Sentence parts={ruleSentence({ condition, actions: values.actions }, { form: ruleForm, names })} />}
        beside={
          <RuleTrialPanel
            form={ruleForm}
            formId={form.id}
            rule={tried}
            isWhole={Object.keys(ruleErrors({ ...values, name: null }, ruleForm, clock)).length === 0}
            logic={numbered(withRule(rules, place, tried))}
            place={place < 0 ? rules.length : place}
            names={names}
          />
        }
      >
        <ErrorSummary errors={dialog.summary} attempt={dialog.attempt} />
        {dialog.conflict && form.id !== undefined && (
          <RuleConflict
            form={ruleForm}
            formId={form.id}
            rule={rule}
            onSave={(list) => void dialog.submitWith({ ...values, list }, { ...dialog.initial, list })}
            onGiveUp={onClose}
          />
        )}
        <ConditionEditor
          value={values.condition}
          onChange={(condition) => set('condition', condition ?? { and: [blankGroup] })}
          form={ruleForm}
          scopes={conditionScopes}
          {...(values.actions[0]?.field_id ? { target: values.actions[0].field_id } : {})}
          error={(path) => error(path ? `condition.${path}` : 'condition')}
        />
        <div className={`${css.part} ${css.then}`}>
          <h3>Then</h3>
          {values.actions.map((action, index) => (
            <ActionRow
              key={`${removals} ${index}`}
              action={action}
              index={index}
              form={ruleForm}
              onChange={(next) => putAction(index, next)}
              onRemove={
                values.actions.length > 1
                  ? () => {
                      set('actions', values.actions.toSpliced(index, 1));
                      setRemovals(removals + 1);
                      focusField(addActionId);
                    }
                  : undefined
              }
              error={error}
            />
          ))}
          <div>
            <Button size="small" id={addActionId} icon={IconPlus} onClick={addAction}>
              Add action
            </Button>
          </div>
        </div>
        {readers.length > 0 && (
          <Banner>
            This rule shows or hides {readers.join(' and ')} based on its own answer. A hidden field has no answer.
          </Banner>
        )}
        <TextField
          id="name"
          label="Name"
          maxLength={255}
          autoComplete="off"
          value={nameOf(values, ruleForm)}
          onChange={(name) => set('name', name)}
          // Without a name of its own it is named by what it does again.
          onBlur={() => values.name === '' && set('name', null)}
          error={error('name')}
        />
      </WordedEditor>
    </FormDialog>
  );
};
