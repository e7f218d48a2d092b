import type { z } from 'zod';
import { sequenceRoutes, type sequences as stored } from '#contract/resources/sequences.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type Sequence = z.output<typeof stored.record>;

export const sequences = resourceOf(places.sequences, sequenceRoutes, {
  type: 'sequences',
  nameOf: ({ name }) => name,
});

/** A form as the editor of a sequence holds it. */
export type SequenceForm = Pick<Sequence['forms'][number], 'id' | 'name' | 'active'>;
