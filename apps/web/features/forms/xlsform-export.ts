import { IconFileExport } from '@tabler/icons-react';
import { identifier } from '#forms/xlsform/names.ts';
import { calledSlug } from '#web/access/host.ts';
import { saveFile } from '#web/access/picture.ts';
import { failures } from '#web/kit/failures.ts';
import type { Action } from '#web/ui/action-menu.tsx';

/** Saves a form as an XLSForm workbook. */
export const exportXlsform = ({ id, name }: { id: number; name: string }): Action => ({
  label: 'Export XLSForm',
  icon: IconFileExport,
  onClick: () =>
    void saveFile(`/api/organization/${calledSlug}/forms/${id}/xlsform`, `${identifier(name)}.xlsx`).catch(
      failures.report,
    ),
});
