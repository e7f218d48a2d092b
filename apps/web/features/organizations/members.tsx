import { IconArchive, IconArchiveOff, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Account, useZone } from '#web/access/account.tsx';
import { ArchiveUser } from '#web/access/archive-user.tsx';
import { Impersonate } from '#web/access/impersonate.tsx';
import { places } from '#web/access/places.ts';
import { showDateTime } from '#web/kit/formats.ts';
import { IconButton } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Sort } from '#web/ui/sort.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import css from './members.module.css';
import type { Organization } from './organization.ts';

type Member = Organization['users'][number];
type MemberAction = { about: Member; what: 'impersonate' | 'archive' | 'unarchive' };

const compare: Record<string, (a: Member, b: Member) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  email: (a, b) => a.email.localeCompare(b.email),
  last_accessed_at: (a, b) => (a.last_accessed_at ?? '').localeCompare(b.last_accessed_at ?? ''),
};

const sorted = (members: Member[], sort: Sort[]) =>
  members.toSorted((a, b) => {
    for (const { field, order } of sort) {
      const by = compare[field]?.(a, b) ?? 0;
      if (by !== 0) return order === 'asc' ? by : -by;
    }
    return a.id - b.id;
  });

/** Who belongs to an organization, and what the platform team may do for each of them. */
export const Members = ({ organization, account }: { organization: Organization; account: Account }) => {
  const [sort, setSort] = useState<Sort[]>([{ field: 'name', order: 'asc' }]);
  const zone = useZone();
  const [pendingAction, setPendingAction] = useState<MemberAction | null>(null);
  return (
    <>
      <DataTable
        label="Organization Members"
        widthsKey="organization-members"
        sort={sort}
        onSort={setSort}
        columns={[
          {
            key: 'name',
            title: 'Name',
            sortable: true,
            cell: ({ id, name, archived, accepted }) => (
              <span className={css.name}>
                <Link to={`${places.platform_users.at}/${id}`}>{name}</Link>{' '}
                {archived && <StatusBadge icon={IconArchive}>Archived</StatusBadge>}
                {!archived && !accepted && <StatusBadge tone="pending">Invited</StatusBadge>}
              </span>
            ),
          },
          { key: 'email', title: 'Email', sortable: true, cell: ({ email }) => email },
          {
            key: 'last_accessed_at',
            title: 'Last accessed',
            sortable: true,
            cell: ({ last_accessed_at }) => <span className={css.moment}>{showDateTime(last_accessed_at, zone)}</span>,
          },
        ]}
        rows={sorted(organization.users, sort)}
        rowKey={({ id }) => id}
        actions={(about) => (
          <MemberActions
            member={about}
            isSelf={about.id === account.id}
            isOwner={about.id === organization.owner_id}
            onAsk={(what) => setPendingAction({ about, what })}
          />
        )}
      />
      {pendingAction?.what === 'impersonate' && (
        <Impersonate
          account={account}
          person={pendingAction.about}
          organization={organization}
          asSuperuser
          onClose={() => setPendingAction(null)}
        />
      )}
      {(pendingAction?.what === 'archive' || pendingAction?.what === 'unarchive') && (
        <ArchiveUser
          organization={organization}
          person={pendingAction.about}
          isBack={pendingAction.what === 'unarchive'}
          onClose={() => setPendingAction(null)}
        />
      )}
    </>
  );
};

const MemberActions = ({
  member: { name, archived, accepted },
  isSelf,
  isOwner,
  onAsk,
}: {
  member: Member;
  isSelf: boolean;
  isOwner: boolean;
  onAsk: (what: MemberAction['what']) => void;
}) => {
  if (archived)
    return (
      <IconButton size="small" label={`Unarchive ${name}`} icon={IconArchiveOff} onClick={() => onAsk('unarchive')} />
    );
  return (
    <>
      {!isSelf && accepted && (
        <IconButton size="small" label={`Impersonate ${name}`} icon={IconEye} onClick={() => onAsk('impersonate')} />
      )}
      {!isSelf && !isOwner && (
        <IconButton size="small" label={`Archive ${name}`} icon={IconArchive} onClick={() => onAsk('archive')} />
      )}
    </>
  );
};
