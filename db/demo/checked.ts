import type { z } from 'zod';
import { errorsOf } from '#contract/kit/issues.ts';
import { cleaned } from '#contract/kit/text.ts';

/**
 * What a record is once the contract has read it, as if somebody had sent it. Throws for what nobody could have sent, so
 * that the demo shows only what the product itself can hold.
 */
export const checked = <Z extends z.ZodType>(schema: Z, sent: z.input<Z>): z.output<Z> => {
  const { value, errors } = cleaned(sent);
  const parsed = schema.safeParse(value, { reportInput: true });
  const wrong = { ...(parsed.success ? {} : errorsOf(parsed.error.issues)), ...errors };
  if (!parsed.success || Object.keys(wrong).length > 0)
    throw new Error(`${JSON.stringify(sent)} is not what the contract takes: ${JSON.stringify(wrong)}`);
  return parsed.data;
};
