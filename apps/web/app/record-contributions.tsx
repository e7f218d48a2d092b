import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import type { RecordType } from '#contract/record-types.ts';
import type { RecordContributions } from '#web/screens/record-contributions.tsx';

const Jobs = lazy(async () => ({ default: (await import('#web/features/jobs/record-jobs.tsx')).RecordJobs }));
const Notes = lazy(async () => ({ default: (await import('#web/features/notes/record-notes.tsx')).RecordNotes }));

/** Draws a part on the records of some types, once it is loaded. */
const on =
  <T extends RecordType>(
    types: readonly T[],
    Part: LazyExoticComponent<ComponentType<{ type: T; id: number }>>,
  ): ((type: RecordType, id: number) => ReactNode) =>
  (type, id) => {
    const wanted = types.find((one) => one === type);
    return (
      wanted && (
        <Suspense>
          <Part key={`${type} ${id}`} type={wanted} id={id} />
        </Suspense>
      )
    );
  };

/** Jobs work for forms and permission groups; notes are written on people. */
export const recordContributions: RecordContributions = {
  notices: on(['forms', 'permission_groups'], Jobs),
  cards: on(['clients'], Notes),
};
