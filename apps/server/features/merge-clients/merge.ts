import type { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import type { Handler } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';

/** Merges people into one. */
export const merge: Handler<typeof mergeClientRoutes.create> = async () => {
  throw new Problem('invalid', { is_duplicate: ['People cannot be merged yet. Mark them as distinct, or wait'] });
};
