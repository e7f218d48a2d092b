import { IconForms } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import { places } from '#web/access/places.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { Affiliation } from './affiliation.tsx';
import css from './parts.module.css';
import { ShareForm } from './share-form.tsx';

type Form = Affiliation['forms'][number];

const named: Column<Form> = {
  key: 'name',
  title: 'Form',
  cell: ({ id, name }) => <Link to={`${places.forms.at}/${id}`}>{name}</Link>,
};

/** How much each is used on the other side. */
const used = (zone: string): Column<Form>[] => [
  {
    key: 'responses',
    title: 'Responses',
    cell: (form) =>
      'active' in form ? (
        ''
      ) : (
        <>
          {form.response_count.toLocaleString('en-US')}
          <span className={css.card}> {form.response_count === 1 ? 'response' : 'responses'}</span>
        </>
      ),
  },
  {
    key: 'last',
    title: 'Last used',
    cell: (form) =>
      'active' in form ? (
        ''
      ) : (
        <>
          <span className={css.card}>Last used: </span>
          {showDateTime(form.last_used_at, zone)}
        </>
      ),
  },
];

const state: Column<Form> = {
  key: 'state',
  title: 'State here',
  phone: 'end',
  cell: (form) =>
    'active' in form &&
    (form.active ? <StatusBadge tone="ok">Active</StatusBadge> : <StatusBadge>Inactive</StatusBadge>),
};

/** The forms that are shared: for the owner with how much they are used, for the participant as they stand here. */
export const SharedForms = (affiliation: Affiliation) => {
  const { type, name, forms, state: answered } = affiliation;
  const zone = useZone();
  const may = useMay();
  const [isSharing, setSharing] = useState(false);
  const isOwner = type === 'owner';
  const mayShare =
    isOwner &&
    answered === 'approved' &&
    may(affiliationRoutes.create) &&
    may({ entity: 'forms', action: 'write', on: 'any' });
  return (
    <Section
      title="Shared forms"
      note={forms.length || undefined}
      action={mayShare && <Button onClick={() => setSharing(true)}>Share a form</Button>}
    >
      {isSharing && <ShareForm affiliation={affiliation} onClose={() => setSharing(false)} />}
      {forms.length === 0 ? (
        <EmptyState
          icon={IconForms}
          title="No shared forms"
          helper={isOwner ? 'Share a form here, or when you edit it.' : `${name} hasn’t shared any forms yet.`}
        />
      ) : (
        <DataTable
          label="Shared forms"
          widthsKey="shared-forms"
          columns={isOwner ? [named, ...used(zone)] : [named, state]}
          rows={forms}
          rowKey={({ id }) => id}
        />
      )}
      {isOwner && forms.length > 0 && (
        <p className={css.note}>
          They get your changes immediately. When you stop sharing a form, it becomes inactive there and they keep their
          responses.
        </p>
      )}
    </Section>
  );
};
