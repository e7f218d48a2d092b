import { IconCircleDot, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { relationships } from '#contract/relationships.ts';
import { clientRoutes, genders } from '#contract/resources/clients.ts';
import { memberStatuses } from '#contract/resources/households.ts';
import { useMay, useMember } from '#web/access/account.tsx';
import { contactState } from '#web/access/contact-to-person.ts';
import { places } from '#web/access/places.ts';
import { showDate, showLife, todayIn } from '#web/kit/formats.ts';
import { IconButton } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import type { MemberRecord } from './household.ts';
import css from './households.module.css';

/** A member, or one whom the viewer may not see, by a number of their own. */
type Line = MemberRecord | { unseen: number };
const isSeen = (line: Line): line is MemberRecord => 'id' in line;
const seen = (show: (member: MemberRecord) => React.ReactNode) => (line: Line) => (isSeen(line) ? show(line) : '');

const name: Column<Line> = {
  key: 'name',
  title: 'Name',
  cell: (line) => {
    if (!isSeen(line)) return <span className={css.unseen}>A person you can’t see</span>;
    return line.client_id === null ? line.name : <Link to={`${places.clients.at}/${line.client_id}`}>{line.name}</Link>;
  },
};
const relationship: Column<Line> = {
  key: 'relationship',
  title: 'Relationship',
  cell: seen((member) => relationships[member.relationship]),
};
const gender: Column<Line> = {
  key: 'gender',
  title: 'Gender',
  phone: 'hidden',
  cell: seen((member) => genders[member.gender]),
};
const status: Column<Line> = {
  key: 'status',
  title: 'Status',
  phone: 'end',
  cell: seen((member) => {
    if (member.client_id === null && member.status === 'active') return <StatusBadge>Contact</StatusBadge>;
    const words = memberStatuses[member.status];
    if (member.status === 'active') return <StatusBadge tone="ok">{words}</StatusBadge>;
    return <StatusBadge {...(member.status === 'deceased' && { icon: IconCircleDot })}>{words}</StatusBadge>;
  }),
};
const birth = (today: string): Column<Line> => ({
  key: 'dob',
  title: 'Date of Birth',
  cell: seen((member) => showLife(member, today)),
});
const dated = (key: 'started_on' | 'ended_on', title: string): Column<Line> => ({
  key,
  title,
  cell: seen((member) => showDate(member[key])),
});

type MemberActions = {
  client_id: number;
  onEdit: (member: MemberRecord) => void;
  onRemove: (member: MemberRecord) => void;
};

/** What may be done with a member, for those who may change the person. */
const useActions = ({ client_id, onEdit, onRemove }: MemberActions) => {
  const may = useMay();
  const navigate = useNavigate();
  if (!may(clientRoutes.update, client_id)) return undefined;
  return seen((member) => (
    <>
      {member.client_id === null && member.status === 'active' && may(clientRoutes.create) && (
        <IconButton
          size="small"
          label={`Add ${member.name} as a person`}
          icon={IconUserPlus}
          onClick={() => navigate(`${places.clients.at}/new`, { state: contactState(client_id, member) })}
        />
      )}
      <IconButton size="small" label={`Edit ${member.name}`} icon={IconPencil} onClick={() => onEdit(member)} />
      {member.ended_on === null && (
        <IconButton size="small" label={`Remove ${member.name}`} icon={IconTrash} onClick={() => onRemove(member)} />
      )}
    </>
  ));
};

/** Who lives with a person. @param unseen how many of them the viewer may not see */
export const MemberTable = ({
  members,
  unseen,
  ...doing
}: MemberActions & { members: MemberRecord[]; unseen: number }) => {
  const { organization } = useMember();
  const actions = useActions(doing);
  const lines: Line[] = [...members, ...Array.from({ length: unseen }, (_, index) => ({ unseen: index }))];
  return (
    <DataTable
      label="Family members"
      columns={[name, relationship, birth(todayIn(organization.time_zone)), gender, status]}
      rows={lines}
      rowKey={(line) => (isSeen(line) ? line.id : `unseen ${line.unseen}`)}
      {...(actions && { actions })}
    />
  );
};

/** Who lived with a person, from when to when. */
export const FormerTable = ({ members, ...doing }: MemberActions & { members: MemberRecord[] }) => {
  const actions = useActions(doing);
  return (
    <DataTable<Line>
      label="Former family members"
      columns={[name, relationship, dated('started_on', 'Since'), dated('ended_on', 'Until')]}
      rows={members}
      rowKey={(line) => (isSeen(line) ? line.id : '')}
      {...(actions && { actions })}
    />
  );
};
