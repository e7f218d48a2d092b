import { IconFileImport, IconHistory } from '@tabler/icons-react';
import type { FormAction } from '#web/forms/form-contributions.ts';
import { ImportDialog } from './import-dialog.tsx';
import { ImportLog } from './import-log.tsx';
import { typesFor } from './import-types.ts';

const isOffered: FormAction['isOffered'] = (form, _, may) => typesFor(form, may).length > 0;

/** Imports a file of responses, or deletes those that one names, for who may write and delete them. */
export const importAction: FormAction = {
  label: 'Import/Delete Responses',
  icon: IconFileImport,
  isOffered,
  Dialog: ImportDialog,
};

export const importLogAction: FormAction = {
  label: 'Import/Batch Delete Log',
  hash: 'import-log',
  icon: IconHistory,
  isOffered,
  Dialog: ImportLog,
};
