import { Navigate } from 'react-router';
import { tableFiles } from '#web/forms/corrected-file.tsx';
import { dataTypeLabels } from '#web/forms/definition/words.ts';
import { Editor, useEditor } from '#web/screens/editor.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { CellCheckbox } from '#web/ui/checkbox.tsx';
import { RadioField } from '#web/ui/choice-field.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { FileDrop } from '#web/ui/file-drop.tsx';
import { NativeSelect } from '#web/ui/native-select.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type DataImport, dataImports, isOpen } from './data-import.ts';
import { ImportSteps } from './import-steps.tsx';
import css from './mapping-form.module.css';

type ColumnMapping = { destination_id: string; origin_id: number | null; force: boolean };

/** Each destination once, as it is mapped, or as it is proposed while nothing is mapped at all. */
const mappingsOf = ({ destinations, mappings, proposal }: DataImport): ColumnMapping[] =>
  destinations.map(({ id }) => {
    const isFor = (one: ColumnMapping) => one.destination_id === id;
    return (
      mappings.find(isFor) ?? proposal?.mappings.find(isFor) ?? { destination_id: id, origin_id: null, force: true }
    );
  });

const valuesOf = (stored: DataImport) => ({
  name: stored.name,
  client_id_column: stored.client_id_column ?? stored.proposal?.client_id_column ?? null,
  response_id_column: stored.response_id_column ?? stored.proposal?.response_id_column ?? null,
  duplicates: stored.duplicates,
  mappings: mappingsOf(stored),
  input: null as File | null,
});
type Values = ReturnType<typeof valuesOf>;

/** By what the columns are proposed, and what becomes of ids that mean nothing here. */
const proposalInWords = ({ proposal, tool, origins, type }: DataImport): string[] => {
  if (!proposal) return tool ? [`This file comes from ${tool}.`] : [];
  const { as_in, person_column, client_id_column } = proposal;
  const theirs = origins.find(({ id }) => id === person_column)?.name;
  const own = type === 'client' ? 'Leave it empty to create new people.' : 'Enter the person for each response.';
  return [
    ...(tool ? [`This file comes from ${tool}.`] : []),
    ...(as_in ? [`The mapping is suggested from “${as_in}”, which has the same columns.`] : []),
    ...(tool && !as_in ? ['The mapping is suggested from the column names of that tool.'] : []),
    ...(theirs && client_id_column === null
      ? [`${theirs} has IDs of ${tool}, not of Hearth. Add a column “Hearth Client ID”. ${own}`]
      : []),
  ];
};

/** What each kind of value is called. */
const typeWords: Record<string, string> = { ...dataTypeLabels, timestamp: 'Date and time' };

const clientHelp = {
  client: 'If it’s blank, a new person is created.',
  form: 'Identifies the person for each response.',
};
const responseHelp = 'If it’s blank, a new response is created.';

const duplicateOptions = [
  { value: 'add', label: 'Add them and mark them as possible duplicates' },
  { value: 'skip', label: 'Skip these rows' },
  { value: 'update', label: 'Update the existing person' },
];

/** The columns of a file, and where each goes. A failed import takes a corrected file and nothing else. */
export const MappingForm = ({ stored }: { stored: DataImport }) => {
  const editor = useEditor(dataImports, {
    stored,
    blank: valuesOf(stored),
    valuesOf,
    bodyOf: {
      create: () => ({ organization_id: stored.organization_id, type: stored.type }),
      update: ({ input, ...values }: Values) => (input ? { name: values.name } : values),
    },
    filesOf: ({ input }): Record<string, File> => (input ? { input } : {}),
  });
  const { form } = editor;
  const { values, set, error, field } = form;
  if (!isOpen(stored) && stored.state !== 'failed') return <Navigate to={`${dataImports.at}/${stored.id}`} replace />;
  const columns = stored.origins.map(({ id, name }) => ({ value: String(id), label: name }));
  const sampleOf = (id: number | null) =>
    id === null
      ? ''
      : [...new Set(stored.preview.map((cells) => cells[id - 1]?.trim()).filter(Boolean))].slice(0, 3).join(', ');
  const column = (id: number | null) => (id === null ? null : String(id));
  const numbered = (value: string | null) => (value === null ? null : Number(value));
  const change = (destination_id: string, next: Partial<ColumnMapping>) =>
    set(
      'mappings',
      values.mappings.map((one) => (one.destination_id === destination_id ? { ...one, ...next } : one)),
    );
  const idColumn = (key: 'client_id_column' | 'response_id_column', label: string, help: string) => (
    <Half>
      <NativeSelect
        error={error(key)}
        help={sampleOf(values[key]) || help}
        {...{ id: key, label, options: columns, optional: key === 'response_id_column' }}
        blank="Choose a column"
        value={column(values[key])}
        onChange={(id) => set(key, numbered(id))}
      />
    </Half>
  );
  const said = isOpen(stored) && !values.input ? proposalInWords(stored) : [];
  const isAnything = values.mappings.some(({ origin_id }) => origin_id !== null);
  return (
    <Editor {...editor} beside={<ImportSteps here={isOpen(stored) && !values.input ? 'Columns' : 'File'} />}>
      {said.length > 0 && <Banner tone="info">{said.join(' ')}</Banner>}
      <FormGrid>
        <TextField {...field('name')} label="Name" autoComplete="off" />
        <FileDrop
          id="input"
          label={isOpen(stored) ? 'Another file' : 'Corrected file'}
          optional={isOpen(stored)}
          help={`Columns with the same names as in ${stored.input_filename} keep their mapping.`}
          error={error('input') ?? stored.errors.input?.[0] ?? null}
          accept={tableFiles}
          files={values.input ? [{ key: values.input.name, name: values.input.name, size: values.input.size }] : []}
          onAdd={([file]) => file && set('input', file)}
          onRemove={() => set('input', null)}
        />
        {isOpen(stored) && !values.input && (
          <>
            {idColumn('client_id_column', 'Client ID Column', clientHelp[stored.type])}
            {stored.type === 'form' && idColumn('response_id_column', 'Response ID Column', responseHelp)}
            {stored.type === 'client' && (
              <RadioField
                value={values.duplicates}
                options={duplicateOptions}
                id="duplicates"
                label="People who may already exist"
                onChange={(chosen) => chosen && set('duplicates', chosen as Values['duplicates'])}
              />
            )}
          </>
        )}
      </FormGrid>
      {isOpen(stored) && !values.input && (
        <Section title={stored.form_name ? `Fields of ${stored.form_name}` : 'Fields of people'}>
          {!isAnything && <p>No column has been mapped</p>}
          <DataTable
            label="File columns"
            columns={[
              {
                key: 'destination',
                title: 'Field',
                cell: ({ name, data_type, is_required }) => (
                  <>
                    {is_required ? `${name} *` : name}
                    <small className={css.type}>{typeWords[data_type]}</small>
                  </>
                ),
              },
              {
                key: 'origin',
                title: 'File column',
                cell: ({ id, name, mapped }) => (
                  <NativeSelect
                    id={`origin-${id}`}
                    label={`Column for ${name}`}
                    labelHidden
                    blank="Empty"
                    options={columns}
                    value={column(mapped.origin_id)}
                    onChange={(origin) => change(id, { origin_id: numbered(origin) })}
                  />
                ),
              },
              {
                key: 'sample',
                title: 'First values',
                cell: ({ mapped, is_required }) =>
                  mapped.origin_id === null && is_required ? (
                    <span className={css.missing}>Required: choose a column</span>
                  ) : (
                    sampleOf(mapped.origin_id)
                  ),
              },
              {
                key: 'force',
                title: 'Overwrite',
                cell: ({ id, name, mapped }) => (
                  <CellCheckbox
                    label={`Overwrite ${name}`}
                    checked={mapped.force}
                    disabled={mapped.origin_id === null}
                    onChange={(force) => change(id, { force })}
                  />
                ),
              },
            ]}
            rows={stored.destinations.flatMap((destination) => {
              const mapped = values.mappings.find(({ destination_id }) => destination_id === destination.id);
              return mapped ? [{ ...destination, mapped }] : [];
            })}
            rowKey={({ id }) => id}
          />
        </Section>
      )}
    </Editor>
  );
};
