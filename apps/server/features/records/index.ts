import { recordRoutes } from '#contract/resources/records.ts';
import { implement } from '#server/kit/handlers.ts';
import { recordPermissions, setRecordPermissions } from './permissions.ts';
import { versions } from './versions.ts';

/** What every type of record has, at one set of paths: history, and who was given it. */
export const recordsFeature = implement(recordRoutes, { versions, recordPermissions, setRecordPermissions });
