import type { Calendar } from '#forms/calendar.ts';
import { holds, type Kind } from '#forms/logic/compare.ts';
import type { ConditionEntry, ReportCondition } from '#reports/conditions.ts';
import type { ReportField } from '#reports/definition.ts';
import type { FirstToLatestValue } from '#reports/first-to-latest.ts';

export type Person = {
  id: number;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  dob: string;
  gender: string;
  active: boolean;
  is_archived?: boolean;
};
/** What was recorded: of somebody, of nobody, or by a stranger of whom somebody may have said who it is. */
export type Response = {
  id: number;
  form_id: number;
  client_id: number | null;
  completed_at: string;
  created_at?: string;
  /** The member who recorded it; strangers are none. */
  created_by?: number | null;
  answers: Record<string, unknown>;
  is_linked?: boolean;
};
/** A present member: a person, or a contact who is known by a name. */
export type Member = {
  id: number;
  client_id: number | null;
  is_head: boolean;
  name?: string;
  dob?: string | null;
  gender?: string | null;
};
export type Household = { id: number; title: string | null; members: Member[] };

/** What a column holds, as far as the slow way knows it. */
export type Holding =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'boolean'
  | 'choice'
  | 'scale'
  | 'choices'
  | 'address'
  | 'file'
  | 'record'
  | 'user';
export type Kinds = ReadonlyMap<string, Holding>;

/** All that somebody may see, and nothing else. */
export type World = {
  people: readonly Person[];
  /** Of people, by staff. */
  responses: readonly Response[];
  /** By strangers; `client_id` names who may be seen. */
  instances: readonly Response[];
  /** Of internal forms. */
  records: readonly Response[];
  /** With all members, those who may not be seen among them. */
  households: readonly Household[];
  forms: ReadonlyMap<number, string>;
  /** By field id. */
  kinds: Kinds;
  /** What people read in place of the values of choices, records and members, by field. */
  labels: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The values of options, by field, as they stand on the form. */
  options: ReadonlyMap<string, readonly unknown[]>;
  /** The questions of forms, by form, in their order. */
  questions: ReadonlyMap<number, readonly string[]>;
  /** The choices that tell why there is no answer, by field, with what they tell. */
  meanings: ReadonlyMap<string, ReadonlyMap<unknown, string>>;
  calendar: Calendar;
  timeZone: string;
  /** Of how many people counts are kept out; null keeps none out. */
  below: number | null;
};

export const blank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
export const orNull = (value: unknown): unknown => (blank(value) ? null : value);

/** The day of a moment in a time zone. */
export const dayIn = (timeZone: string, at: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  );

const holdings: Record<string, Holding> = {
  client_id: 'number',
  client_age: 'number',
  client_dob: 'date',
  client_active: 'boolean',
  client_link: 'boolean',
  client_gender: 'choice',
  question: 'choice',
  answer_status: 'choice',
  response_id: 'number',
  form_id: 'number',
  completed_at: 'timestamp',
  created_by: 'user',
  created_at: 'timestamp',
  household_id: 'number',
  household_size: 'number',
  household_adults: 'number',
  household_children: 'number',
};

/** What a column holds, by the id of its field or its name. */
export const holdingOf = ({ kinds }: Pick<World, 'kinds'>, field: string): Holding =>
  kinds.get(field) ?? holdings[field] ?? 'text';

const comparedAs: Record<Holding, Kind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  timestamp: 'date',
  boolean: 'boolean',
  choice: 'text',
  scale: 'number',
  choices: 'text',
  time: 'text',
  address: 'text',
  file: 'text',
  record: 'number',
  user: 'number',
};

/**
 * What a stored answer is compared and ordered by: of an address its text, of files the name of the first, of a record
 * its ID. Other answers are their own value.
 */
export const comparable = (answer: unknown): unknown => {
  const [first] = Array.isArray(answer) ? answer : [answer];
  if (first === null || typeof first !== 'object') return answer;
  if ('filename' in first) return first.filename;
  return 'record_id' in first ? first.record_id : first.text;
};

/** Whether a condition holds of a value of a column; of moments by their day where the viewer is. */
export const meets = (
  { timeZone, calendar }: World,
  { op, value: operand }: Pick<ReportCondition, 'op' | 'value'>,
  { value, holding }: { value: unknown; holding: Holding },
): boolean => {
  const seen = holding === 'timestamp' && value ? dayIn(timeZone, String(value)) : value;
  return holds((seen ?? null) as never, { op, operand: operand as never, kind: comparedAs[holding], calendar });
};

/** The conditions of which one must hold: those of an entry. */
export const eitherOf = (entry: ConditionEntry): readonly ReportCondition[] => ('or' in entry ? entry.or : [entry]);

/** What comes first: no value last, then by value. */
export const inOrder = (left: unknown, right: unknown): number => {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : 1;
};

/** The first of several comparisons that tells them apart. */
export const inOrders = (left: readonly unknown[], right: readonly unknown[]): number =>
  left.map((one, index) => inOrder(one, right[index])).find((way) => way !== 0) ?? 0;

/** Before anything is put in order: by Time Recorded, then by id. */
export const byTime = (left: Response, right: Response): number =>
  inOrders([left.completed_at, left.id], [right.completed_at, right.id]);

export const ageOn = (today: string, dob: string): number =>
  Number(today.slice(0, 4)) - Number(dob.slice(0, 4)) - (today.slice(5) < dob.slice(5) ? 1 : 0);

const nameOf = (person: Pick<Person, 'first_name' | 'middle_name' | 'last_name'>) =>
  [person.first_name, person.middle_name, person.last_name].filter(Boolean).join(' ');

/** A member of a household as one may see them: a contact has the last word of the name as last name. */
export type Seen = Omit<Person, 'id' | 'dob' | 'gender' | 'active' | 'first_name'> & {
  id: number | null;
  first_name: string | null;
  dob: string | null;
  gender: string | null;
  active: boolean | null;
};

/** A member of a household, when they may be seen. */
export const seenMember = ({ people }: World, { client_id, name = '', dob, gender }: Member): Seen | null => {
  if (client_id !== null) return people.find(({ id }) => id === client_id) ?? null;
  const words = name.split(' ');
  return {
    id: null,
    first_name: words.slice(0, -1).join(' ') || null,
    middle_name: null,
    last_name: words.at(-1) ?? '',
    dob: dob ?? null,
    gender: gender ?? null,
    active: null,
  };
};

const householdOf = ({ households }: World, client_id: number | null) =>
  client_id === null
    ? undefined
    : households.find(({ members }) => members.some((member) => member.client_id === client_id));

const headOf = (world: World, { members }: Household): Seen | null => {
  const head = members.find(({ is_head }) => is_head);
  return head ? seenMember(world, head) : null;
};

/** What a household is called, as far as one may see who is its head. */
export const titleOf = (world: World, household: Household): string | null => {
  const head = headOf(world, household);
  return household.title ?? (head && `${head.last_name} household`);
};

/** What is known of a household. */
export const ofHousehold = (world: World, household: Household, name: string): unknown => {
  const ages = household.members
    .flatMap((member) => seenMember(world, member) ?? [])
    .map(({ dob }) => (dob === null ? null : ageOn(world.calendar.today, dob)));
  const head = headOf(world, household);
  const known: Record<string, unknown> = {
    household_id: household.id,
    household_title: titleOf(world, household),
    household_size: ages.length,
    household_adults: ages.filter((age) => age !== null && age >= 18).length,
    household_children: ages.filter((age) => age !== null && age < 18).length,
    household_head: head && nameOf(head as Person),
  };
  return known[name] ?? null;
};

/** What is known of somebody. */
export const ofPerson = (world: World, person: Seen, name: string): unknown => {
  const house = householdOf(world, person.id);
  switch (name) {
    case 'client_id':
      return person.id;
    case 'client_age':
      return person.dob === null ? null : ageOn(world.calendar.today, person.dob);
    case 'client_full_name':
      return nameOf(person as Person);
    case 'household_id':
      return house?.id ?? null;
    case 'household_title':
      return house ? (titleOf(world, house) ?? `${person.last_name} household`) : null;
    default:
      return orNull(person[name.replace('client_', '') as keyof Person]);
  }
};

/** What is known of a response, and what was answered. */
export const ofResponse = ({ forms }: Pick<World, 'forms'>, response: Response, name: string): unknown => {
  switch (name) {
    case 'response_id':
      return response.id;
    case 'form_name':
      return forms.get(response.form_id) ?? null;
    case 'form_id':
    case 'client_id':
    case 'completed_at':
      return response[name];
    case 'created_at':
    case 'created_by':
      return response[name] ?? null;
    default: {
      // One part of an address is named behind its field.
      const [field = '', part] = name.split('.');
      const answer = response.answers[field] as { components?: Record<string, unknown> } | undefined;
      return part && part !== 'text' ? orNull(answer?.components?.[part]) : orNull(comparable(answer));
    }
  }
};

/** Whether one can calculate with what a column holds. */
export const isNumeric = (holding: Holding): boolean => holding === 'number' || holding === 'scale';

/** What rows and responses are ordered by: text by small letters, choices as they are shown. */
export const sortedAs = (
  { labels }: World,
  field: string,
  { holding, value }: { holding: Holding; value: unknown },
): unknown => {
  if (value === null || value === undefined) return null;
  const shown = (one: unknown) => labels.get(field)?.get(String(one)) ?? String(one);
  if (['choice', 'record', 'user'].includes(holding)) return shown(value).toLowerCase();
  if (holding === 'choices') return (value as unknown[]).map(shown).join(', ').toLowerCase();
  const isText = ['text', 'address', 'file'].includes(holding);
  return typeof value === 'string' && isText ? value.toLowerCase() : value;
};

/** A column of a form, or of what stands above forms; or the time from its date until another. */
export type Named = {
  form: number | null;
  field: string;
  elapsed?: ReportField['elapsed'];
  /** What it shows of a person's first and latest answer, by the key of its column. */
  ends?: { key: string; show: FirstToLatestValue };
  /** A formula of other columns, by their letters. */
  of?: { formula: string; columns: ReadonlyMap<string, Named> };
};

/** What a column shows: a field, or one part of the addresses that answer it, which is named behind the field. */
export const namedBy = (one: ReportField & Pick<Named, 'of'>): Named => {
  const { key, form, field, component, elapsed, first_to_latest, of } = one;
  return {
    form,
    field: component ? `${field}.${component}` : String(field),
    ...(first_to_latest && { ends: { key, show: first_to_latest.show } }),
    ...(elapsed && { elapsed }),
    ...(of && { of }),
  };
};
