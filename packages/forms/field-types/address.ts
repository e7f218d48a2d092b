import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineFieldType } from './field-type.ts';
import { commonMetadata, onOrOff } from './metadata.ts';

const ask = 'Enter an address';
const askForPlace = 'Enter a latitude from -90 to 90 and a longitude from -180 to 180';

const part = () => cleanText(255).nullish();
const degrees = (most: number) => z.number(askForPlace).min(-most, askForPlace).max(most, askForPlace);

const components = z.strictObject(
  { streetAddress: part(), unitNumber: part(), city: part(), state: part(), postalCode: part() },
  'Enter the parts of the address',
);
export type AddressComponents = z.output<typeof components>;

const answer = z
  .strictObject(
    {
      text: cleanText(1000, ask).nullish(),
      components: components.nullish().transform((given) => given ?? {}),
      location: z
        .tuple([degrees(90), degrees(180)], askForPlace)
        .nullish()
        .transform((given) => given ?? null),
      ignoring: onOrOff().nullish(),
    },
    ask,
  )
  .transform((given) => ({ ...given, text: given.text || writtenAddress(given.components) }))
  .refine(({ text }) => text !== '', ask);
export type Address = z.output<typeof answer>;

export const address = defineFieldType({
  type: 'address',
  title: 'Address',
  data_types: ['string'],
  metadata: z.strictObject(commonMetadata),
  hasOptions: false,
  operators: ['CONTAINS', 'NCONTAINS', 'EMPTY', 'NEMPTY'],
  answer: () => answer,
  ask: ({ name }) => `Enter ${name}`,
  text: ({ text }) => text,
  compared: ({ text }) => text,
  slot: null,
  slotValue: () => null,
});

/** The parts of an address on one line: 12 Main St, Unit 4, Springfield, MA 01101. Blank when it has none. */
export const writtenAddress = ({ streetAddress, unitNumber, city, state, postalCode }: AddressComponents): string => {
  const region = [state, postalCode].filter(Boolean).join(' ');
  return [streetAddress, unitNumber && `Unit ${unitNumber}`, city, region].filter(Boolean).join(', ');
};
