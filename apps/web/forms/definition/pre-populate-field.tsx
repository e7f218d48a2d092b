import { formRoutes } from '#contract/resources/forms.ts';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import { visitDateOf } from '#forms/definition/pre-populate.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { SelectField } from '#web/ui/select-field.tsx';

const none = 'none';
const own = 'own';
const recorded = 'recorded';

/** What is stored; while only the form is chosen, its two other ids are 0. */
type Source = NonNullable<FieldSettings['pre_populate']>;

/** Whether an answer can be taken over from another response: files stay with theirs. */
export const isPrePopulatable = ({ field_type }: { field_type: FieldTypeName }): boolean =>
  fieldType(field_type).isAnswerable && field_type !== 'attachment' && field_type !== 'signature';

/** Whose earlier answer fills the field in: a form, and one of its fields of the same type. */
export const PrePopulateField = <V extends Source | true = Source>({
  id,
  error,
  field,
  form_id,
  help,
  ownLabel,
  value: given,
  onChange,
}: {
  id: string;
  error: string | null;
  field: { field_type: FieldTypeName };
  /** The form that is being edited. */
  form_id?: number | undefined;
  help?: string;
  /** What `true` is called, where it may be chosen. */
  ownLabel?: string;
  value: V | null;
  onChange: (source: V | null) => void;
}) => {
  const value: Source | null = given === true ? null : (given as Source | null);
  const put = (source: Source | true | null) => onChange(source as V | null);
  const forms = useRouteQuery(formRoutes.list, { query: { filters: JSON.stringify({ form_type: 'client' }) } });
  const chosen = value?.form_id;
  const fields = useRouteQuery(formRoutes.fields, { params: { id: chosen ?? 0 } }, { enabled: chosen !== undefined });
  const like = fields.data?.data.filter(({ field_type }) => field_type === field.field_type) ?? [];
  const source = like.find((one) => one.field_id === value?.field_id);
  const dates = fields.data?.data.filter(({ field_type }) => field_type === 'date') ?? [];
  const visitDate = visitDateOf(fields.data?.data ?? []);
  const usual = visitDate?.field_id ?? null;
  const latestBy = value?.date_field_id === undefined ? usual : value.date_field_id;
  const formName = forms.data?.data.find((one) => one.id === chosen)?.name;
  return (
    <>
      <SelectField
        id={value ? undefined : id}
        error={value ? null : error}
        label="Pre-populate from"
        help={help}
        loading={forms.isFetching}
        nothing={forms.isError ? 'Could not load the forms' : 'Nothing matches'}
        options={[
          { value: none, label: 'None' },
          ...(ownLabel ? [{ value: own, label: ownLabel }] : []),
          ...(forms.data?.data ?? []).map((one) => ({
            value: String(one.id),
            label: one.id === form_id ? `${one.name} (this form)` : one.name,
          })),
        ]}
        value={given === true ? own : value ? String(value.form_id) : none}
        onChange={(form) =>
          put(form === own ? true : form === none ? null : { form_id: Number(form), form_field_id: 0, field_id: 0 })
        }
      />
      {value && (
        <SelectField
          id={id}
          error={error}
          label="Answer of"
          help={source && formName && `Last answer to ${source.field.name} on ${formName}`}
          loading={fields.isFetching}
          nothing={fields.isError ? 'Could not load the fields' : 'This form has no field of this type'}
          options={like.map((one) => ({ value: String(one.field_id), label: one.field.name }))}
          value={source ? String(source.field_id) : null}
          onChange={(field_id) => {
            const taken = like.find((one) => String(one.field_id) === field_id);
            if (taken)
              put({
                form_id: value.form_id,
                form_field_id: taken.id,
                field_id: taken.field_id,
                ...(value.date_field_id === undefined ? {} : { date_field_id: value.date_field_id }),
              });
          }}
        />
      )}
      {value && source && dates.length > 0 && (
        <SelectField
          id={`${id}.date_field_id`}
          error={null}
          label="Latest by"
          options={[
            { value: recorded, label: 'Time Recorded' },
            ...dates.map((one) => ({ value: String(one.field_id), label: one.field.name })),
          ]}
          value={latestBy === null ? recorded : String(latestBy)}
          onChange={(chosenDate) =>
            put({ ...value, date_field_id: chosenDate === recorded ? null : Number(chosenDate) })
          }
        />
      )}
    </>
  );
};
