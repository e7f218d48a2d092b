import { useNavigate } from 'react-router';
import { dataImportRoutes as routes } from '#contract/resources/data-imports.ts';
import type { DataImportType } from '#contract/resources/imports.ts';
import { organizationRoutes } from '#contract/resources/organizations.ts';
import { tableFiles } from '#web/forms/corrected-file.tsx';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { useEditing } from '#web/screens/editor.tsx';
import { RecordForm } from '#web/screens/record-form.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { FormGrid } from '#web/ui/page.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { dataImports } from './data-import.ts';
import { ImportSteps } from './import-steps.tsx';

type Values = {
  organization_id: string | null;
  type: DataImportType | null;
  form_id: string | null;
  name: string;
  input: File | null;
};
const blank: Values = { organization_id: null, type: null, form_id: null, name: '', input: null };

/** Chooses a file for an organization, and what it holds; its columns are mapped next. */
export const NewImport = () => {
  const navigate = useNavigate();
  const { title, crumbs, onCancel } = useEditing(dataImports, undefined);
  const create = useWrite(routes.create);
  const keyFor = useIdempotencyKey();
  const organizations = useRouteQuery(organizationRoutes.list, { query: {} });
  const form = useForm<Values, { id: number }>(
    blank,
    ({ organization_id, type, form_id, name, input }) =>
      create.mutateAsync({
        sent: {
          body: {
            organization_id: Number(organization_id),
            type: type as DataImportType,
            form_id: form_id === null ? null : Number(form_id),
            name,
          },
          files: { input: input as File },
        },
        idempotencyKey: keyFor({ organization_id, type, form_id, name, file: input?.name }),
      }),
    ({ id }) => navigate(`${dataImports.at}/${id}/edit`, { replace: true }),
  );
  const { values, set, error } = form;
  const organization_id = Number(values.organization_id);
  const forms = useRouteQuery(routes.forms, { params: { organization_id } }, { enabled: organization_id > 0 });
  // What was chosen for another organization, or as another type, means nothing here.
  const begin = (next: Pick<Values, 'organization_id' | 'type'>) => form.reset({ ...blank, ...next }, blank);
  const submit = async () => {
    const missing = {
      ...(values.organization_id ? {} : { organization_id: ['Choose an organization'] }),
      ...(values.type ? {} : { type: ['Choose people or responses'] }),
      ...(values.input ? {} : { input: ['Choose a file'] }),
    };
    if (Object.keys(missing).length > 0) form.setErrors(missing);
    else await form.submit();
  };
  return (
    <RecordForm
      form={{ ...form, submit }}
      title={title}
      crumbs={crumbs}
      beside={<ImportSteps here="File" />}
      onCancel={onCancel}
    >
      <FormGrid>
        <SelectField
          id="organization_id"
          label="Organization"
          options={(organizations.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.organization_id}
          onChange={(chosen) => begin({ organization_id: chosen, type: values.type })}
          error={error('organization_id')}
        />
        <RadioField
          id="type"
          label="Type"
          options={[
            { value: 'client', label: 'People' },
            { value: 'form', label: 'Responses to a form' },
          ]}
          value={values.type}
          onChange={(type) => begin({ organization_id: values.organization_id, type: type as DataImportType })}
          error={error('type')}
        />
        {values.type === 'form' && (
          <SelectField
            id="form_id"
            label="Form"
            options={(forms.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.form_id}
            onChange={(form_id) => set('form_id', form_id)}
            error={error('form_id')}
          />
        )}
        <TextField
          autoComplete="off"
          optional
          label="Name"
          help="If you leave this empty, the name of the file is used."
          {...form.field('name')}
        />
        <FileDrop
          id="input"
          label="File"
          help="CSV in any encoding or .xlsx, up to 25 MB and 200,000 rows, with column names in the first row."
          error={error('input')}
          accept={tableFiles}
          files={values.input ? [{ key: values.input.name, name: values.input.name, size: values.input.size }] : []}
          onAdd={([file]) => file && set('input', file)}
          onRemove={() => set('input', null)}
        />
      </FormGrid>
    </RecordForm>
  );
};
