import { IconTableImport } from '@tabler/icons-react';
import { redcapDictionaryRoutes } from '#contract/resources/redcap-dictionaries.ts';
import { importButton } from '#web/forms/definition/import-button.tsx';
import { ImportDictionary } from './import-dictionary.tsx';

/** Imports a REDCap data dictionary, for who may make forms and fields. */
export const ImportButton = importButton({
  label: 'Import REDCap data dictionary',
  icon: IconTableImport,
  route: redcapDictionaryRoutes.import,
  Dialog: ImportDictionary,
});
