import { formRoutes } from '#contract/resources/forms.ts';
import type { InternalOption } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import css from './field-form.module.css';

const optionsOf = (records: { id: number; name: string }[] = []) =>
  records.map(({ id, name }) => ({ value: String(id), label: name }));

/** What stands in the list, so that a list that could not be loaded does not look empty. */
const nothing = (list: { isPending: boolean; isError: boolean }, none: string) => {
  if (list.isError) return 'Could not load the list. Reload the page to try again';
  return list.isPending ? 'Loading' : none;
};

/** The internal form whose records a ref-picker offers, and the field that names them. */
export const InternalFormFields = ({
  prefix,
  value,
  onChange,
  error,
}: {
  prefix: string;
  value: InternalOption | null;
  onChange: (option: InternalOption | null) => void;
  error: (path: string) => string | null;
}) => {
  const formId = value?.internal_form_id;
  const forms = useRouteQuery(formRoutes.list, { query: { filters: JSON.stringify({ form_type: 'internal' }) } });
  const fields = useRouteQuery(formRoutes.fields, { params: { id: formId ?? 0 } }, { enabled: formId !== undefined });
  const answerable = fields.data?.data
    .map(({ field }) => field)
    .filter(({ field_type }) => fieldType(field_type).isAnswerable);
  return (
    <div className={css.settings}>
      <SelectField
        id={`${prefix}internal_option.internal_form_id`}
        label="Internal form"
        required
        help="People choose from its records"
        options={optionsOf(forms.data?.data)}
        nothing={nothing(forms, 'No internal forms yet')}
        value={formId === undefined ? null : String(formId)}
        onChange={(id) => onChange(id === null ? null : { internal_form_id: Number(id), internal_field_id: null })}
        error={error('internal_option.internal_form_id') ?? error('internal_option')}
      />
      {value && (
        <SelectField
          id={`${prefix}internal_option.internal_field_id`}
          label="Field shown"
          help="Shown as the name of each record. Leave empty to use the record’s title"
          options={optionsOf(answerable)}
          nothing={nothing(fields, 'This form has no fields')}
          value={value.internal_field_id === null ? null : String(value.internal_field_id)}
          onChange={(id) => onChange({ ...value, internal_field_id: id === null ? null : Number(id) })}
          error={error('internal_option.internal_field_id')}
        />
      )}
    </div>
  );
};
