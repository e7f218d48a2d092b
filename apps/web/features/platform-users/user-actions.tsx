import { IconArchive, IconArchiveOff, IconChevronDown, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useAccountQuery } from '#web/access/account.tsx';
import { ArchiveUser } from '#web/access/archive-user.tsx';
import { Impersonate } from '#web/access/impersonate.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { Button } from '#web/ui/button.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import { nameOf, type PlatformUser } from './platform-user.ts';

type Membership = PlatformUser['memberships'][number];
type Verb = 'Impersonate' | 'Archive' | 'Unarchive';
type MembershipAction = { verb: Verb; organization: Membership['organization'] };

const icons: Record<Verb, IconType> = { Impersonate: IconEye, Archive: IconArchive, Unarchive: IconArchiveOff };

/** In which organizations each can be done; what stands there and cannot be says why. */
const placesFor = (verb: Verb, { memberships, role }: PlatformUser, isSelf: boolean) => {
  if (verb === 'Unarchive') return memberships.filter(({ archived_at }) => archived_at !== null);
  const active = memberships.filter(({ archived_at }) => archived_at === null);
  if (isSelf || (verb === 'Impersonate' && role === 'superuser')) return [];
  return verb === 'Archive' ? active.filter(({ owner }) => !owner) : active;
};

const whyNot = (verb: Verb, { accepted, organization }: Membership): string | undefined => {
  if (verb !== 'Impersonate') return undefined;
  if (organization.suspended) return 'suspended';
  return accepted ? undefined : 'not accepted yet';
};

/** Impersonate, Archive and Unarchive: one button each, of several organizations a menu of them. */
export const UserActions = ({ user }: { user: PlatformUser }) => {
  const { data: account } = useAccountQuery();
  const [pendingAction, setPendingAction] = useState<MembershipAction | null>(null);
  if (!account) return null;
  const isSelf = account.id === user.id;
  const person = { id: user.id, name: nameOf(user) };
  const close = () => setPendingAction(null);
  return (
    <>
      {(['Impersonate', 'Archive', 'Unarchive'] as const).map((verb) => (
        <InOrganization
          key={verb}
          verb={verb}
          memberships={placesFor(verb, user, isSelf)}
          isOneOfSeveral={user.memberships.length > 1}
          onAsk={(organization) => setPendingAction({ verb, organization })}
        />
      ))}
      {pendingAction?.verb === 'Impersonate' && (
        <Impersonate
          account={account}
          person={person}
          organization={pendingAction.organization}
          asSuperuser
          onClose={close}
        />
      )}
      {(pendingAction?.verb === 'Archive' || pendingAction?.verb === 'Unarchive') && (
        <ArchiveUser
          organization={pendingAction.organization}
          person={person}
          isBack={pendingAction.verb === 'Unarchive'}
          onClose={close}
        />
      )}
    </>
  );
};

const InOrganization = ({
  verb,
  memberships,
  isOneOfSeveral,
  onAsk,
}: {
  verb: Verb;
  memberships: Membership[];
  isOneOfSeveral: boolean;
  onAsk: (organization: Membership['organization']) => void;
}) => {
  const [first] = memberships;
  if (!first) return null;
  if (!isOneOfSeveral)
    return whyNot(verb, first) === undefined ? (
      <Button icon={icons[verb]} onClick={() => onAsk(first.organization)}>
        {verb}
      </Button>
    ) : null;
  return (
    <ActionMenu
      label={`${verb} in an organization`}
      trigger={
        <Button icon={icons[verb]} iconEnd={IconChevronDown}>
          {verb}
        </Button>
      }
      actions={memberships.map((one) => {
        const reason = whyNot(verb, one);
        return {
          label: one.organization.name,
          ...(reason === undefined ? {} : { note: reason, disabled: true }),
          onClick: () => onAsk(one.organization),
        };
      })}
    />
  );
};
