import { IconDownload } from '@tabler/icons-react';
import { DownloadResponses, mayDownload } from '#web/forms/download-responses.tsx';
import type { FormAction } from '#web/forms/form-contributions.ts';

/** Downloads what was answered with a form, from its page. */
export const downloadAction: FormAction = {
  label: 'Download responses',
  icon: IconDownload,
  isOffered: ({ id, form_type }, _, may) =>
    mayDownload(may, { type: form_type === 'internal' ? 'internal_forms' : 'forms', id, form_id: id }),
  Dialog: ({ form: { id, name }, onClose }) => (
    <DownloadResponses subject={{ type: 'forms', id, name }} onClose={onClose} />
  ),
};
