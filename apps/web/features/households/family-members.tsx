import { IconArrowBackUp, IconChevronDown, IconChevronRight, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdRoutes } from '#contract/resources/households.ts';
import { useMay } from '#web/access/account.tsx';
import { counted, showDate } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { DownloadButton } from '#web/screens/download-button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { type HouseholdRecord, isPresent, livesHere, type MemberRecord } from './household.ts';
import { HouseholdDialog } from './household-dialog.tsx';
import css from './households.module.css';
import { MemberDialog } from './member-dialog.tsx';
import { FormerTable, MemberTable } from './member-table.tsx';
import { RemoveMember } from './remove-member.tsx';
import { UndoChange } from './undo-change.tsx';

type OpenDialog = { what: 'add' } | { what: 'household' } | { what: 'undo' } | { what: 'edit' | 'remove'; id: number };

/** Who lives with a person and who did, each by what they are to them. */
export const FamilyMembers = ({ id }: { id: number }) => {
  const household = useRouteQuery(householdRoutes.show, { params: { client_id: id } });
  const mayChange = useMay()(clientRoutes.update, id);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const { data } = household;
  const others = data ? data.members.filter(livesHere).length + data.unseen : 0;
  return (
    <Section
      title="Family Members"
      tab={{ key: 'family-members', count: data === undefined ? undefined : others }}
      note={data && <Title household={data} {...(mayChange && { onEdit: () => setOpened({ what: 'household' }) })} />}
      action={
        mayChange && (
          <>
            {data?.undoable_version_id && (
              <IconButton
                label="Undo the last change to this household"
                icon={IconArrowBackUp}
                onClick={() => setOpened({ what: 'undo' })}
              />
            )}
            {data && (
              <DownloadButton
                label="Download household"
                kinds={['households']}
                name={data.household_title}
                ofNow={() => ({ client_id: String(id) })}
              />
            )}
            <Button
              tone="subtle"
              icon={IconPlus}
              aria-label="Add family member"
              disabled={data === undefined}
              onClick={() => setOpened({ what: 'add' })}
            >
              Add
            </Button>
          </>
        )
      }
    >
      {data && mayChange && <LateHead household={data} onChoose={() => setOpened({ what: 'household' })} />}
      <Members
        client_id={id}
        household={household}
        onEdit={(member) => setOpened({ what: 'edit', id: member.id })}
        onRemove={(member) => setOpened({ what: 'remove', id: member.id })}
      />
      {opened && data !== undefined && (
        <Dialogs id={id} household={data} opened={opened} onClose={() => setOpened(null)} />
      )}
    </Section>
  );
};

const Title = ({ household: { household_title }, onEdit }: { household: HouseholdRecord; onEdit?: () => void }) =>
  onEdit ? (
    <span className={css.title}>
      <Button
        tone="subtle"
        size="small"
        iconEnd={IconPencil}
        aria-label={`Edit household, ${household_title}`}
        onClick={onEdit}
      >
        <span>{household_title}</span>
      </Button>
    </span>
  ) : (
    household_title
  );

/** Says that the head died, and offers to choose another one while somebody is there who can be it. */
const LateHead = ({ household, onChoose }: { household: HouseholdRecord; onChoose: () => void }) => {
  const { head_id, head_died_on, member_id, members } = household;
  const canChoose = head_id !== member_id || members.some((one) => one.type === 'client' && livesHere(one));
  return head_died_on === null || !canChoose ? null : (
    <Banner action={{ label: 'Choose another head', onClick: onChoose }}>
      The head of this household died on {showDate(head_died_on)}.
    </Banner>
  );
};

type HouseholdQuery = ReturnType<typeof useRouteQuery<typeof householdRoutes.show>>;
type MemberActions = {
  client_id: number;
  onEdit: (member: MemberRecord) => void;
  onRemove: (member: MemberRecord) => void;
};

const Members = ({ household, ...doing }: MemberActions & { household: HouseholdQuery }) => {
  const { data, isError, error, refetch } = household;
  const [showsFormer, setShowsFormer] = useState(false);
  if (isError)
    return (
      <LoadFailed
        title="Could not load the family members."
        helper={whyNotLoaded(error)}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <AreaSkeleton label="Loading family members" height={72} />;
  const { members, unseen } = data ?? { members: [], unseen: 0 };
  const [present, former] = [members.filter(isPresent), members.filter((one) => !isPresent(one))];
  return (
    <>
      {present.length + unseen > 0 ? (
        <MemberTable members={present} unseen={unseen} {...doing} />
      ) : (
        <Note>No family members yet</Note>
      )}
      {former.length > 0 && (
        <p className={css.former}>
          <Button
            tone="subtle"
            size="small"
            icon={showsFormer ? IconChevronDown : IconChevronRight}
            aria-expanded={showsFormer}
            onClick={() => setShowsFormer(!showsFormer)}
          >
            {counted(former.length, 'former member')}
          </Button>
        </p>
      )}
      {showsFormer && <FormerTable members={former} {...doing} />}
    </>
  );
};

/** The dialog that was opened, over the household as it now is. */
const Dialogs = ({
  id,
  household,
  opened,
  onClose,
}: {
  id: number;
  household: HouseholdRecord | null;
  opened: OpenDialog;
  onClose: () => void;
}) => {
  const { data: person } = useRouteQuery(clientRoutes.show, { params: { id } });
  if (!person) return null;
  const shared = { person, onClose };
  if (opened.what === 'household') return household && <HouseholdDialog household={household} {...shared} />;
  if (opened.what === 'undo') return household && <UndoChange household={household} {...shared} />;
  if (opened.what === 'add') return <MemberDialog household={household} member={null} {...shared} />;
  const member = household?.members.find((one) => one.id === opened.id);
  if (!member) return null;
  if (opened.what === 'remove') return <RemoveMember member={member} {...shared} />;
  return <MemberDialog household={household} member={member} {...shared} />;
};
