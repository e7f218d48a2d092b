import { clientPairRoutes } from '#contract/resources/client-pairs.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { implement } from '#server/kit/handlers.ts';
import { dismiss, undismiss } from './dismiss.ts';
import { openPairs } from './open-pairs.ts';
import { requestMerge } from './request-merge.ts';

/** What is decided about people who may be the same: that they are one, or that they are not. */
export const mergeClientsFeature = implement(mergeClientRoutes, {
  create: async (input, context) => (input.body.is_duplicate ? requestMerge(input, context) : dismiss(input, context)),
  undismiss,
});

/** The pairs of which nobody has decided yet. */
export const clientPairsFeature = implement(clientPairRoutes, { page: openPairs });
