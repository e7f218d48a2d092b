import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { type FreeTextSettings, freeText, freeTextMetadata } from './free-text.ts';
import { limitsInOrder } from './metadata.ts';

/** In characters. */
const longest = 255;

const metadata = z
  .strictObject({ ...freeTextMetadata(longest), mask: cleanText(longest).optional() })
  .refine(...limitsInOrder)
  .refine((settings) => !settings.mask || answerOf(settings).safeParse(maskExample(settings.mask)).success, {
    path: ['mask'],
    error: 'Change the mask: no answer can match it and the other settings',
  });

export const freeformShort = defineFieldType({
  type: 'freeform-short',
  title: 'Short text',
  data_types: ['string'],
  metadata,
  hasOptions: false,
  operators: ['EQ', 'NEQ', 'IN', 'NIN', 'BWITH', 'EWITH', 'CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: ({ metadata }) => answerOf(metadata),
  ask: ({ name }) => `Enter ${name}`,
  text: (value) => value,
  slot: 'text',
  slotValue: (value) => value,
});

const answerOf = (settings: FreeTextSettings & { mask?: string | undefined }) => {
  const text = freeText(longest, settings);
  return settings.mask ? text.refine(fitsMask(settings.mask), `Enter it like ${maskExample(settings.mask)}`) : text;
};

/** The characters of a mask that stand for others: 9 a digit, a a letter, * either. */
const placeholders = new Map([
  ['9', { fits: /^\d$/, samples: '1234567890' }],
  ['a', { fits: /^\p{L}$/u, samples: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' }],
  ['*', { fits: /^[\p{L}\d]$/u, samples: 'A1B2C3D4E5F6G7H8' }],
]);

const fitsMask = (mask: string) => (text: string) => {
  const expected = [...mask];
  const found = [...text];
  return (
    found.length === expected.length &&
    expected.every((sign, i) => placeholders.get(sign)?.fits.test(found[i]!) ?? sign === found[i])
  );
};

const maskExample = (mask: string) => {
  const used = new Map<string, number>();
  return [...mask]
    .map((sign) => {
      const samples = placeholders.get(sign)?.samples;
      if (!samples) return sign;
      const count = used.get(sign) ?? 0;
      used.set(sign, count + 1);
      return samples[count % samples.length];
    })
    .join('');
};
