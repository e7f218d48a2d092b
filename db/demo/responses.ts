import { addDays } from '#forms/calendar.ts';
import { type DemoClient, type DemoContext, workerOn } from './clients.ts';
import { drawDay, drawMoment, minuteOf, yearsBetween } from './clock.ts';
import { drawFrom } from './draw.ts';
import { type FormKey, forms } from './forms/all-forms.ts';
import type { StaffKey } from './staff.ts';

/** Answers by the names of a form's entries. */
type NamedAnswers = Record<string, unknown>;

export type DemoResponse = {
  form: FormKey;
  client: DemoClient;
  /** The day in the organization's calendar. */
  day: string;
  completed_at: string;
  administrator: StaffKey;
  answers: NamedAnswers;
  /** What somebody else put right later; the answers are then all of them. */
  change: { at: string; by: StaffKey; answers: NamedAnswers } | null;
};

const responseCount = 2000;

/** Who fills in what, as far as they were there on the day. */
const workers: Record<FormKey, Partial<Record<StaffKey, number>>> = {
  housingIntake: { omar: 40, dana: 34, priya: 30, curtis: 8, marisol: 1 },
  contactLog: { dana: 44, priya: 40, curtis: 9, omar: 9, marisol: 2 },
  releaseOfInformation: { omar: 34, dana: 30, priya: 26, curtis: 6 },
  benefitsCheck: { dana: 34, priya: 34, omar: 22, iris: 7, curtis: 4 },
  safetyPlan: { dana: 50, priya: 40, curtis: 14 },
  schoolEnrollment: { priya: 40, dana: 28, omar: 18, iris: 4 },
  employmentGoals: { curtis: 26, dana: 34, priya: 34, iris: 5 },
  exitInterview: { iris: 40, dana: 26, priya: 20, curtis: 14 },
};

/** Everything that was recorded about these people up to the day before `today`, oldest first. */
export const demoResponses = (clients: DemoClient[], today: string): DemoResponse[] => {
  const around = { draw: drawFrom(88_301), today };
  const { draw } = around;
  const visits = clients.flatMap((client) => expected(around, client));
  const weights = Object.fromEntries(clients.map((client, index) => [index, seenOften(client, today)]));
  while (visits.length < responseCount) {
    const client = clients[Number(draw.weighted(weights))]!;
    visits.push(visit(around, client, { form: draw.weighted(furtherForms(yearsBetween(client.dob, today))) }));
  }
  const filledBefore = new Map<DemoClient, FormKey[]>();
  return visits
    .slice(0, responseCount)
    .sort((a, b) => (a.completed_at < b.completed_at ? -1 : 1))
    .map((one) => {
      const before = filledBefore.get(one.client) ?? [];
      filledBefore.set(one.client, [...before, one.form]);
      return recorded(around, { ...one, nth: before.filter((form) => form === one.form).length });
    });
};

type PlannedResponse = { form: FormKey; client: DemoClient; day: string; completed_at: string };

/** A visit between two days, by default at any time that the person was served. */
const visit = (
  { draw }: DemoContext,
  client: DemoClient,
  { form, first = client.first_day, last = client.last_day }: { form: FormKey; first?: string; last?: string },
): PlannedResponse => {
  const day = drawDay(draw, first, last);
  return { form, client, day, completed_at: laterThan(client.created_at, drawMoment(draw, day)) };
};

/** Nothing is recorded about somebody before they are entered. */
const laterThan = (start: string, moment: string) =>
  moment > start ? moment : new Date(Date.parse(start) + (Date.parse(start) % 1_500_000) + 180_000).toISOString();

const earlier = (a: string, b: string) => (a < b ? a : b);

/** What is filled in for nearly everybody: at the start, in the first weeks, at the end. */
const expected = (around: DemoContext, client: DemoClient): PlannedResponse[] => {
  const { draw, today } = around;
  const { first_day, last_day, change } = client;
  const age = yearsBetween(client.dob, first_day);
  const soon = (days: number) => earlier(addDays(first_day, days), last_day);
  const hasLeft = change?.columns.active === false && !change.columns.dod;
  return [
    ...(age >= 18 ? [visit(around, client, { form: 'housingIntake', last: first_day })] : []),
    ...(age >= 18 && draw.chance(0.72) ? [visit(around, client, { form: 'releaseOfInformation', last: soon(8) })] : []),
    ...(age >= 5 && age < 18 && draw.chance(0.8)
      ? [visit(around, client, { form: 'schoolEnrollment', last: soon(30) })]
      : []),
    ...(hasLeft && last_day < addDays(today, -110)
      ? [visit(around, client, { form: 'exitInterview', first: last_day })]
      : []),
  ];
};

const furtherForms = (age: number): Partial<Record<FormKey, number>> => {
  if (age < 18) return { contactLog: 30, ...(age >= 5 ? { schoolEnrollment: 70 } : {}) };
  return {
    contactLog: 65,
    benefitsCheck: 15,
    ...(age < 66 ? { employmentGoals: 9 } : {}),
    safetyPlan: 5,
    housingIntake: 5,
    releaseOfInformation: 1,
  };
};

/** How likely a further visit is with this person rather than another. */
const seenOften = ({ household, first_day, last_day, dob }: DemoClient, today: string) => {
  const days = (Date.parse(last_day) - Date.parse(first_day)) / 86_400_000;
  const age = yearsBetween(dob, today);
  return household.engagement * (days / 100 + 0.6) * (age >= 18 ? 1 : age >= 5 ? 0.14 : 0.03);
};

const isGiven = (answer: unknown) => answer !== null && answer !== undefined;

const recorded = (around: DemoContext, planned: PlannedResponse & { nth: number }): DemoResponse => {
  const { draw, today } = around;
  const { client, form, day, nth, completed_at } = planned;
  const visiting = { draw, client, day, minute: minuteOf(completed_at), nth, age: yearsBetween(client.dob, day) };
  const { answers, corrected } = forms[form];
  const given = answers(visiting);
  const administrator = workerOn(around, day, workers[form]);
  const response = { form, client, day, completed_at, administrator, answers: given, change: null };

  const changeDay = drawDay(draw, addDays(day, 1), addDays(day, 12));
  if (changeDay >= today || draw.chance(0.86)) return response;
  const other = answers(visiting);
  const keys = draw.some(corrected, 1, 2).filter((key) => isGiven(given[key]) && isGiven(other[key]));
  if (keys.every((key) => JSON.stringify(other[key]) === JSON.stringify(given[key]))) return response;
  return {
    ...response,
    change: {
      at: drawMoment(draw, changeDay),
      by: workerOn(around, changeDay, { ...workers[form], [administrator]: 0 }),
      answers: { ...given, ...Object.fromEntries(keys.map((key) => [key, other[key]])) },
    },
  };
};
