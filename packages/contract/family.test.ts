import { describe, expect, test } from 'vitest';
import { type Family, relationshipToHead, seenFrom, withHead, withSaid } from './family.ts';
import { type Relationship, relationships } from './relationships.ts';
import { genders } from './resources/clients.ts';

const [ana, marcos, lucia, teresa, javier] = [1, 2, 3, 4, 5];
/** Ana with her son, her daughter, her mother and her husband. */
const family: Family = {
  kin: [
    { id: ana, gender: 'female', relationship: null },
    { id: marcos, gender: 'male', relationship: 'son' },
    { id: lucia, gender: 'female', relationship: 'daughter' },
    { id: teresa, gender: 'female', relationship: 'mother' },
    { id: javier, gender: 'male', relationship: 'husband' },
  ],
  said: [],
};

/** What every page of a family shows. */
const pages = (of: Family) =>
  of.kin.map(({ id }) =>
    of.kin.filter((one) => one.id !== id).map((one) => `${one.id} to ${id}: ${seenFrom(of, id, one.id)}`),
  );

describe('what a page shows', () => {
  test.each([
    [ana, marcos, 'son'],
    [marcos, ana, 'mother'],
    [teresa, ana, 'daughter'],
    [javier, ana, 'wife'],
    [marcos, lucia, 'sister'],
    [lucia, marcos, 'brother'],
    [marcos, teresa, 'grandmother'],
    [teresa, lucia, 'granddaughter'],
    [teresa, javier, 'son_in_law'],
    [javier, teresa, 'mother_in_law'],
    // He may be the father or the stepfather.
    [marcos, javier, 'other_male'],
    [javier, marcos, 'other_male'],
  ] as const)('that of %i of %i: %s', (of, member, expected) => expect(seenFrom(family, of, member)).toBe(expected));

  test('is what was said, both ways, where the head does not tell it', () => {
    const told = withSaid(family, { member_id: javier, of_member_id: marcos, relationship: 'stepfather' });
    expect(seenFrom(told, marcos, javier)).toBe('stepfather');
    expect(seenFrom(told, javier, marcos)).toBe('stepson');
    expect(seenFrom(told, lucia, javier), 'and nothing else changes').toBe('other_male');
    const again = withSaid(told, { member_id: marcos, of_member_id: javier, relationship: 'son' });
    expect([seenFrom(again, marcos, javier), again.said.length]).toEqual(['father', 1]);
    const back = withSaid(again, { member_id: javier, of_member_id: marcos, relationship: 'other_male' });
    expect(back.said, 'what follows is not kept').toEqual([]);
  });

  test('follows what is said of the head, from either side', () => {
    const aunt = withSaid(family, { member_id: ana, of_member_id: marcos, relationship: 'aunt' });
    expect(seenFrom(aunt, marcos, ana)).toBe('aunt');
    expect(seenFrom(aunt, ana, marcos)).toBe('other_male');
    expect(seenFrom(aunt, lucia, marcos), 'he is no brother any more').toBe('other_male');
    const stepson = withSaid(family, { member_id: marcos, of_member_id: ana, relationship: 'stepson' });
    expect([seenFrom(stepson, marcos, ana), stepson.said]).toEqual(['stepmother', []]);
  });
});

describe('a new member', () => {
  test.each([
    [ana, 'cousin', 'cousin'],
    // The son’s daughter is the granddaughter of his mother; of what is not known nothing is claimed.
    [marcos, 'daughter', 'granddaughter'],
    [marcos, 'cousin', 'other_female'],
    [teresa, 'daughter', 'sister'],
    [javier, 'mother', 'mother_in_law'],
  ] as const)('of %i as %s is to the head %s', (of_member_id, relationship, expected) =>
    expect(relationshipToHead(family, { of_member_id, relationship }, 'female')).toBe(expected),
  );
});

describe('another head', () => {
  test.each([marcos, lucia, teresa, javier])('%i changes no page, and neither does going back', (id) => {
    const told = withSaid(family, { member_id: javier, of_member_id: marcos, relationship: 'stepfather' });
    const changed = withHead(told, id);
    expect(changed.kin.filter(({ relationship }) => relationship === null).map((one) => one.id)).toEqual([id]);
    expect(pages(changed)).toEqual(pages(told));
    expect(pages(withHead(changed, ana))).toEqual(pages(told));
  });

  test('changes no page whatever the members are to each other', () => {
    const all = Object.keys(relationships) as Relationship[];
    const every = Object.keys(genders) as (keyof typeof genders)[];
    // Every relationship beside every other, with every gender in turn.
    for (const [index, one] of all.entries())
      for (const [at, other] of all.entries()) {
        const gender = every[(index + at) % every.length] as keyof typeof genders;
        const three: Family = {
          kin: [
            { id: 1, gender: 'female', relationship: null },
            { id: 2, gender, relationship: one },
            { id: 3, gender: 'male', relationship: other },
          ],
          said: index % 3 ? [] : [{ member_id: 3, of_member_id: 2, relationship: one }],
        };
        expect(pages(withHead(three, 2)), `${one} and ${other}`).toEqual(pages(three));
      }
  });

  test('comes after one who was deleted', () => {
    const orphaned: Family = { kin: family.kin.slice(1), said: [] };
    const headed = withHead(orphaned, marcos);
    expect(seenFrom(headed, marcos, lucia)).toBe('sister');
  });
});
