import { describe, expect, test } from 'vitest';
import { inverse, type Relationship, relationships, through } from './relationships.ts';
import type { Gender } from './resources/clients.ts';

/** What a woman and a man are to somebody who is this to them, and what that somebody may be called back. */
const backs: Record<Relationship, [woman: Relationship, man: Relationship]> = {
  aunt: ['other_female', 'other_male'],
  boyfriend: ['girlfriend', 'boyfriend'],
  brother: ['sister', 'brother'],
  brother_in_law: ['sister_in_law', 'brother_in_law'],
  cousin: ['cousin', 'cousin'],
  daughter: ['mother', 'father'],
  stepdaughter: ['stepmother', 'stepfather'],
  daughter_in_law: ['mother_in_law', 'father_in_law'],
  father: ['daughter', 'son'],
  stepfather: ['stepdaughter', 'stepson'],
  father_in_law: ['daughter_in_law', 'son_in_law'],
  foster_father: ['other_female', 'other_male'],
  girlfriend: ['girlfriend', 'boyfriend'],
  granddaughter: ['grandmother', 'grandfather'],
  grandson: ['grandmother', 'grandfather'],
  grandmother: ['granddaughter', 'grandson'],
  grandfather: ['granddaughter', 'grandson'],
  husband: ['wife', 'husband'],
  mother: ['daughter', 'son'],
  stepmother: ['stepdaughter', 'stepson'],
  mother_in_law: ['daughter_in_law', 'son_in_law'],
  foster_mother: ['other_female', 'other_male'],
  other_female: ['other_female', 'other_male'],
  other_male: ['other_female', 'other_male'],
  sister: ['sister', 'brother'],
  stepsister: ['stepsister', 'other_male'],
  sister_in_law: ['sister_in_law', 'brother_in_law'],
  son: ['mother', 'father'],
  stepson: ['stepmother', 'stepfather'],
  son_in_law: ['mother_in_law', 'father_in_law'],
  uncle: ['other_female', 'other_male'],
  wife: ['wife', 'husband'],
  unknown: ['unknown', 'unknown'],
};
const all = Object.keys(relationships) as Relationship[];

describe('the other way round', () => {
  test('is known of all 33', () => {
    expect(all).toHaveLength(33);
    expect(Object.keys(backs).toSorted()).toEqual(all.toSorted());
  });

  test.each(Object.entries(backs))('%s is %j', (relationship, [woman, man]) => {
    const back = (gender: Gender) => inverse(relationship as Relationship, gender);
    expect([back('female'), back('trans_male_to_female')]).toEqual([woman, woman]);
    expect([back('male'), back('trans_female_to_male')]).toEqual([man, man]);
    expect(back('non_binary')).toBe(relationship === 'cousin' ? 'cousin' : 'unknown');
  });
});

describe('by way of a third', () => {
  /** What the words alone tell; all other pairs are others. */
  const known: [one: Relationship[], other: Relationship[], woman: Relationship, man: Relationship][] = [
    [['daughter', 'son'], ['daughter', 'son'], 'sister', 'brother'],
    [['daughter', 'son'], ['mother', 'father'], 'granddaughter', 'grandson'],
    [['mother', 'father'], ['daughter', 'son'], 'grandmother', 'grandfather'],
    [['mother', 'father'], ['wife', 'husband'], 'mother_in_law', 'father_in_law'],
    [['wife', 'husband'], ['mother', 'father'], 'daughter_in_law', 'son_in_law'],
    [['wife', 'husband'], ['sister', 'brother'], 'sister_in_law', 'brother_in_law'],
    [['sister', 'brother'], ['wife', 'husband'], 'sister_in_law', 'brother_in_law'],
    [['sister', 'brother'], ['daughter', 'son'], 'aunt', 'uncle'],
  ];

  test.each(all)('%s and each of the 33', (one) => {
    for (const other of all) {
      const found = known.find(([ones, others]) => ones.includes(one) && others.includes(other));
      const [, , woman, man] = found ?? [[], [], 'other_female', 'other_male'];
      const expected = one === 'unknown' || other === 'unknown' ? ['unknown', 'unknown'] : [woman, man];
      expect([through(one, other, 'female'), through(one, other, 'male')], `${one} and ${other}`).toEqual(expected);
      expect(through(one, other, 'non_binary')).toBe('unknown');
    }
  });
});
