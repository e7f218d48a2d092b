import { z } from 'zod';
import { storedFile } from './attachment.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const ask = 'Sign again: a signature must be a PNG image';

export const signature = defineFieldType({
  type: 'signature',
  title: 'Signature',
  data_types: ['signature'],
  metadata: z.strictObject(commonMetadata),
  hasOptions: false,
  operators: ['EMPTY', 'NEMPTY'],
  answer: () => storedFile.refine(({ content_type }) => content_type === 'image/png', ask),
  ask: ({ name }) => `Sign ${name}`,
  askHere: () => 'Add a signature',
  text: ({ filename }) => filename,
  compared: ({ filename }) => filename,
  slot: null,
  slotValue: () => null,
});
