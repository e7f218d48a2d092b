import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { DataType, FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldTypes } from '#forms/field-types/index.ts';
import type { Conditions } from '#forms/logic/compile.ts';
import { isPlatform } from '#web/access/host.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextareaField, TextField } from '#web/ui/text-field.tsx';
import { hasOwnOptions, optionKindOf, withType, withValues } from './draft.ts';
import css from './field-form.module.css';
import { InternalFormFields } from './internal-form-fields.tsx';
import { OptionRows } from './option-rows.tsx';
import { isPrePopulatable, PrePopulateField } from './pre-populate-field.tsx';
import { SettingField } from './setting-field.tsx';
import { ownLastAnswer, type Setting, settingsOf } from './settings.ts';
import { controlOf, ShowWhenField } from './show-when-field.tsx';
import type { FieldForm as Form } from './use-field-form.ts';
import { dataTypeLabels } from './words.ts';

const typeOptions = Object.values(fieldTypes).map(({ type, title }) => ({ value: type as string, label: title }));

/** Where earlier answers come from; `true` is the last one to the field itself, on the same form. */
type PrePopulate = NonNullable<FieldSettings['pre_populate']> | true;

const isWide = ({ control }: Setting) => control === 'markdown' || control === 'lines';

/**
 * What defines a field: its question, its type with the settings of that type, and its options.
 * @param id of the stored field, @param prefix stands before the ids of the inputs, where another form may be on the screen
 */
export const FieldForm = ({ form, prefix = '', id }: { form: Form; prefix?: string; id?: number | undefined }) => {
  const { values, set, error } = form;
  const type = values.field_type && fieldTypes[values.field_type];
  const settings = values.field_type ? settingsOf(values.field_type, values.metadata) : [];
  const chooseType = (chosen: string | null) => {
    if (!chosen || chosen === values.field_type) return;
    const next = withType(values, chosen as FieldTypeName);
    for (const key of ['field_type', 'data_type', 'metadata', 'field_options', 'internal_option'] as const)
      set(key, next[key]);
  };
  const chooseDataType = (chosen: string | null) => {
    set('data_type', chosen as DataType | null);
    set('field_options', withValues(values.field_options, optionKindOf(chosen as DataType | null)));
  };
  return (
    <>
      <div className={css.summary}>
        <ErrorSummary
          attempt={form.attempt}
          errors={form.summary.map(({ id, message }) => (id ? { id: prefix + controlOf(id), message } : { message }))}
        />
      </div>
      <FormGrid>
        <TextField
          id={`${prefix}name`}
          data-autofocus
          label="Name"
          help="The question as people see it"
          required
          maxLength={255}
          value={values.name}
          onChange={(name) => set('name', name)}
          error={error('name')}
        />
        <TextareaField
          id={`${prefix}description`}
          label="Description"
          optional
          help="Help text under the question"
          rows={2}
          value={values.description}
          onChange={(description) => set('description', description)}
          error={error('description')}
        />
        <Half>
          <SelectField
            id={`${prefix}field_type`}
            label="Field type"
            required
            options={typeOptions}
            value={values.field_type}
            onChange={chooseType}
            error={error('field_type')}
          />
        </Half>
        <Half>
          {type && type.data_types.length > 1 && (
            <SelectField
              id={`${prefix}data_type`}
              label="Data type"
              options={type.data_types.map((value) => ({ value: value as string, label: dataTypeLabels[value] }))}
              value={values.data_type}
              onChange={chooseDataType}
              error={error('data_type')}
            />
          )}
        </Half>
      </FormGrid>
      {values.field_type && (settings.length > 0 || isPrePopulatable({ field_type: values.field_type })) && (
        <Section title="Settings">
          <div className={css.settings}>
            {settings.map((setting) => (
              <div key={`${values.field_type} ${setting.key}`} data-wide={isWide(setting) || undefined}>
                <SettingField
                  setting={setting}
                  id={`${prefix}metadata.${setting.key}`}
                  value={values.metadata[setting.key]}
                  onChange={(value) => set('metadata', { ...values.metadata, [setting.key]: value })}
                  error={error(`metadata.${setting.key}`)}
                />
              </div>
            ))}
            {values.field_type && isPrePopulatable({ field_type: values.field_type }) && !isPlatform && (
              <PrePopulateField<PrePopulate>
                id={`${prefix}metadata.pre_populate`}
                field={{ field_type: values.field_type }}
                help="Forms can choose another source"
                ownLabel={ownLastAnswer}
                value={(values.metadata.pre_populate as PrePopulate | undefined) || null}
                onChange={(source) => set('metadata', { ...values.metadata, pre_populate: source })}
                error={error('metadata.pre_populate')}
              />
            )}
          </div>
        </Section>
      )}
      {values.field_type && (
        <Section title="Show when">
          <ShowWhenField
            id={`${prefix}metadata.show_when`}
            field_id={id}
            value={(values.metadata.show_when as Conditions | undefined) ?? null}
            onChange={(conditions) => set('metadata', { ...values.metadata, show_when: conditions })}
            error={(path) => error(path ? `metadata.show_when.${path}` : 'metadata.show_when')}
          />
        </Section>
      )}
      {values.field_type === 'ref-picker' && (
        <Section title="Records">
          <InternalFormFields
            prefix={prefix}
            value={values.internal_option}
            onChange={(option) => set('internal_option', option)}
            error={error}
          />
        </Section>
      )}
      {hasOwnOptions(values) && (
        <Section title="Options" note={values.field_options.filter(({ hidden }) => !hidden).length || undefined}>
          <OptionRows
            id={`${prefix}field_options`}
            kind={optionKindOf(values.data_type)}
            options={values.field_options}
            stored={form.initial.field_options}
            onChange={(options) => set('field_options', options)}
            error={error}
          />
        </Section>
      )}
    </>
  );
};
