import { fieldType } from '#forms/field-types/index.ts';
import { offeredWords } from '#forms/words/option-words.ts';
import type { FieldDescriptions } from '#web/screens/conflict.tsx';
import type { FieldValues } from './draft.ts';
import { dataTypeLabels } from './words.ts';

/** How the values of a field's form read where two people changed them. */
export const labels: FieldDescriptions<FieldValues> = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  field_type: { label: 'Field type', text: (type) => (type ? fieldType(type).title : '—') },
  data_type: { label: 'Data type', text: (type) => (type ? dataTypeLabels[type] : '—') },
  metadata: {
    label: 'Settings',
    text: (metadata) =>
      Object.entries(metadata)
        .map(([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
        .join(', ') || '—',
  },
  internal_option: { label: 'Internal form', text: (option) => (option ? `ID ${option.internal_form_id}` : '—') },
  field_options: { label: 'Options', text: (options) => offeredWords(options) || '—' },
};
