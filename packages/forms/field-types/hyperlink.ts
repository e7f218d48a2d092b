import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata } from './metadata.ts';
import { isWebAddress } from './web-address.ts';

const ask = 'Enter a web address like https://example.org';

export const hyperlink = defineFieldType({
  type: 'hyperlink',
  title: 'Hyperlink',
  data_types: ['string'],
  metadata: z.strictObject(commonMetadata),
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'BWITH', 'EWITH', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  // A link that was taken before stays good.
  answer: (_, { stored }) =>
    cleanText(2000, ask, withScheme).refine((text) => text === stored || isWebAddress(text, ['https:']), ask),
  ask: ({ name }) => `Enter ${name}`,
  text: (value) => value,
  slot: 'text',
  slotValue: (value) => value,
});

/** Whether an answer leads to a place on the web, and so may be shown as a link; old ones may lead by plain http. */
export const isWebLink = (text: string) => isWebAddress(text, ['https:', 'http:']);

/** example.org/help is https://example.org/help; what does not begin with the name of a host stays as it is. */
export const withScheme = (text: string) => {
  const address = text.trim();
  return /^[^\s/:?#@]+\.[^\s/:?#@]/.test(address) ? `https://${address}` : address;
};
