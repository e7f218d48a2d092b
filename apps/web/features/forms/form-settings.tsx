import { formUses } from '#web/forms/definition/form-record.ts';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import type { FormValues } from './draft.ts';
import type { Editor } from './use-editor.ts';

/** What a form is, apart from its fields. */
export const FormSettings = ({
  values,
  set,
  error,
  isSaved,
}: {
  values: FormValues;
  set: Editor['set'];
  error: (path: string) => string | null;
  isSaved: boolean;
}) => (
  <FormGrid>
    <Half>
      <TextField
        id="name"
        label="Name"
        required
        maxLength={255}
        value={values.name}
        onChange={(name) => set('name', name)}
        error={error('name')}
      />
    </Half>
    <Half>
      <SelectField
        id="form_type"
        label="Form Use"
        options={formUses}
        value={values.form_type}
        onChange={(use) => use && set('form_type', use as FormValues['form_type'])}
        locked={isSaved ? 'Cannot be changed once saved' : undefined}
        error={error('form_type')}
      />
    </Half>
    <TextareaField
      id="description"
      label="Description"
      optional
      rows={2}
      value={values.description}
      onChange={(description) => set('description', description)}
      error={error('description')}
    />
    {values.form_type === 'client' && (
      <TextField
        id="redirect_url"
        label="Custom redirect URL"
        optional
        type="url"
        placeholder="https://"
        help="Where people go after answering the form in public"
        value={values.redirect_url}
        onChange={(url) => set('redirect_url', url)}
        error={error('redirect_url')}
      />
    )}
  </FormGrid>
);
