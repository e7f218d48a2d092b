import { z } from 'zod';
import { askForTime, formatTime, timeFormats } from '../calendar.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata, oneOf } from './metadata.ts';

export const time = defineFieldType({
  type: 'time',
  title: 'Time',
  data_types: ['time'],
  metadata: z.strictObject({ ...commonMetadata, format: oneOf(timeFormats).optional() }),
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'LT', 'LTE', 'GT', 'GTE', 'RANGE', 'NRANGE', 'EMPTY', 'NEMPTY'],
  answer: ({ metadata }) => {
    const ask = askForTime(metadata.format);
    return z.string(ask).regex(/^([01]\d|2[0-3]):[0-5]\d$/, ask);
  },
  ask: ({ name }) => `Enter ${name}`,
  text: (value, { metadata }) => formatTime(value, metadata.format),
  slot: 'text',
  slotValue: (value) => value,
});
