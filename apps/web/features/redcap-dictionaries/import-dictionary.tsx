import type { Answer } from '#contract/kit/route.ts';
import { redcapDictionaryRoutes } from '#contract/resources/redcap-dictionaries.ts';
import { definitionPlaces } from '#web/access/area.ts';
import { ImportForms, ImportOutcome } from '#web/forms/definition/import-forms.tsx';
import { counted } from '#web/kit/formats.ts';

type Values = { input: File | null };
const blank: Values = { input: null };

/** Only sent once a file is chosen. */
const sentOf = ({ input }: Values) => ({ body: {}, files: { input: input as File } });

const source = {
  title: 'Import REDCap data dictionary',
  label: 'Data dictionary',
  help: 'The .csv file that REDCap exports, up to 5 MB. Each instrument becomes a client form.',
  accept: '.csv',
  ask: 'Choose the data dictionary of a REDCap project (.csv)',
};

type Instrument = Answer<typeof redcapDictionaryRoutes.check>['forms'][number];

const factsOf = ({ questions, mapped, rules, calculations }: Instrument) =>
  `${mapped} of ${questions} questions become fields, with ${counted(rules, 'rule')} and ${counted(calculations, 'calculation')}`;

const imported = ({ forms }: { forms: Instrument[] }) => {
  const [only, ...others] = forms;
  return only !== undefined && others.length === 0
    ? { notice: `${only.name} imported. It’s inactive`, at: `${definitionPlaces.forms.at}/${only.form_id}/edit` }
    : { notice: `${forms.length} forms imported. They’re inactive`, at: definitionPlaces.forms.at };
};

/** Chooses a data dictionary, tells what would become of each instrument, and makes inactive forms of them. */
export const ImportDictionary = (dialog: { opened: boolean; onClose: () => void }) => (
  <ImportForms
    {...dialog}
    {...{ source, blank, sentOf, imported }}
    routes={redcapDictionaryRoutes}
    outcome={({ forms }) =>
      forms.map((one, index) => (
        <ImportOutcome
          key={one.name}
          title={one.name}
          facts={factsOf(one)}
          remarks={one.remarks}
          whereOf={({ row, column }) => (row === null ? column : `Row ${row}, ${column}`)}
          isFirst={index === 0}
        />
      ))
    }
  />
);
