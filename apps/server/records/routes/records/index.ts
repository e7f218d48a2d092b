import { recordRoutes } from '#contract/resources/records.ts';
import { type Feature, implement } from '#server/kit/handlers.ts';
import { access } from './access.ts';
import { recordPermissions, setRecordPermissions } from './permissions.ts';
import { type Undoings, undoNewest } from './undo.ts';
import { versions } from './versions.ts';

/**
 * What every type of record has, at one set of paths: history, who was given it, and who can see it.
 * @param undoings how the features take back changes of their records
 */
export const recordsFeature = (undoings: Undoings): Feature =>
  implement(recordRoutes, {
    versions: versions(undoings),
    undo: undoNewest(undoings),
    recordPermissions,
    setRecordPermissions,
    access,
  });
