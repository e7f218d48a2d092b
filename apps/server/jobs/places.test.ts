import { expect, test } from 'vitest';
import { sharedPlaces } from './places.ts';

const task = (organization: number) => [`organization ${organization}`];
const job = (organization: number) => [...task(organization), `jobs of organization ${organization}`, 'jobs'];
const shares = { each: 3, jobs: 3, jobsEach: 2, turn: 8 };

/** Runs a queue of entries that end at once, one place at a time, and returns them in the order in which they ran. */
const order = (queue: string[][], places = sharedPlaces(shares)): string[][] => {
  const waiting = [...queue];
  const ran: string[][] = [];
  while (waiting.length > 0) {
    const heldBack = new Set(places.heldBack());
    const found = waiting.findIndex((flags) => !flags.some((flag) => heldBack.has(flag)));
    if (found < 0) {
      expect(places.nextRound(), 'somebody waits for the next round').toBe(true);
      continue;
    }
    const [flags] = waiting.splice(found, 1) as [string[]];
    places.began(flags);
    places.ended(flags);
    ran.push(flags);
  }
  return ran;
};

test('an organization takes three places, two with jobs, and jobs of everybody take three', () => {
  const places = sharedPlaces(shares);
  for (const flags of [job(1), job(1)]) places.began(flags);
  expect(places.heldBack()).toEqual(['jobs of organization 1']);
  places.began(task(1));
  expect(places.heldBack()).toEqual(['organization 1', 'jobs of organization 1']);
  places.ended(task(1));
  places.began(job(2));
  expect(places.heldBack().toSorted()).toEqual(['jobs', 'jobs of organization 1']);
  for (const flags of [job(1), job(1), job(2)]) places.ended(flags);
  expect(places.heldBack()).toEqual([]);
});

test('whoever fills the queue lets others go first after eight entries', () => {
  const flood = Array.from({ length: 10_000 }, () => task(1));
  const ran = order([...flood, task(2)]);
  expect(ran).toHaveLength(10_001);
  expect(ran.findIndex(([flag]) => flag === 'organization 2')).toBe(8);
});

test('two who fill the queue take turns, and hold up nobody else', () => {
  const queue = [1, 2].flatMap((organization) => Array.from({ length: 1000 }, () => task(organization)));
  const ran = order([...queue, task(3)]).map(([flag]) => flag);
  expect(ran.slice(0, 25)).toEqual([
    ...Array<string>(8).fill('organization 1'),
    ...Array<string>(8).fill('organization 2'),
    'organization 3',
    ...Array<string>(8).fill('organization 1'),
  ]);
});

test('entries of nobody’s organization are never held back', () => {
  const places = sharedPlaces(shares);
  for (let n = 0; n < 20; n++) places.began([]);
  expect(places.heldBack()).toEqual([]);
  expect(places.nextRound()).toBe(false);
});
