import type { Gender } from './resources/clients.ts';

/** What somebody may be to somebody, as the API names it, with the words of the screens. */
export const relationships = {
  aunt: 'Aunt',
  boyfriend: 'Boyfriend',
  brother: 'Brother',
  brother_in_law: 'Brother-in-law',
  cousin: 'Cousin',
  daughter: 'Daughter',
  stepdaughter: 'Stepdaughter',
  daughter_in_law: 'Daughter-in-law',
  father: 'Father',
  stepfather: 'Stepfather',
  father_in_law: 'Father-in-law',
  foster_father: 'Foster father',
  girlfriend: 'Girlfriend',
  granddaughter: 'Granddaughter',
  grandson: 'Grandson',
  grandmother: 'Grandmother',
  grandfather: 'Grandfather',
  husband: 'Husband',
  mother: 'Mother',
  stepmother: 'Stepmother',
  mother_in_law: 'Mother-in-law',
  foster_mother: 'Foster mother',
  other_female: 'Other female',
  other_male: 'Other male',
  sister: 'Sister',
  stepsister: 'Stepsister',
  sister_in_law: 'Sister-in-law',
  son: 'Son',
  stepson: 'Stepson',
  son_in_law: 'Son-in-law',
  uncle: 'Uncle',
  wife: 'Wife',
  unknown: 'Unknown',
} as const;
export type Relationship = keyof typeof relationships;

/** What somebody is, whatever their gender: what a woman and a man are called who are it, and what it is the other way round. */
type Kin = { woman?: Relationship; man?: Relationship; anybody?: Relationship; back: Kind };
type Kind =
  | 'parent'
  | 'child'
  | 'stepparent'
  | 'stepchild'
  | 'parent_in_law'
  | 'child_in_law'
  | 'foster_parent'
  | 'grandparent'
  | 'grandchild'
  | 'sibling'
  | 'stepsibling'
  | 'sibling_in_law'
  | 'spouse'
  | 'partner'
  | 'aunt_or_uncle'
  | 'cousin'
  | 'other'
  | 'unknown';

/** Nieces, foster children and stepbrothers have no word here: they are others. */
const kinds: Record<Kind, Kin> = {
  parent: { woman: 'mother', man: 'father', back: 'child' },
  child: { woman: 'daughter', man: 'son', back: 'parent' },
  stepparent: { woman: 'stepmother', man: 'stepfather', back: 'stepchild' },
  stepchild: { woman: 'stepdaughter', man: 'stepson', back: 'stepparent' },
  parent_in_law: { woman: 'mother_in_law', man: 'father_in_law', back: 'child_in_law' },
  child_in_law: { woman: 'daughter_in_law', man: 'son_in_law', back: 'parent_in_law' },
  foster_parent: { woman: 'foster_mother', man: 'foster_father', back: 'other' },
  grandparent: { woman: 'grandmother', man: 'grandfather', back: 'grandchild' },
  grandchild: { woman: 'granddaughter', man: 'grandson', back: 'grandparent' },
  sibling: { woman: 'sister', man: 'brother', back: 'sibling' },
  stepsibling: { woman: 'stepsister', back: 'stepsibling' },
  sibling_in_law: { woman: 'sister_in_law', man: 'brother_in_law', back: 'sibling_in_law' },
  spouse: { woman: 'wife', man: 'husband', back: 'spouse' },
  partner: { woman: 'girlfriend', man: 'boyfriend', back: 'partner' },
  aunt_or_uncle: { woman: 'aunt', man: 'uncle', back: 'other' },
  cousin: { anybody: 'cousin', back: 'cousin' },
  other: { woman: 'other_female', man: 'other_male', back: 'other' },
  unknown: { anybody: 'unknown', back: 'unknown' },
};

/**
 * What the first is to the second, by what each of them is to a third. Only what the words alone tell: a husband need not
 * be the father of his wife's son, nor a mother that of her daughter's brother. All else is other.
 */
const between: Partial<Record<Kind, Partial<Record<Kind, Kind>>>> = {
  child: { child: 'sibling', parent: 'grandchild' },
  parent: { child: 'grandparent', spouse: 'parent_in_law' },
  sibling: { child: 'aunt_or_uncle', spouse: 'sibling_in_law' },
  spouse: { parent: 'child_in_law', sibling: 'sibling_in_law' },
};

const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, { woman, man, anybody }]) =>
    [woman, man, anybody].filter((word) => word !== undefined).map((word) => [word, kind as Kind]),
  ),
);

const spokenOf: Record<Gender, 'woman' | 'man' | null> = {
  female: 'woman',
  trans_male_to_female: 'woman',
  male: 'man',
  trans_female_to_male: 'man',
  non_binary: null,
  unknown: null,
  declined: null,
};

/** The word for somebody who is this; where there is none, that of another woman or man. */
const wordFor = (kind: Kind, gender: Gender): Relationship => {
  const spoken = spokenOf[gender];
  const { anybody, ...words } = kinds[kind];
  return anybody ?? (spoken && (words[spoken] ?? kinds.other[spoken])) ?? 'unknown';
};

const kind = (relationship: Relationship): Kind => kindOf.get(relationship) ?? 'unknown';

/**
 * What somebody is to a person, by what that person is to them.
 * @param gender of the somebody
 */
export const inverse = (relationship: Relationship, gender: Gender): Relationship =>
  wordFor(kinds[kind(relationship)].back, gender);

/**
 * What somebody is to a person, by what each of them is to a third.
 * @param one what the somebody is to the third, @param other what the person is, @param gender of the somebody
 */
export const through = (one: Relationship, other: Relationship, gender: Gender): Relationship => {
  const [first, second] = [kind(one), kind(other)];
  if (first === 'unknown' || second === 'unknown') return 'unknown';
  return wordFor(between[first]?.[second] ?? 'other', gender);
};
