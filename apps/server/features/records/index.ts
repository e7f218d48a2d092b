import { recordRoutes } from '#contract/resources/records.ts';
import { implement } from '#server/kit/handlers.ts';
import { access } from './access.ts';
import { recordPermissions, setRecordPermissions } from './permissions.ts';
import { versions } from './versions.ts';

/** What every type of record has, at one set of paths: history, who was given it, and who can see it. */
export const recordsFeature = implement(recordRoutes, { versions, recordPermissions, setRecordPermissions, access });
