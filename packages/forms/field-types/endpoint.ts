import { z } from 'zod';
import { cleanText, shortText } from '../clean-text.ts';
import type { Field } from './field-type.ts';
import { oneOf } from './metadata.ts';
import { isWebAddress } from './web-address.ts';

const ask = 'Enter an address like https://example.org/options';

/**
 * The settings of fields whose options may come from elsewhere: the server asks `api_endpoint`, with the answers that
 * the form maps to the names in `api_parameters`.
 */
export const endpointMetadata = {
  options_source: oneOf(['internal', 'external']).optional(),
  source: cleanText(2000).optional(),
  api_endpoint: cleanText(2000, ask)
    .refine((text) => isWebAddress(text, ['https:']), ask)
    .optional(),
  api_parameters: z
    .array(shortText('Enter the name of the parameter'), 'List the names of the parameters')
    .max(20, 'List at most 20 parameters')
    .refine((names) => new Set(names).size === names.length, 'Name each parameter once')
    .optional(),
};

/** Whether the options of a field come from its endpoint, not from the field. */
export const isExternal = ({ field_type, metadata }: Pick<Field, 'field_type' | 'metadata'>): boolean => {
  if (field_type === 'search' || metadata.options_source === 'external') return true;
  return metadata.options_source !== 'internal' && Boolean(metadata.api_endpoint);
};
