import type { ReactNode } from 'react';
import type { RecordType } from '#contract/record-types.ts';
import { inline } from '#web/parts/lazy.tsx';
import type { RecordContributions } from '#web/screens/record-contributions.tsx';

const Jobs = inline('Background work', async () => (await import('#web/features/jobs/record-jobs.tsx')).RecordJobs);
const Notes = inline('Notes', async () => (await import('#web/features/notes/record-notes.tsx')).RecordNotes);

const ClientDashboard = inline(
  'Client dashboard',
  async () => (await import('#web/features/client-dashboard/client-dashboard.tsx')).ClientDashboard,
);

const Merges = inline('Merges', async () => (await import('#web/features/merge-clients/merges-card.tsx')).MergesCard);

const ClientForms = inline(
  'Forms',
  async () => (await import('#web/features/client-forms/client-forms-section.tsx')).ClientFormsSection,
);

const FamilyMembers = inline(
  'Family Members',
  async () => (await import('#web/features/households/family-members.tsx')).FamilyMembers,
);

const Timeline = inline(
  'Timeline',
  async () => (await import('#web/features/timeline/timeline-section.tsx')).TimelineSection,
);

/** What stands on the page of a person, from top to bottom: loaded together with it. */
export const personSections = [ClientDashboard, FamilyMembers, ClientForms, Timeline];

/** Draws a part on the records of some types. */
const on =
  <T extends RecordType>(
    types: readonly T[],
    Part: (props: { type: T; id: number }) => ReactNode,
  ): ((type: RecordType, id: number) => ReactNode) =>
  (type, id) => {
    const wanted = types.find((one) => one === type);
    return wanted && <Part key={`${type} ${id}`} type={wanted} id={id} />;
  };

/** Jobs work for forms, permission groups and people; notes are written on people, of whom most is told in sections. */
export const recordContributions: RecordContributions = {
  notices: on(['forms', 'permission_groups', 'clients'], Jobs),
  cards: (type, id) => [on(['clients'], Notes)(type, id), on(['clients'], Merges)(type, id)],
  sections: { clients: personSections },
};
