import type { Errors } from '#contract/kit/issues.ts';
import type { RequestInput } from '#contract/kit/route.ts';
import type { Relationship } from '#contract/relationships.ts';
import type { Gender } from '#contract/resources/clients.ts';
import type { householdMemberRoutes, MemberRecord, MemberType } from '#contract/resources/households.ts';
import type { PersonOption } from './people-search.ts';

/** What stands in the dialog of a member. */
export type MemberValues = {
  type: MemberType;
  person: PersonOption | null;
  name: string;
  dob: string | null;
  gender: Gender | null;
  relationship: Relationship | null;
  started_on: string | null;
  ended_on: string | null;
};

export const startOf = (member: MemberRecord | null): MemberValues => {
  const isContact = member?.type === 'non_client';
  return {
    type: member?.type ?? 'client',
    person: null,
    name: isContact ? member.name : '',
    dob: isContact ? member.dob : null,
    gender: isContact ? member.gender : null,
    relationship: member?.relationship ?? null,
    started_on: member?.started_on ?? null,
    ended_on: member?.ended_on ?? null,
  };
};

/** Whether name, date of birth and gender are entered here, as those of a contact are. */
export const isWithName = ({ type }: MemberValues): boolean => type === 'non_client';

/** What has to be filled in before anything is sent. @param member null for a new one */
export const missingIn = (values: MemberValues, member: MemberRecord | null): Errors => {
  const { type, person, name, dob, gender, relationship } = values;
  if (type === 'client')
    return person || member?.type === 'client' ? {} : { existing_client_id: ['Please select a client'] };
  const missing: Errors = {
    ...(name.trim() ? {} : { name: ['Enter name'] }),
    ...(dob ? {} : { dob: ['Enter date of birth'] }),
    ...(gender ? {} : { gender: ['Choose a gender from the list'] }),
    ...(relationship ? {} : { relationship: ['Choose a relationship from the list'] }),
  };
  return Object.keys(missing).length > 0 ? { base: ['Please fill out all required fields'], ...missing } : {};
};

type New = RequestInput<typeof householdMemberRoutes.create>['body'];
type Changes = NonNullable<RequestInput<typeof householdMemberRoutes.update>['body']>;

export const newMemberOf = ({ type, person, name, dob, gender, relationship, started_on }: MemberValues): New => ({
  type,
  relationship,
  started_on,
  ...(type === 'client' ? { existing_client_id: person?.id ?? null } : { name, dob, gender }),
});

/** What of a member was changed, so that nothing else is written over. */
export const changesOf = (values: MemberValues, start: MemberValues, member: MemberRecord): Changes => {
  const { person, type, ...rest } = values;
  const changed = Object.fromEntries(
    Object.entries(rest).filter(([key, value]) => value !== start[key as keyof MemberValues]),
  ) as Changes;
  if (type !== 'client' || member.type === 'client' || !person) return changed;
  const { name: _name, dob: _dob, gender: _gender, ...others } = changed;
  return { ...others, type, existing_client_id: person.id };
};
