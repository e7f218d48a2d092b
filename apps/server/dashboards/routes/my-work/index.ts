import { myWorkRoutes } from '#contract/resources/my-work.ts';
import { implement } from '#server/kit/handlers.ts';
import { listDueDates } from './due-dates.ts';
import { leftDrafts } from './left-drafts.ts';
import { ownResponses } from './own-responses.ts';

/** What concerns the caller alone, as far as they may still see it. */
export const myWorkFeature = implement(myWorkRoutes, {
  due: ({ query }, context) => listDueDates(query, context),
  responses: (_, context) => ownResponses(context),
  drafts: (_, context) => leftDrafts(context),
});
