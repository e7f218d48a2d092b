// Over 300 lines: lists of names, and people invented with them for measuring what the rules find.
import { drawFrom } from '#db/demo/draw.ts';
import { type MatchFields, matchKeys, possibleDuplicate } from './match.ts';

const words = (list: string) => list.split(' ');

const firstNames = words(
  'James Robert John Michael David William Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark Donald ' +
    'Steven Andrew Kenneth Joshua Kevin Timothy Edward Ronald Jeffrey Jacob Nicholas Gary Jonathan Stephen Samuel Gregory ' +
    'Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Karen Margaret Sandra Ashley Kimberly Emily Deborah ' +
    'Stephanie Rebecca Laura Cynthia Dorothy Amy Kathleen Angela Pamela Christine Victoria Samantha Theresa Abigail Gloria ' +
    'José Francisco Guillermo Enrique Ignacio Jesús Guadalupe Dolores Rosario Eduardo Manuel Rafael Andrés Tomás María ' +
    'Lucía Sofía Inés Ángel Óscar Raúl Begoña Íñigo Zoë Chloë Renée Siobhán Thủy Nguyệt Đức Łucja Jörg Søren Åsa Noémie ' +
    'Omar Fatima Yusuf Amina Hassan Leila Wei Mei Hiroshi Yuki Priya Arjun Kwame Ama Chidi Ngozi Olga Dmitri Halyna Petro',
);
const lastNames = words(
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson ' +
    'Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young ' +
    'Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter ' +
    'Roberts Muñoz Peña Castañeda Quiñones Ibáñez García Núñez Ordóñez Vásquez Jiménez Gutiérrez Müller Schröder Großmann ' +
    "O'Brien O'Malley D'Angelo Saint-Clair Rivera-Soto Okafor-Rivers Trần Phạm Đặng Wójcik Kovač Šimić Łukasik Sørensen " +
    'Lindqvist Haddad Rahman Hussein Abebe Osei Mensah Adichie Tanaka Suzuki Chen Wang Singh Patel Petrenko Shevchenko',
);

/** What the people of the set are called for short, of those that the nickname lists of other tools agree on. */
const shortNames: Record<string, string[]> = {
  Robert: ['Bob', 'Rob', 'Bobby'],
  William: ['Bill', 'Will', 'Billy'],
  Richard: ['Rick', 'Dick', 'Rich'],
  James: ['Jim', 'Jimmy'],
  John: ['Jack', 'Johnny'],
  Michael: ['Mike', 'Mickey'],
  Joseph: ['Joe', 'Joey'],
  Thomas: ['Tom', 'Tommy'],
  Charles: ['Chuck', 'Charlie'],
  Christopher: ['Chris'],
  Daniel: ['Dan', 'Danny'],
  Matthew: ['Matt'],
  Anthony: ['Tony'],
  Steven: ['Steve'],
  Andrew: ['Andy', 'Drew'],
  Kenneth: ['Ken'],
  Joshua: ['Josh'],
  Edward: ['Ted', 'Ed', 'Eddie'],
  Nicholas: ['Nick'],
  Patricia: ['Pat', 'Trish', 'Patty'],
  Jennifer: ['Jenny', 'Jen'],
  Elizabeth: ['Liz', 'Beth', 'Betty'],
  Barbara: ['Barb'],
  Susan: ['Sue', 'Suzy'],
  Margaret: ['Peggy', 'Maggie', 'Meg'],
  Deborah: ['Debbie'],
  Rebecca: ['Becky'],
  Dorothy: ['Dot', 'Dottie'],
  Kathleen: ['Kathy'],
  Samantha: ['Sam'],
  Theresa: ['Terry', 'Tess'],
  Abigail: ['Abby'],
  José: ['Pepe'],
  Francisco: ['Paco', 'Pancho'],
  Guillermo: ['Memo'],
  Enrique: ['Quique'],
  Ignacio: ['Nacho'],
  Jesús: ['Chuy'],
  Guadalupe: ['Lupe'],
  Dolores: ['Lola'],
  Rosario: ['Charo'],
  Eduardo: ['Lalo'],
  Rafael: ['Rafa'],
};

/** One person of the set; those with the same `who` are one. */
export type LabelledPerson = MatchFields & { who: number; variant: string | null };

const two = (figures: number) => String(figures).padStart(2, '0');
const digits = (draw: ReturnType<typeof drawFrom>) => String(draw.whole(0, 9999)).padStart(4, '0');
const withoutMarks = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/đ/g, 'd')
    .replace(/Đ/g, 'D')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/['-]/g, ' ');

type Vary = (person: MatchFields, draw: ReturnType<typeof drawFrom>) => Partial<MatchFields> | null;

/** One in fifteen is written with other last 4 besides: too little is the same then to be found. */
const mistypedToo = ({ ssn_suffix }: MatchFields, draw: ReturnType<typeof drawFrom>) =>
  draw.chance(1 / 15) ? digits(draw) : ssn_suffix;

/** How the same person is written once more. Where the date of birth and a name stay, the last 4 differ in every other case. */
const variants: Record<string, Vary> = {
  'swapped names': (person, draw) => ({
    first_name: person.last_name,
    last_name: person.first_name,
    ssn_suffix: mistypedToo(person, draw),
  }),
  nicknames: ({ first_name, ssn_suffix }, draw) => {
    const short = shortNames[first_name];
    return short ? { first_name: draw.pick(short), ssn_suffix: draw.chance(0.5) ? digits(draw) : ssn_suffix } : null;
  },
  'transposed dates': (person, draw) => {
    const ssn_suffix = mistypedToo(person, draw);
    const [year = '', month = '', day = ''] = person.dob.split('-');
    if (Number(day) <= 12 && day !== month) return { dob: `${year}-${day}-${month}`, ssn_suffix };
    const last = Number(day.at(-1));
    return { ssn_suffix, dob: `${year}-${month}-${day[0]}${(last + draw.whole(1, 2)) % 8 || 1}` };
  },
  diacritics: ({ first_name, last_name, ssn_suffix }, draw) => {
    const plain = { first_name: withoutMarks(first_name), last_name: withoutMarks(last_name) };
    if (plain.first_name === first_name && plain.last_name === last_name) return null;
    return { ...plain, ssn_suffix: draw.chance(0.5) ? digits(draw) : ssn_suffix };
  },
  suffixes: ({ last_name, ssn_suffix }, draw) => ({
    last_name: `${last_name}${draw.pick([' Jr.', ', Jr', ' Sr', ' II', ' III'])}`,
    ssn_suffix: draw.chance(0.5) ? digits(draw) : ssn_suffix,
  }),
};

/**
 * A thousand people and 300 of them written once more, sixty in each way; the same at each call. Among them are what makes
 * rules err: twins, sons with their father's name, families, and days of birth and last 4 that stand for "unknown".
 */
export const labelledPeople = (): LabelledPerson[] => {
  const draw = drawFrom(1985);
  const people: LabelledPerson[] = [];
  const add = (person: MatchFields) => people.push({ ...person, who: people.length, variant: null });
  while (people.length < 1000) {
    const dob = draw.chance(0.04)
      ? `${draw.pick([1970, 1980, 2000])}-01-01`
      : `${draw.whole(1935, 2022)}-${two(draw.whole(1, 12))}-${two(draw.whole(1, 28))}`;
    const person = {
      first_name: draw.pick(firstNames),
      last_name: draw.pick(lastNames),
      dob,
      ssn_suffix: draw.chance(0.03) ? '0000' : digits(draw),
    };
    add(person);
    const { last_name } = person;
    const other = () => draw.pick(firstNames.filter((name) => name !== person.first_name));
    if (draw.chance(0.02)) add({ ...person, first_name: other(), ssn_suffix: digits(draw) });
    if (draw.chance(0.02)) add({ ...person, dob: `${draw.whole(1990, 2022)}-05-17`, ssn_suffix: digits(draw) });
    if (draw.chance(0.1))
      add({ first_name: other(), last_name, dob: `${draw.whole(1935, 2022)}-08-23`, ssn_suffix: digits(draw) });
  }
  people.length = 1000;
  for (const [variant, vary] of Object.entries(variants)) {
    const able = people
      .slice(0, 1000)
      .filter((person) => !people.some(({ who, variant }) => variant && who === person.who));
    for (let made = 0; made < 60; ) {
      const [person] = able.splice(draw.whole(0, able.length - 1), 1);
      if (!person) throw new Error(`Too few people for ${variant}`);
      const change = vary(person, draw);
      if (!change) continue;
      people.push({ ...person, ...change, variant });
      made++;
    }
  }
  return people;
};

/** Of labelled people: which share of those written once more was found, in each way, and how many others were. */
export const figuresOf = (people: readonly LabelledPerson[], found: ReadonlySet<string>) => {
  const ways = new Map<string, { found: number; of: number }>();
  const wanted = new Set<string>();
  for (const [index, { who, variant }] of people.entries()) {
    if (!variant) continue;
    const pair = `${who} ${index}`;
    wanted.add(pair);
    const way = ways.get(variant) ?? { found: 0, of: 0 };
    ways.set(variant, { found: way.found + (found.has(pair) ? 1 : 0), of: way.of + 1 });
  }
  const falseAlarms = [...found].filter((pair) => !wanted.has(pair));
  const hits = [...wanted].filter((pair) => found.has(pair)).length;
  return { ways, share: hits / wanted.size, falseAlarms };
};

/** The pairs that the rules find among those who share a key, by their places in the list, the lower first. */
export const pairsAmong = (people: readonly MatchFields[]): Set<string> => {
  const byKey = new Map<string, number[]>();
  const found = new Set<string>();
  for (const [index, person] of people.entries())
    for (const key of Object.values(matchKeys(person)).flat()) {
      const sharing = byKey.get(key) ?? [];
      for (const other of sharing)
        if (other !== index && possibleDuplicate(person, people[other] as MatchFields)) found.add(`${other} ${index}`);
      byKey.set(key, [...sharing, index]);
    }
  return found;
};
