import { useId, useState } from 'react';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { FormDialog } from '#web/screens/form-dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { CalculationConflict } from './calculation-conflict.tsx';
import css from './calculations.module.css';
import {
  type CalculationValues,
  calculatedForm,
  calculationErrors,
  changesResults,
  draftOf,
  emptyCalculation,
  type StoredCalculation,
  valuesOf,
} from './draft.ts';
import { EquationField } from './equation-field.tsx';
import { FormatFields } from './format-fields.tsx';
import { SpanFields } from './span-fields.tsx';
import { ViewTabs } from './tabs.tsx';
import { Trial } from './trial.tsx';
import { typeNames } from './words.ts';

const types = (['numeric', 'date', 'time'] as const).map((value) => ({ value, label: typeNames[value] }));

/** Adds a calculation to a form, or changes one. @param stored null for a new one */
export const CalculationDialog = ({
  form,
  stored,
  onClose,
}: {
  form: FormRecord;
  stored: StoredCalculation | null;
  onClose: () => void;
}) => {
  const params = { form_id: form.id };
  const calculated = calculatedForm(form);
  const { mutateAsync: create } = useWrite(calculationRoutes.create);
  const { mutateAsync: update } = useWrite(calculationRoutes.update);
  const keyFor = useIdempotencyKey();
  const [before] = useState(() => (stored ? draftOf(valuesOf(stored)) : null));

  const save = async (values: CalculationValues) => {
    const errors = calculationErrors(values, calculated, stored?.id);
    if (Object.keys(errors).length > 0) throw new ApiError(422, errors);
    const body = draftOf(values);
    const { lock_version } = values;
    const saved = stored
      ? update({
          sent: {
            params: { ...params, id: stored.id },
            body: { ...body, ...(lock_version === undefined ? {} : { lock_version }) },
          },
        })
      : create({ sent: { params, body }, idempotencyKey: keyFor(values) });
    await saved.catch((error) => {
      throw inDialog(error);
    });
    return body;
  };
  const dialog = useForm(stored ? valuesOf(stored) : emptyCalculation, save, (sent) => {
    const isRecalculated = form.response_count > 0 && changesResults(before, sent);
    toast.success(`${sent.name} saved${isRecalculated ? '. Responses are being recalculated' : ''}`);
    onClose();
  });
  const { values, set, error, setErrors } = dialog;
  const formId = useId();
  /** What the server says of parts is said by the paths of what is sent, not of what is held here. */
  const change = <K extends keyof CalculationValues>(key: K, value: CalculationValues[K]) => {
    if (key !== 'name') setErrors({});
    set(key, value);
  };
  const { type } = values;

  return (
    <FormDialog
      form={dialog}
      formId={formId}
      title={stored ? `Edit calculation ${stored.name}` : 'Add calculation'}
      width={720}
      onClose={onClose}
    >
      <SubmitForm form={dialog} id={formId} className={css.form}>
        <ErrorSummary errors={dialog.summary} attempt={dialog.attempt} />
        {stored && dialog.conflict && (
          <CalculationConflict
            load={() => call(calculationRoutes.show, { params: { ...params, id: stored.id } })}
            form={calculated}
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
          value={values.name}
          onChange={(name) => change('name', name)}
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
              form={calculated}
              id={stored?.id}
              error={error}
            />
          ) : (
            <SpanFields
              key={type}
              type={type}
              span={values[type]}
              onChange={(span) => change(type, span)}
              form={calculated}
              id={stored?.id}
              error={error}
            />
          )}
        </ViewTabs>
        <FormatFields values={values} onChange={(formatter) => change('formatter', formatter)} error={error} />
        <Trial values={values} form={calculated} />
      </SubmitForm>
    </FormDialog>
  );
};
