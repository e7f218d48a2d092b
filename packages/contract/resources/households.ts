import { z } from 'zod';
import type { Issue } from '../kit/issues.ts';
import { asAbove, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { date, name, optionalText } from '../kit/text.ts';
import { type Relationship, relationships } from '../relationships.ts';
import { type Gender, genderMessage, genders } from './clients.ts';

/** A member is somebody served, or a contact of whom nothing else is recorded. */
export const memberTypes = { client: 'Existing person', non_client: 'Contact' } as const;

export const memberStatuses = {
  active: 'Active',
  deceased: 'Deceased',
  former: 'Former',
} as const;

const oneOf = <K extends string>(labels: Record<K, string>, message: string) =>
  z.enum(Object.keys(labels) as [K, ...K[]], message);
const gender = oneOf<Gender>(genders, genderMessage);
const relationship = oneOf<Relationship>(relationships, 'Choose a relationship from the list');
const type = oneOf<keyof typeof memberTypes>(memberTypes, 'Choose client or non_client');

const member = z.object({
  ...stamps.shape,
  type,
  client_id: id.nullable(),
  /** The same as client_id, as the editor sends it. */
  existing_client_id: id.nullable(),
  name: z.string(),
  dob: z.iso.date(),
  /** When they died: then they are a member still, and don't count in the size of the household. Contacts have none. */
  dod: z.iso.date().nullable(),
  gender,
  /** Of the member to the person whose household it is asked for. */
  relationship,
  status: oneOf<keyof typeof memberStatuses>(memberStatuses, ''),
  started_on: z.iso.date(),
  ended_on: z.iso.date().nullable(),
});

const written = {
  name: name(200).nullable(),
  dob: date.nullable(),
  gender: gender.nullable(),
  relationship: relationship.nullable(),
  existing_client_id: id.nullable(),
  /** Whether an existing client who is in another household leaves it. */
  move: z.boolean(),
  started_on: date.nullable(),
};

/** Who lives with a person: the others in their household, and those who did. */
export const householdMembers = {
  name: 'household_members',
  access: asAbove('clients'),
  summaries: {
    list: 'List current and former members of a person’s household that the caller can see',
    show: 'Show one member of a person’s household',
    create: 'Add a member to a person’s household; the first one creates it',
    update: 'Change a member, end their membership on a date, or turn a contact into a person',
    remove: 'Remove a member: a membership added in the last 24 hours is deleted, an older one ends today',
  },
  record: member,
  create: z.strictObject({ type, ...z.object(written).partial().shape }),
  changes: z.strictObject({
    type: type.optional(),
    ...z.object(written).partial().shape,
    /** When they left. Null brings them back. */
    ended_on: date.nullable().optional(),
    lock_version: z.int().optional(),
  }),
} as const;

const households = z.object({
  ...stamps.shape,
  household_id: id,
  household_title: z.string(),
  /** The membership of the person themselves. */
  member_id: id,
  /** The membership of the head; null when the caller may not see who that is. */
  head_id: id.nullable(),
  /** When the head died, where the caller may see who that is: then another one should be chosen. */
  head_died_on: z.iso.date().nullable(),
  /** The others, as householdMembers lists them. */
  members: z.array(member),
  /** How many others live there whom the caller may not see. */
  unseen: z.int(),
  /** The newest change of it, where the caller may undo that: the owner alone. */
  undoable_version_id: id.nullable(),
});

const path = '/organization/:org/clients/:client_id/households';

export const householdRoutes = {
  show: route({
    method: 'GET',
    path,
    access: asAbove('clients')('read'),
    summary: 'Show a person’s household with its members, or null',
    response: households.nullable(),
  }),
  update: route({
    method: 'PUT',
    path,
    access: asAbove('clients')('write'),
    summary: 'Change the title or the head of a person’s household',
    body: z.strictObject({
      household_id: id.optional(),
      /** Null: it is called after its head. */
      title: optionalText(200).optional(),
      /** The membership of the head. */
      head_id: id.optional(),
      lock_version: z.int().optional(),
    }),
    response: households,
  }),
  undo: route({
    method: 'POST',
    path: `${path}/version_rollbacks`,
    access: asAbove('clients')('write'),
    audited: true,
    summary:
      'Undo the newest change of a person’s household, as the owner; recorded as a new change. Null if they then have no household',
    body: z.strictObject({ version_id: id }),
    response: households.nullable(),
    status: 200,
  }),
};

export const householdMemberRoutes = underRoutes('clients/:client_id', householdMembers);

export type MemberType = keyof typeof memberTypes;
export type MemberRecord = z.output<typeof member>;
export type HouseholdRecord = z.output<typeof households>;

type NewMemberInput = z.output<typeof householdMembers.create>;

/** What is missing or too much in a new member. */
export const newMemberIssues = (sent: Partial<NewMemberInput>): Issue[] => {
  const needed = (keys: readonly (keyof typeof missing)[]): Issue[] =>
    keys.filter((key) => sent[key] == null).map((path) => ({ path, message: missing[path] }));
  if (sent.type === 'client') return [...needed(['existing_client_id']), ...notOf(sent, ['name', 'dob', 'gender'])];
  if (sent.type === 'non_client')
    return [...needed(['name', 'dob', 'gender', 'relationship']), ...notOf(sent, ['existing_client_id'])];
  return [];
};

const missing = {
  existing_client_id: 'Select a client',
  name: 'Enter name',
  dob: 'Enter date of birth',
  gender: genderMessage,
  relationship: 'Choose a relationship from the list',
} as const;

const notOf = (sent: Partial<NewMemberInput>, keys: readonly (keyof NewMemberInput)[]): Issue[] =>
  keys
    .filter((key) => sent[key] != null)
    .map((path) => ({
      path,
      message: sent.type === 'client' ? 'Leave this out: it’s on the person’s own page' : 'A contact can’t be a client',
    }));
