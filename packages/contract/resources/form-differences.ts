import { z } from 'zod';

const text = z.string().nullable();

/** One thing that a change of a form added, changed or removed, in words. */
export const formDifference = z.object({
  part: z.enum(['form', 'question', 'rule', 'calculation', 'translation']),
  key: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
  name: z.string(),
  lines: z.array(z.object({ label: z.string(), was: text, is: text })),
});

export type FormDifference = z.output<typeof formDifference>;
