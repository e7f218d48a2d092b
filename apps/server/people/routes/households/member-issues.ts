import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import { dateIssues, genderMessage } from '#contract/resources/clients.ts';
import { type householdMembers, newMemberIssues } from '#contract/resources/households.ts';
import type { Membership } from '../../households/household.ts';

export type NewMember = z.output<typeof householdMembers.create>;
export type MemberChanges = z.output<typeof householdMembers.changes>;

type Dates = { dob?: string | null | undefined; started_on?: string | null | undefined };
type Ends = { ended_on?: string | null | undefined };

/** What is wrong with the dates of a contact and of a membership. */
const datesIssues = (sent: Dates & Ends, today: string, before?: { started_on: string } & Ends): Issue[] => {
  const issues = dateIssues({ dob: sent.dob }, today);
  const since = sent.started_on ?? before?.started_on;
  const until = sent.ended_on === undefined ? before?.ended_on : sent.ended_on;
  if (sent.started_on && sent.started_on > today)
    issues.push({ path: 'started_on', message: 'Since must not be in the future' });
  if (sent.ended_on && sent.ended_on > today)
    issues.push({ path: 'ended_on', message: 'Until must not be in the future' });
  else if (until && since && until < since)
    issues.push({
      path: sent.ended_on ? 'ended_on' : 'started_on',
      message: sent.ended_on ? 'Until must not be before Since' : 'Since must not be after Until',
    });
  return issues;
};

/** What is wrong with a new member of a person's household, as far as nothing has to be looked up. */
export const newIssues = (sent: Partial<NewMember>, person_id: number, today: string): Issue[] => {
  const isSelf = sent.existing_client_id === person_id;
  return [
    ...newMemberIssues(sent),
    ...(isSelf ? [{ path: 'existing_client_id', message: 'A person can’t be their own family member' }] : []),
    ...datesIssues(sent, today),
  ];
};

const needed = {
  name: 'Enter name',
  dob: 'Enter date of birth',
  gender: genderMessage,
} as const;
const contactKeys = ['name', 'dob', 'gender'] as const;

const contactIssues = (sent: Partial<MemberChanges>): Issue[] => {
  const { type, existing_client_id } = sent;
  if (type === 'client')
    return existing_client_id
      ? []
      : [{ path: 'existing_client_id', message: 'Select the person this contact has become' }];
  const other = existing_client_id ? [{ path: 'existing_client_id', message: 'Send type as client too' }] : [];
  const blank = contactKeys.filter((key) => sent[key] === null);
  return [...other, ...blank.map((path) => ({ path, message: needed[path] }))];
};

const clientIssues = (sent: Partial<MemberChanges>, { client_id }: Membership): Issue[] => {
  const kept = contactKeys.filter((key) => sent[key] != null);
  const isOther = sent.existing_client_id != null && sent.existing_client_id !== client_id;
  return [
    ...(sent.type === 'non_client' ? [{ path: 'type', message: 'A person you serve can’t become a contact' }] : []),
    ...(isOther ? [{ path: 'existing_client_id', message: 'Remove this member and add the other person' }] : []),
    ...kept.map((path) => ({ path, message: 'Change this on the person’s own page' })),
  ];
};

/** What is wrong with changes of a member, as far as nothing else has to be looked up. */
export const changeIssues = (sent: Partial<MemberChanges>, row: Membership, today: string): Issue[] => [
  ...(row.client_id === null ? contactIssues(sent) : clientIssues(sent, row)),
  ...(sent.relationship === null ? [{ path: 'relationship', message: 'Choose a relationship from the list' }] : []),
  ...datesIssues(sent, today, row),
];
