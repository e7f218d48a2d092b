import type { Gender } from '#contract/resources/clients.ts';
import { addDays } from '#forms/calendar.ts';
import { drawDay, drawMoment, yearsBetween } from './clock.ts';
import { type Draw, drawFrom } from './draw.ts';
import { type Origin, type OriginName, origins } from './names.ts';
import { type Notable, notableHouseholds } from './notable-people.ts';
import { type StaffKey, staff } from './staff.ts';
import type { Town } from './towns.ts';

/** What everybody in a household has in common. */
export type Household = {
  language: string;
  county: Town;
  phone: string;
  size: number;
  children: number;
  /** How often the staff see them. */
  engagement: number;
};

export type DemoClient = {
  first_name: string;
  middle_name: string | null;
  last_name: string;
  dob: string;
  gender: Gender;
  ssn_suffix: string;
  created_at: string;
  created_by: StaffKey;
  /** The days between which something may be recorded. */
  first_day: string;
  last_day: string;
  household: Household;
  /** What somebody corrected later, or that the person is not served any more. */
  change: { at: string; by: StaffKey; columns: Partial<Changeable> } | null;
};
type Changeable = { middle_name: string | null; ssn_suffix: string; active: boolean; dod: string };

type Member = Notable & { age: number };
/** What every draw of the demo goes by. */
export type DemoContext = { draw: Draw; today: string };

const clientCount = 300;
const days = 730;

/** Everybody who was served during two years up to the day before `today`. */
export const demoClients = (today: string): DemoClient[] => {
  const around = { draw: drawFrom(20_417), today };
  const clients: DemoClient[] = [];
  for (const { origin, people } of notableHouseholds)
    clients.push(
      ...enteredTogether(
        around,
        origin,
        people.map((one) => ({ ...one, age: yearsBetween(one.dob, today) })),
      ),
    );
  while (clients.length < clientCount) {
    const origin = around.draw.weighted(shares);
    clients.push(...enteredTogether(around, origin, drawnHousehold(around, origins[origin])));
  }
  return clients.slice(0, clientCount);
};

const shares = Object.fromEntries(Object.entries(origins).map(([name, { share }]) => [name, share])) as Record<
  OriginName,
  number
>;

/** One of the staff who had joined by a day, as often as their weight says. */
export const workerOn = (
  { draw, today }: DemoContext,
  day: string,
  weights: Partial<Record<StaffKey, number>>,
): StaffKey =>
  draw.weighted(
    Object.fromEntries(
      Object.entries(weights).map(([key, weight]) => {
        const isHere = addDays(today, -staff[key as StaffKey].joined) <= day;
        return [key, isHere ? weight : 0];
      }),
    ) as Record<StaffKey, number>,
  );

const bornAt = ({ draw, today }: DemoContext, age: number) =>
  addDays(today, -Math.floor(age * 365.25) - draw.whole(35, 360));

const genderOf = (draw: Draw, age: number): Gender =>
  draw.weighted({
    female: 54,
    male: 43,
    non_binary: age < 15 ? 0 : 1.6,
    trans_female_to_male: age < 15 ? 0 : 0.9,
    trans_male_to_female: age < 15 ? 0 : 0.9,
  });

const nameFor = (draw: Draw, { female, male }: Pick<Origin, 'female' | 'male'>, gender: Gender) => {
  if (gender === 'non_binary') return draw.pick([...female, ...male]);
  return draw.pick(gender === 'female' || gender === 'trans_male_to_female' ? female : male);
};

const middleNameFor = (draw: Draw, origin: Origin, gender: Gender) => {
  if (origin.middle) return nameFor(draw, origin.middle, gender);
  const name = nameFor(draw, origin, gender);
  return draw.chance(0.5) ? name : `${name.charAt(0)}.`;
};

const memberOf = (
  around: DemoContext,
  origin: Origin,
  { age, last_name }: Pick<Member, 'age' | 'last_name'>,
): Member => {
  const { draw } = around;
  const gender = genderOf(draw, age);
  const first_name = nameFor(draw, origin, gender);
  const middle_name = middleNameFor(draw, origin, gender);
  return {
    first_name,
    ...(draw.chance(origin.middle ? 0.6 : 0.24) && middle_name !== first_name ? { middle_name } : {}),
    last_name,
    dob: bornAt(around, age),
    age,
    gender,
    ssn_suffix: String(draw.whole(1, 9999)).padStart(4, '0'),
  };
};

/** Parents, their children and sometimes a grandparent; or somebody alone. */
const drawnHousehold = (around: DemoContext, origin: Origin): Member[] => {
  const { draw } = around;
  const kind = draw.weighted({ alone: 34, elder: 14, parent: 24, couple: 7, parents: 17, three_generations: 7 });
  const last_name = draw.pick(origin.last);
  const other = draw.pick(origin.last.filter((name) => name !== last_name));
  if (kind === 'alone') return [memberOf(around, origin, { age: draw.whole(17, 61), last_name })];
  if (kind === 'elder') return [memberOf(around, origin, { age: draw.whole(62, 92), last_name })];

  const age = draw.whole(20, 46);
  const hasPartner = kind === 'couple' || kind === 'parents' || (kind === 'three_generations' && draw.chance(0.5));
  const partnersName = draw.weighted({ same: 55, other: 35, both: 10 });
  const names = { same: last_name, other, both: `${last_name}-${other}` };
  const childrensName = draw.chance(0.2) && hasPartner ? names.both : last_name;
  const children = kind === 'couple' ? 0 : draw.whole(1, draw.chance(0.25) ? 4 : 2);
  const members = [
    memberOf(around, origin, { age, last_name }),
    ...(hasPartner
      ? [memberOf(around, origin, { age: Math.max(19, age + draw.whole(-5, 6)), last_name: names[partnersName] })]
      : []),
    ...Array.from({ length: children }, () =>
      memberOf(around, origin, { age: draw.whole(0, Math.min(17, age - 18)), last_name: childrensName }),
    ),
    ...(kind === 'three_generations' ? [memberOf(around, origin, { age: age + draw.whole(21, 38), last_name })] : []),
  ];
  const areTwoAlike = new Set(members.map(({ first_name }) => first_name)).size < members.length;
  return areTwoAlike ? drawnHousehold(around, origin) : members;
};

const householdOf = (draw: Draw, origin: Origin, members: Member[]): Household => ({
  language: draw.pick(origin.languages),
  county: draw.weighted({ harbor: 62, vale: 24, cedar: 11, elsewhere: 3 }),
  phone: `(${draw.pick(['360', '564', '971'])}) 555-01${String(draw.whole(0, 99)).padStart(2, '0')}`,
  size: members.length + (draw.chance(0.15) ? draw.whole(1, 2) : 0),
  children: members.filter(({ age }) => age < 18).length,
  engagement: draw.pick([0.3, 0.5, 0.8, 1, 1, 1.4, 2, 3.2]),
});

const enteredTogether = (around: DemoContext, originName: OriginName, members: Member[]): DemoClient[] => {
  const { draw, today } = around;
  const household = householdOf(draw, origins[originName], members);
  const day = drawDay(draw, addDays(today, -days), addDays(today, -4));
  const created_by = workerOn(around, day, { omar: 52, dana: 28, priya: 22, curtis: 6, marisol: 1 });
  const start = drawMoment(draw, day);
  return members.map((member, index) => {
    const at = new Date(Date.parse(start) + index * draw.whole(150, 290) * 1000).toISOString();
    return entered(around, member, { household, day, at, created_by });
  });
};

/** A newborn is entered after the rest of the family. */
const entered = (
  around: DemoContext,
  { age, gone, middle_name = '', ...names }: Member,
  { household, day, at, created_by }: { household: Household; day: string; at: string; created_by: StaffKey },
): DemoClient => {
  const { draw, today } = around;
  const home = addDays(names.dob, 9);
  const isLater = home > day;
  const first_day = isLater ? home : day;
  const client = {
    ...names,
    middle_name: middle_name || null,
    created_at: isLater ? drawMoment(draw, first_day) : at,
    created_by,
    first_day,
    last_day: addDays(today, -1),
    household,
    change: null,
  };
  const fate = gone ?? draw.weighted({ left: 7, deceased: age > 55 ? 15 : 0.2, corrected: 9, unchanged: 88 });
  if (fate === 'unchanged') return client;
  if (fate === 'corrected') return corrected(around, client);
  return ended(around, client, fate);
};

const laterWorker = (around: DemoContext, day: string, client: DemoClient) =>
  workerOn(around, day, { dana: 4, priya: 4, curtis: 2, ...(client.created_by === 'omar' ? { omar: 0 } : {}) });

const corrected = (around: DemoContext, client: DemoClient): DemoClient => {
  const { draw } = around;
  const day = drawDay(draw, addDays(client.first_day, 1), client.last_day);
  const columns = draw.chance(0.5)
    ? { ssn_suffix: String(draw.whole(1, 9999)).padStart(4, '0') }
    : { middle_name: client.middle_name ? null : draw.pick(['Lee', 'Marie', 'Ann', 'J.', 'M.']) };
  return { ...client, change: { at: drawMoment(draw, day), by: laterWorker(around, day, client), columns } };
};

const ended = (around: DemoContext, client: DemoClient, fate: 'left' | 'deceased'): DemoClient => {
  const { draw } = around;
  const end = drawDay(draw, addDays(client.first_day, 2), client.last_day);
  const columns = { active: false, ...(fate === 'deceased' ? { dod: end } : {}) };
  return {
    ...client,
    last_day: fate === 'deceased' ? addDays(end, -1) : end,
    change: { at: drawMoment(draw, end), by: laterWorker(around, end, client), columns },
  };
};
