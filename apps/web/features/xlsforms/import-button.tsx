import { IconFileImport } from '@tabler/icons-react';
import { xlsformRoutes } from '#contract/resources/xlsforms.ts';
import { importButton } from '#web/forms/definition/import-button.tsx';
import { ImportXlsform } from './import-xlsform.tsx';

/** Imports an XLSForm, for who may make forms and fields. */
export const ImportButton = importButton({
  label: 'Import XLSForm',
  icon: IconFileImport,
  route: xlsformRoutes.import,
  Dialog: ImportXlsform,
});
