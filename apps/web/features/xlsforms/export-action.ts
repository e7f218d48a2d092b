import { IconFileExport } from '@tabler/icons-react';
import { identifier } from '#forms/xlsform/names.ts';
import { calledSlug } from '#web/access/host.ts';
import { saveFile } from '#web/access/picture.ts';
import type { FormAction } from '#web/forms/form-contributions.ts';
import { failures } from '#web/kit/failures.ts';

/** Saves a form as an XLSForm workbook. */
export const exportAction: FormAction = {
  label: 'Export XLSForm',
  icon: IconFileExport,
  run: ({ id, name }) =>
    void saveFile(`/api/organization/${calledSlug}/forms/${id}/xlsform`, `${identifier(name)}.xlsx`).catch(
      failures.report,
    ),
};
