import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { noNames } from '#forms/words/condition-words.ts';
import { shownIf } from '#forms/words/field-words.ts';
import { ruleFormOf } from '#web/forms/conditions/conditions.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { PrintRecord } from '#web/screens/print-record.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import css from './print-form.module.css';

/** Prints a form without answers: every question, those that depend on others with when they are asked. */
export const PrintForm = ({ form, onClose }: { form: FormRecord; onClose: () => void }) => (
  <PrintRecord
    name="blank form"
    offers={[]}
    load={async () => ({
      title: form.name,
      parts: (
        <>
          {form.description && <p>{form.description}</p>}
          <ol className={css.questions}>
            {form.form_fields.map((entry) => (
              <Question key={entry.field_id} form={form} entry={entry} />
            ))}
          </ol>
        </>
      ),
    })}
    onClose={onClose}
  />
);

const Question = ({ form, entry }: { form: FormRecord; entry: FormField }) => {
  const { field, is_required } = entry;
  const condition = shownIf({ ...ruleFormOf(form), logic: form.logic }, entry, noNames);
  const isAsked = fieldType(field.field_type).isAnswerable;
  return (
    <li className={css.question} data-asked={isAsked || undefined}>
      <b>
        {field.name}
        {isAsked && is_required && ' (required)'}
      </b>
      {condition && <span className={css.muted}> ({condition})</span>}
      {field.description && <p className={css.muted}>{field.description}</p>}
      {isAsked ? <Room field={field} /> : <Markdown>{String(field.metadata.presentation_content ?? '')}</Markdown>}
    </li>
  );
};

const several = new Set(['freeform-long', 'address', 'signature']);

/** The place where an answer is written or ticked. */
const Room = ({ field: { field_type, field_options, metadata } }: { field: FormField['field'] }) => {
  const options = fieldType(field_type).hasOptions ? field_options.filter(({ hidden }) => !hidden) : [];
  const labels = field_type === 'checkbox' ? ['Yes'] : options.map(({ label }) => label);
  if (labels.length === 0) return <div className={css.line} data-tall={several.has(field_type) || undefined} />;
  return (
    <ul className={css.options}>
      {[...labels, ...(metadata.allow_other ? ['Other: ____________'] : [])].map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );
};
