import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { xlsformRoutes } from '#contract/resources/xlsforms.ts';
import { useMay } from '#web/access/account.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ImportXlsform } from './import-xlsform.tsx';

/** Imports an XLSForm, for who may make forms and fields. */
export const ImportButton = () => {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may(xlsformRoutes.import) || !may(fieldRoutes.create)) return null;
  return (
    <>
      <IconButton label="Import XLSForm" icon={IconFileImport} boxed size="small" onClick={() => setOpen(true)} />
      <ImportXlsform opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
