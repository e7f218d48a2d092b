import { useId, useState } from 'react';
import type { CalculationDraft } from '#forms/definition/calculation.ts';
import { typeNames } from '#forms/words/calculation-words.ts';
import type { StoredCalculation } from '#web/forms/definition/edited-form.ts';
import { WordedEditor } from '#web/forms/worded-editor.tsx';
import { ApiError } from '#web/kit/api.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CalculationConflict } from './calculation-conflict.tsx';
import {
  type CalculatedForm,
  type CalculationValues,
  calculationErrors,
  draftOf,
  emptyCalculation,
  proposedName,
  valuesOf,
} from './draft.ts';
import { EquationField } from './equation-field.tsx';
import { FormatFields } from './format-fields.tsx';
import { Formula } from './formula.tsx';
import { SpanFields } from './span-fields.tsx';
import { ViewTabs } from './tabs.tsx';
import { Trial } from './trial.tsx';

const types = (['numeric', 'date', 'time'] as const).map((value) => ({ value, label: typeNames[value] }));

/**
 * Adds a calculation to a form, or changes one.
 * @param stored null for a new one
 * @param onSave is given what was entered, and the version that it was read of; what it refuses is told here
 * @param load gives the calculation as it is stored now
 * @param formId undefined for a form that is not stored yet
 */
export const CalculationDialog = ({
  form,
  stored,
  onSave,
  onSaved,
  load,
  formId,
  isKept = false,
  onClose,
}: {
  form: CalculatedForm;
  stored: StoredCalculation | null;
  onSave: (draft: CalculationDraft, values: CalculationValues) => Promise<unknown>;
  onSaved: (draft: CalculationDraft) => void;
  load?: (() => Promise<unknown>) | undefined;
  formId: number | undefined;
  /** It is kept with the form that is being edited, not saved yet. */
  isKept?: boolean;
  onClose: () => void;
}) => {
  /** Until somebody types a name, the formula gives it one. */
  const [isNamed, setNamed] = useState(stored !== null);
  const nameOf = (values: CalculationValues) => (isNamed ? values.name : proposedName(values, form));

  const save = async (entered: CalculationValues) => {
    const values = { ...entered, name: nameOf(entered) };
    const errors = calculationErrors(values, form, stored?.id);
    if (Object.keys(errors).length > 0) throw new ApiError(422, errors);
    const draft = draftOf(values);
    await onSave(draft, values).catch((error) => {
      throw inDialog(error);
    });
    return draft;
  };
  const dialog = useForm(stored ? valuesOf(stored) : emptyCalculation, save, {
    saved: onSaved,
    showsConflict: load !== undefined,
  });
  const { values, set, error, setErrors } = dialog;
  const submitId = useId();
  /** What the server says of parts is said by the paths of what is sent, not of what is held here. */
  const change = <K extends keyof CalculationValues>(key: K, value: CalculationValues[K]) => {
    if (key !== 'name') setErrors({});
    set(key, value);
  };
  const { type } = values;

  return (
    <FormDialog
      title={stored ? `Edit calculation ${stored.name}` : 'Add calculation'}
      form={dialog}
      formId={submitId}
      width={960}
      {...(isKept && { verb: 'Apply', note: 'Saved with the form' })}
      onClose={onClose}
    >
      <SubmitForm form={dialog} id={submitId}>
        <WordedEditor
          sentence={<Formula values={values} form={form} />}
          beside={<Trial values={values} form={form} formId={formId} id={stored?.id} />}
        >
          <ErrorSummary errors={dialog.summary} attempt={dialog.attempt} />
          {load && dialog.conflict && (
            <CalculationConflict
              load={load}
              form={form}
              onSave={(theirs) =>
                void dialog.submitWith({ ...values, lock_version: theirs.lock_version }, valuesOf(theirs))
              }
              onLoad={(theirs) => dialog.reset(valuesOf(theirs))}
              onGone={onClose}
            />
          )}
          <TextField
            id="name"
            label="Name"
            maxLength={255}
            autoComplete="off"
            value={nameOf(values)}
            onChange={(name) => {
              setNamed(true);
              change('name', name);
            }}
            // A name that is emptied follows the formula again.
            onBlur={() => values.name === '' && setNamed(false)}
            error={error('name')}
          />
          <ViewTabs label="Type" tabs={types} value={type} onChange={(next) => change('type', next)}>
            {type === 'numeric' ? (
              <EquationField
                values={values}
                onChange={({ equation, variables }) => {
                  change('equation', equation);
                  change('variables', variables);
                }}
                form={form}
                id={stored?.id}
                error={error}
              />
            ) : (
              <SpanFields
                key={type}
                type={type}
                span={values[type]}
                onChange={(span) => change(type, span)}
                form={form}
                id={stored?.id}
                error={error}
              />
            )}
          </ViewTabs>
          <FormatFields values={values} onChange={(formatter) => change('formatter', formatter)} error={error} />
        </WordedEditor>
      </SubmitForm>
    </FormDialog>
  );
};
