import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const ask = 'Choose a file';

const storedFile = z.strictObject(
  {
    file_id: z.int(ask).positive(ask),
    filename: cleanText(255, ask).min(1, ask),
    content_type: cleanText(255, ask).min(1, ask),
    size: z.int(ask).min(0, ask),
    url: cleanText(2000, ask).regex(/^(\/(?!\/)|https?:\/\/)/, ask),
  },
  ask,
);

export const attachment = defineFieldType({
  type: 'attachment',
  title: 'Attachment',
  data_types: ['file'],
  metadata: z.strictObject(commonMetadata),
  hasOptions: false,
  operators: ['EMPTY', 'NEMPTY'],
  answer: () => storedFile,
  ask: ({ name }) => `Choose a file for ${name}`,
  text: (value) => value.filename,
  slot: null,
  slotValue: () => null,
});
