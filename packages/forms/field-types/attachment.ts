import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';

const ask = 'Choose a file';

/** The most files that one answer may hold. */
const maxFiles = 10;

/** The schema of a file that is stored with an answer. */
export const storedFile = z.strictObject(
  {
    file_id: z.int(ask).positive(ask),
    filename: cleanText(255, ask).min(1, ask),
    content_type: cleanText(255, ask).min(1, ask),
    size: z.int(ask).min(0, ask),
    url: cleanText(2000, ask).regex(/^(\/(?!\/)|https?:\/\/)/, ask),
  },
  ask,
);
export type StoredFile = z.output<typeof storedFile>;

/** The files of a stored answer, whichever way it holds them: one as it is, several in a list. */
export const filesOf = (value: unknown): StoredFile[] => {
  if (value === null || value === undefined) return [];
  return (Array.isArray(value) ? value : [value]) as StoredFile[];
};

export const attachment = defineFieldType({
  type: 'attachment',
  title: 'Attachment',
  data_types: ['file'],
  metadata: z.strictObject(commonMetadata),
  hasOptions: false,
  operators: ['EMPTY', 'NEMPTY'],
  answer: () =>
    z
      .preprocess(filesOf, z.array(storedFile, ask).min(1, ask).max(maxFiles, `Choose at most ${maxFiles} files`))
      .transform((files) => (files.length === 1 ? files[0]! : files)),
  ask: ({ name }) => `Choose a file for ${name}`,
  askHere: () => ask,
  text: (value) => namesOf(value).join(', '),
  compared: (value) => namesOf(value),
  slot: null,
  slotValue: () => null,
});

const namesOf = (value: unknown) => filesOf(value).map(({ filename }) => filename);
