import { xlsformRoutes } from '#contract/resources/xlsforms.ts';
import { definitionPlaces } from '#web/access/area.ts';
import { type FormRecord, formUses } from '#web/forms/definition/form-record.ts';
import { ImportForms, ImportOutcome } from '#web/forms/definition/import-forms.tsx';
import { counted } from '#web/kit/formats.ts';
import { SelectField } from '#web/ui/select-field.tsx';

type Values = { input: File | null; form_type: FormRecord['form_type'] };
const blank: Values = { input: null, form_type: 'client' };

/** Only sent once a workbook is chosen. */
const sentOf = ({ input, form_type }: Values) => ({ body: { form_type }, files: { input: input as File } });

const source = {
  title: 'Import XLSForm',
  label: 'Workbook',
  help: 'An XLSForm in .xlsx format, up to 25 MB.',
  accept: '.xlsx',
  ask: 'Choose an XLSForm workbook (.xlsx)',
};
const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Chooses an XLSForm, tells what would become of it, and makes an inactive form of it, which opens to be edited. */
export const ImportXlsform = (dialog: { opened: boolean; onClose: () => void }) => (
  <ImportForms
    {...dialog}
    {...{ source, blank, sentOf }}
    routes={xlsformRoutes}
    imported={({ form_id, name }) => ({
      notice: `${name} imported. It’s inactive`,
      at: `${definitionPlaces.forms.at}/${form_id}/edit`,
    })}
    more={(form) => (
      <SelectField
        id="form_type"
        label="Form Use"
        options={formUses}
        value={form.values.form_type}
        onChange={(use) => use && form.set('form_type', use as Values['form_type'])}
        error={form.error('form_type')}
      />
    )}
    outcome={({ name, questions, mapped, rules, calculations, languages, remarks }) => (
      <ImportOutcome
        title={`${mapped} of ${questions} questions become fields`}
        facts={`${name}, with ${counted(rules, 'rule')} and ${counted(calculations, 'calculation')}${
          languages.length > 0 ? `, translated into ${listed.format(languages)}` : ''
        }`}
        remarks={remarks}
        whereOf={({ sheet, row }) => (row === null ? sheet : `${sheet}, row ${row}`)}
      />
    )}
  />
);
