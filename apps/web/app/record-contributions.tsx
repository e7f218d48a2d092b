import { Fragment, type ReactNode } from 'react';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import { places } from '#web/access/places.ts';
import { toldApart } from '#web/features/merge-clients/told-apart.ts';
import { inline, overlay } from '#web/parts/lazy.tsx';
import type { RecordContributions } from '#web/screens/record-contributions.tsx';

const Jobs = inline('Background work', async () => (await import('#web/features/jobs/record-jobs.tsx')).RecordJobs);
const Duplicates = inline(
  'Possible duplicates',
  async () => (await import('#web/features/merge-clients/notice.tsx')).DuplicatesNotice,
);
const Merges = inline('Merges', async () => (await import('#web/features/merge-clients/merges-card.tsx')).MergesCard);
const UndoDistinct = inline(
  'Undo',
  async () => (await import('#web/features/merge-clients/undo-distinct.tsx')).UndoDistinct,
);

const ClientDashboard = inline(
  'Client dashboard',
  async () => (await import('#web/features/client-dashboard/client-dashboard.tsx')).ClientDashboard,
);

const Consents = inline('Consent', async () => (await import('#web/features/consents/consents-card.tsx')).ConsentsCard);

const Notes = inline('Notes', async () => (await import('#web/features/notes/record-notes.tsx')).RecordNotes);

const ClientForms = inline(
  'Forms',
  async () => (await import('#web/features/client-forms/client-forms-section.tsx')).ClientFormsSection,
);

const NewNoteButton = inline(
  'Notes',
  async () => (await import('#web/features/notes/new-note-button.tsx')).NewNoteButton,
);
const AddForm = inline('Forms', async () => (await import('#web/features/client-forms/add-form.tsx')).AddForm);

const FamilyMembers = inline(
  'Family Members',
  async () => (await import('#web/features/households/family-members.tsx')).FamilyMembers,
);

const ReferralsNotice = inline(
  'Referrals',
  async () => (await import('#web/features/referrals/notice.tsx')).ReferralsNotice,
);
const ReferralCard = inline(
  'Referral',
  async () => (await import('#web/features/referrals/status-card.tsx')).ReferralCard,
);
const Referrals = inline(
  'Referrals',
  async () => (await import('#web/features/referrals/section.tsx')).ReferralsSection,
);

const Timeline = inline(
  'Timeline',
  async () => (await import('#web/features/timeline/timeline-section.tsx')).TimelineSection,
);

const Trees = inline('Data groups', async () => (await import('#web/trees/person-section.tsx')).TreesSection);

const ManageDataGroups = overlay('Data groups', async () => (await import('#web/trees/manage.tsx')).ManageDataGroups);
const ManageCategories = overlay('Categories', async () => (await import('#web/trees/manage.tsx')).ManageCategories);

/** What stands on the page of a person, from top to bottom: loaded together with it. */
export const personSections = [ClientDashboard, Referrals, FamilyMembers, ClientForms, Trees, Timeline];

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

/** Several parts, one after the other. */
const all =
  (...parts: ((type: RecordType, id: number) => ReactNode)[]) =>
  (type: RecordType, id: number) =>
    parts.map((part, index) => <Fragment key={index}>{part(type, id)}</Fragment>);

const everyType = Object.keys(recordTypes) as RecordType[];

/** Jobs work for forms, permission groups, data groups, internal forms and people; notes are on every type of record. */
export const recordContributions: RecordContributions = {
  notices: all(
    on(['forms', 'permission_groups', 'data_groups', 'clients', 'internal_forms'], Jobs),
    on(['clients'], Duplicates),
    on(['clients'], ReferralsNotice),
    on(['client_forms'], ReferralCard),
  ),
  cards: all(on(everyType, Notes), on(['clients'], Consents), on(['clients'], Merges)),
  foot: on(['clients'], ({ id }) => (
    <>
      <NewNoteButton />
      <AddForm client_id={id} />
    </>
  )),
  undoings: (type, id, change) => {
    const others = type === 'clients' ? toldApart(change) : [];
    return others.length > 0 && <UndoDistinct id={id} others={others} />;
  },
  tools: [
    {
      label: 'Manage Data Groups',
      icon: places.data_groups.icon,
      types: ['clients', 'client_forms'],
      demands: () => [{ entity: 'data_groups', action: 'write', on: 'entity' }],
      Dialog: ManageDataGroups,
    },
    {
      label: 'Manage Categories',
      icon: places.categories.icon,
      types: ['clients', 'forms', 'report_definitions'],
      demands: (type) => [
        { entity: 'categories', action: 'use', on: 'entity' },
        { entity: recordTypes[type].entity, action: 'write', on: 'record' },
      ],
      Dialog: ManageCategories,
    },
  ],
  sections: { clients: personSections },
};
