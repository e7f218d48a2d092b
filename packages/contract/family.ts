import { inverse, type Relationship, through } from './relationships.ts';
import type { Gender } from './resources/clients.ts';

/** A member of a household, and what they are to its head; the head is nothing to themselves. */
export type Kin = { id: number; gender: Gender; relationship: Relationship | null };

/** What one member is to another, where that does not follow from what both are to the head. */
export type StatedRelationship = { member_id: number; of_member_id: number; relationship: Relationship };

export type Family = { kin: readonly Kin[]; said: readonly StatedRelationship[] };

type Pair = readonly [member_id: number, of_member_id: number];

const find = ({ kin }: Family, id: number): Kin => {
  const found = kin.find((one) => one.id === id);
  if (!found) throw new Error(`Member ${id} is not of this family`);
  return found;
};

const saidOf = ({ said }: Family, [member_id, of_member_id]: Pair) =>
  said.find((one) => one.member_id === member_id && one.of_member_id === of_member_id)?.relationship;

/** What follows from what both are to the head. */
const derived = (family: Family, [member_id, of_member_id]: Pair): Relationship => {
  const { relationship: one, gender } = find(family, member_id);
  const { relationship: other } = find(family, of_member_id);
  if (other === null) return one ?? 'unknown';
  return one === null ? inverse(other, gender) : through(one, other, gender);
};

/** What a member is to another one, as that one's page shows it. */
export const seenFrom = (family: Family, of_member_id: number, member_id: number): Relationship => {
  const back = saidOf(family, [of_member_id, member_id]);
  return (
    saidOf(family, [member_id, of_member_id]) ??
    (back ? inverse(back, find(family, member_id).gender) : derived(family, [member_id, of_member_id]))
  );
};

const isBetween =
  (one: number, other: number) =>
  ({ member_id, of_member_id }: StatedRelationship) =>
    (member_id === one && of_member_id === other) || (member_id === other && of_member_id === one);

/** The family after somebody said what a member is to another one. */
export const withSaid = (family: Family, { member_id, of_member_id, relationship }: StatedRelationship): Family => {
  const of = find(family, of_member_id);
  const kin = family.kin.map((one) => {
    if (one.id === member_id && of.relationship === null) return { ...one, relationship };
    const isOfHead = one.id === of_member_id && find(family, member_id).relationship === null;
    return isOfHead ? { ...one, relationship: inverse(relationship, one.gender) } : one;
  });
  const said = family.said.filter((one) => !isBetween(member_id, of_member_id)(one));
  const heard = { kin, said };
  if (seenFrom(heard, of_member_id, member_id) === relationship) return heard;
  return { kin, said: [...said, { member_id, of_member_id, relationship }] };
};

/**
 * What a new member is to the head, by what they are to a member.
 * @param gender of the new member
 */
export const relationshipToHead = (
  family: Family,
  { of_member_id, relationship }: Omit<StatedRelationship, 'member_id'>,
  gender: Gender,
): Relationship => {
  const { relationship: toHead } = find(family, of_member_id);
  const head = family.kin.find((one) => one.relationship === null);
  return head && toHead !== null ? through(relationship, inverse(toHead, head.gender), gender) : relationship;
};

/** The family with another head. Everybody's page says what it said before. */
export const withHead = (family: Family, id: number): Family => {
  const before = new Map(family.said.map((one) => [`${one.member_id} ${one.of_member_id}`, one.relationship]));
  const seen = (of: number, member: number) => {
    const back = before.get(`${of} ${member}`);
    return (
      before.get(`${member} ${of}`) ??
      (back ? inverse(back, find(family, member).gender) : derived(family, [member, of]))
    );
  };
  const kin = family.kin.map((one) => ({ ...one, relationship: one.id === id ? null : seen(id, one.id) }));
  const following: Family = { kin, said: [] };
  const said = kin.flatMap((one, index) =>
    kin.slice(index + 1).flatMap((other) => {
      const both: StatedRelationship[] = [
        { member_id: one.id, of_member_id: other.id, relationship: seen(other.id, one.id) },
        { member_id: other.id, of_member_id: one.id, relationship: seen(one.id, other.id) },
      ];
      const follows = both.every(
        ({ member_id, of_member_id, relationship }) => derived(following, [member_id, of_member_id]) === relationship,
      );
      return follows ? [] : both;
    }),
  );
  return { kin, said };
};
