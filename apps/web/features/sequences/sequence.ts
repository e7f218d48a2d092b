import type { z } from 'zod';
import type { sequences } from '#contract/resources/sequences.ts';

export const root = '/organization/sequences';

export type Sequence = z.output<typeof sequences.record>;

/** A form as the editor of a sequence holds it. */
export type SequenceForm = Pick<Sequence['forms'][number], 'id' | 'name' | 'active'>;

/** "1 form", "3 forms". */
export const countOf = ({ forms }: { forms: unknown[] }): string =>
  forms.length === 1 ? '1 form' : `${forms.length} forms`;
