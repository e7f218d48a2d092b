import type { Issue } from '#contract/kit/issues.ts';
import { itemTypes, type SmartCondition, type SmartConditions } from '#contract/resources/data-groups.ts';
import { addDays, type Calendar, calendarDate } from '#forms/calendar.ts';
import { type DayRange, presetOf } from '#forms/logic/presets.ts';

type Principal = Extract<SmartCondition, { field_name: 'whodunnit' }>['value'];

/** What conditions come to on a day: which records join. */
export type RecordCriteria = {
  types: (typeof itemTypes)[keyof typeof itemTypes][];
  /** All must be true of who created it: users' ids, and permission groups' ids with a minus sign. */
  creators: number[];
  /** The first and the last day on which it was created. */
  first: string | null;
  last: string | null;
  /** Whether words such as "this month" are among them, which stand for other days tomorrow. */
  moves: boolean;
};

/** Who is meant, as one number. */
export const principalOf = ({ type, id }: Principal): number => (type === 'User' ? id : -id);

/** Whom conditions speak of, each once. */
export const principalsIn = (conditions: SmartConditions | null | undefined): Principal[] => {
  const named = (conditions?.and ?? []).flatMap((one) => (one.field_name === 'whodunnit' ? [one.value] : []));
  return [...new Map(named.map((one) => [principalOf(one), one])).values()];
};

const isDay = (value: string) => calendarDate().safeParse(value).success;

/** The days that a condition on the time of creation means; null when it means none. */
const daysOf = (value: string | [string, string], calendar: Calendar): DayRange | null => {
  if (typeof value !== 'string') return { first: value[0], last: value[1] };
  if (isDay(value)) return { first: value, last: value };
  const preset = presetOf(value, calendar);
  return preset && 'first' in preset ? preset : null;
};

/** What is wrong with the days of conditions: words that nobody knows, weekdays, and ranges that end before they begin. */
export const dayIssues = ({ and }: SmartConditions, calendar: Calendar): Issue[] =>
  and.flatMap((one, index) => {
    if (one.field_name !== 'created_at') return [];
    const refused = (message: string) => [{ path: `smart_conditions.and.${index}.value`, message }];
    if ((one.op === 'RANGE') !== Array.isArray(one.value))
      return refused(one.op === 'RANGE' ? 'Choose the first and the last day' : 'Choose a day, or use RANGE');
    const days = daysOf(one.value, calendar);
    if (!days) return refused('Choose a day, or a period such as "this month" or "last 90 days"');
    return days.first > days.last ? refused('The last day must not be before the first') : [];
  });

const later = (one: string | null, other: string) => (one === null || other > one ? other : one);
const earlier = (one: string | null, other: string) => (one === null || other < one ? other : one);

/** What conditions come to by the organization's calendar. */
export const gatheringOf = (conditions: SmartConditions, calendar: Calendar): RecordCriteria => {
  const gathering: RecordCriteria = {
    types: Object.values(itemTypes),
    creators: principalsIn(conditions).map(principalOf),
    first: null,
    last: null,
    moves: false,
  };
  for (const one of conditions.and) {
    if (one.field_name === 'item_type') {
      const wanted = [one.value].flat().map((type) => itemTypes[type]);
      gathering.types = gathering.types.filter((type) => wanted.includes(type));
    }
    if (one.field_name === 'created_at') {
      const days = daysOf(one.value, calendar);
      if (!days) continue;
      gathering.first = later(gathering.first, days.first);
      gathering.last = earlier(gathering.last, days.last);
      gathering.moves ||= typeof one.value === 'string' && !isDay(one.value);
    }
  }
  return gathering;
};

/** The day after. */
export const dayAfter = (day: string): string => addDays(day, 1);
