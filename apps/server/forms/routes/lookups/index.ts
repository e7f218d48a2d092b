import { lookupRoutes } from '#contract/resources/lookups.ts';
import { implement } from '#server/kit/handlers.ts';
import { options } from './options.ts';
import { records } from './records.ts';

/** What inputs look up while somebody types. */
export const lookupsFeature = implement(lookupRoutes, { options, records });
