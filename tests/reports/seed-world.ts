// Over 300 lines: all that generated reports are made of is made in one place, in the order in which it is needed.
import sharp from 'sharp';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import type { WeekStart } from '#forms/calendar.ts';
import { addDays } from '#forms/calendar.ts';
import { dayOfWeek } from '#forms/logic/presets.ts';
import { answerStatuses } from '#reports/questions.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import type { TestServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import { type Holding, type Household, orNull, type Response, type World } from './world.ts';

/** What the questions of all forms hold, by their names. */
const holdings: Record<string, Holding> = {
  score: 'number',
  color: 'choice',
  pain: 'scale',
  seen: 'date',
  said: 'text',
  well: 'boolean',
  needs: 'choices',
  minutes: 'number',
  about: 'text',
  again: 'date',
  item: 'text',
  boxes: 'number',
  due: 'date',
  story: 'text',
  mail: 'text',
  site: 'text',
  clock: 'time',
  home: 'address',
  paper: 'file',
  sign: 'file',
  pick: 'record',
  of: 'record',
};
// Their words are in another order than the values.
const words = { red: 'Moss', blue: 'Zinc', green: 'amber' };
const homes = [
  { text: '12 Oak St, Troy', components: { streetAddress: '12 Oak St', city: 'Troy' } },
  { text: '1 main street', components: { streetAddress: '1 main street' } },
  { text: 'Main Street 3, Albany', components: { city: 'Albany', postalCode: '12201' } },
];
const papers = ['b.txt', 'Ana.txt', 'a.txt'].map((name) => new File(['paper'], name));
/** The same numbers each time, without a clock and without chance. */
const seeded = (start: number) => {
  let seed = start;
  return () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31;
  };
};
/**
 * An organization with something of everything that reports are made of, the same each time but for the days around today:
 * people, one of whom was archived, households with contacts, responses, what strangers sent, and records that pick others.
 */
export const seedWorld = async (server: TestServer) => {
  const { call, query } = server;
  const organization = await server.newOrganization();
  const { owner } = organization;
  await query(`update organizations set time_zone = 'America/New_York' where id = $1`, [organization.id]);
  await query('update users set time_zone = null where id = $1', [owner.id]);
  const colleague = await server.newUser(organization, { first_name: 'ada' });
  const recorders = [owner, colleague];
  const make = formMakers(server, organization);
  const live = householdMakers(server, organization);

  const internal = { form_type: 'internal' as const };
  const shelf = await make.form('Shelf', { item: {}, boxes: { field_type: 'number' } }, internal);
  const picking = (field: string) => ({
    field_type: 'ref-picker' as const,
    internal_option: { internal_form_id: shelf.id, internal_field_id: shelf.ids[field] as number },
  });

  const options = Object.entries(words).map(([value, label]) => ({ label, value }));
  const needs = options.map((one) => (one.value === 'green' ? { ...one, meaning: 'declined' as const } : one));
  const pains = [
    { label: 'None', value: 0 },
    { label: 'Some', value: 2 },
    { label: 'All', value: 10, meaning: 'unknown' as const },
  ];
  const visit = await make.form('Visit', {
    score: { field_type: 'number' },
    color: { field_type: 'select-one', field_options: options },
    pain: { field_type: 'select-one', data_type: 'numeric', field_options: pains },
    seen: { field_type: 'date' },
    said: {},
    well: { field_type: 'checkbox' },
    needs: { field_type: 'select-many', field_options: needs },
    story: { field_type: 'freeform-long' },
    mail: { field_type: 'email' },
    site: { field_type: 'hyperlink' },
    clock: { field_type: 'time' },
    home: { field_type: 'address' },
    paper: { field_type: 'attachment' },
    sign: { field_type: 'signature' },
    pick: picking('item'),
  });
  const again = (...names: string[]) => Object.fromEntries(names.map((name) => [name, visit.ids[name] as number]));
  // One question is asked on both.
  const phone = await make.form('Phone', {
    minutes: { field_type: 'number' },
    about: {},
    again: { field_type: 'date' },
    ...again('color', 'pain', 'clock', 'home', 'pick'),
  });
  const request = await make.form('Request', {
    score: { field_type: 'number' },
    color: { field_type: 'select-one', field_options: options },
    seen: { field_type: 'date' },
    said: {},
    ...again('pain', 'well', 'needs', 'story', 'mail', 'site', 'clock', 'home', 'paper', 'sign'),
  });
  const loan = await make.form(
    'Loan',
    {
      of: picking('item'),
      about: {},
      minutes: { field_type: 'number' },
      due: { field_type: 'date' },
      ...again('color', 'well', 'needs', 'story', 'mail', 'site', 'clock', 'home', 'paper', 'sign'),
    },
    internal,
  );
  const forms = [visit, phone, request, shelf, loan];

  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } });
  const signature = new File([new Uint8Array(await picture.png().toBuffer())], 'signature.png');
  const random = seeded(7);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const times = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) });
  /** Days that stay, some around today, and the Sundays around it, with which weeks begin or end. */
  const today = todayIn('UTC');
  const sunday = -dayOfWeek(today);
  const days = [
    ...['2024-02-29', '2025-12-31', '2026-03-08', '2026-11-01'],
    ...[-40, -7, -1, 0, 1, 6, sunday, sunday + 7].map((by) => addDays(today, by)),
  ];
  // Where the one viewer is it is the day before, where the other is the day after.
  const moments = days.flatMap((day) => [`${day}T03:30:00.000Z`, `${day}T12:00:00.000Z`]);
  const drawn: Partial<Record<Holding, () => unknown>> = {
    number: () => one([-1, 0, 2.5, 4, 10]),
    choice: () => one(['red', 'blue', 'green']),
    scale: () => one([0, 2, 10]),
    date: () => one(days),
    text: () => one(['ana', 'Ana', 'b', 'Zoë', '11']),
    boolean: () => random() < 0.5,
    choices: () => one([['red'], ['blue', 'green'], ['green']]),
    time: () => one(['00:00', '09:05', '10:30', '23:59']),
    address: () => one(homes),
  };
  const ofName: Record<string, () => unknown> = {
    mail: () => one(['ana@example.org', 'Zoë@example.org', 'b@example.org']),
    site: () => one(['https://example.org/b', 'https://example.org/Ana']),
  };
  const draw = ({ ids }: TestForm): Record<string, unknown> =>
    Object.fromEntries(
      Object.keys(ids).flatMap((name) => {
        const value = ofName[name] ?? drawn[holdings[name] ?? 'timestamp'];
        return !value || random() < 0.3 ? [] : [[name, value()]];
      }),
    );
  /** Files for the questions of a form that take some, two of them at times. */
  const drawFiles = ({ ids }: TestForm): Record<string, File | File[]> => {
    const paper = () => one(papers);
    return {
      ...(ids.paper && random() < 0.6 ? { paper: random() < 0.3 ? [paper(), paper()] : paper() } : {}),
      ...(ids.sign && random() < 0.3 ? { sign: signature } : {}),
    };
  };
  /** Keeps what was recorded, at some time and by a member, and tells it as the slow way knows it. */
  const kept = async (id: number, form: TestForm, created_by: number | null): Promise<Response> => {
    const [completed_at, created_at] = [one(moments), one(moments)];
    await query(
      `with kept as (update responses set completed_at = $2, created_at = $3, administrator_id = $4 where id = $1)
       update response_slots set completed_at = $2 where id = $1`,
      [id, completed_at, created_at, created_by],
    );
    const [stored] = await query<Pick<Response, 'answers'>>('select answers from responses where id = $1', [id]);
    return { id, form_id: form.id, client_id: null, completed_at, created_at, created_by, answers: stored!.answers };
  };
  const byMember = () => one(recorders).id;

  const records: Response[] = [];
  const record = async (form: TestForm, values: Record<string, unknown>) => {
    const { id } = await make.internalRecord(form, values, drawFiles(form));
    records.push(await kept(id, form, byMember()));
  };
  for (let index = 0; index < 8; index++) await record(shelf, draw(shelf));
  /** A record of the shelf, as it is picked. Every record has one label wherever it stands. */
  const pick = () => {
    const { id: record_id } = one(records.filter(({ form_id }) => form_id === shelf.id));
    return { record_id, label: `${record_id % 2 === 0 ? 'shelf' : 'Shelf'} ${record_id}` };
  };

  const people: World['people'][number][] = [];
  const responses: Response[] = [];
  for (let index = 0; index < 11; index++) {
    const body = {
      first_name: one(['Ana', 'Bo', 'Cy']),
      last_name: one(['Moss', 'Ruiz']),
      dob: one(['1980-02-29', '1990-06-15', '2015-11-22']),
      gender: one(['female', 'male']),
    };
    const id = await live.person(body.first_name, body);
    people.push({ ...body, id, middle_name: null, active: true });
    for (const form of [visit, phone])
      for (const _ of times(3)) {
        const values = { ...draw(form), ...(random() < 0.7 ? { pick: pick() } : {}) };
        const { id: response } = await make.record(form, values, { client_id: id, files: drawFiles(form) });
        responses.push({ ...(await kept(response, form, byMember())), client_id: id });
      }
  }
  const idAt = (place: number): number => people[place]!.id;
  const gone = people[people.length - 1]!;
  gone.is_archived = true;

  await live.add(idAt(0), idAt(1), 'son');
  await live.contact(idAt(0), 'mother');
  await live.contact(idAt(0), 'sister', { name: 'Ida', gender: 'male', dob: '2014-01-01' });
  await live.add(idAt(2), idAt(3), 'wife');
  await live.setHousehold(idAt(2), { title: 'The blue house' });
  await live.add(idAt(2), idAt(4), 'son');
  await live.add(idAt(5), gone.id, 'sister');
  await live.contact(idAt(5), 'mother');

  const setting = await call(publicFormRoutes.create, {
    as: owner,
    params: { form_id: request.id },
    body: { published_at: '2026-01-01T00:00:00.000Z' },
  });
  const sent: Record<string, unknown>[] = Array.from({ length: 9 }, () => draw(request));
  for (const values of sent) {
    const place = { org: organization, params: { access_key: setting.access_key } };
    const { start_token } = await call(publicFormRoutes.open, place);
    const files = make.filesFor(request, drawFiles(request));
    await call(publicFormRoutes.submit, { ...place, body: { answers: request.given(values), start_token }, files });
  }
  const instances: Response[] = [];
  const ofStrangers = await query<{ id: string }>(
    'select id from responses where organization_id = $1 and public_form_id is not null order by id',
    [organization.id],
  );
  for (const [index, one] of ofStrangers.entries()) {
    const id = Number(one.id);
    const client_id = [idAt(0), idAt(0), idAt(1), gone.id, idAt(6), idAt(6)][index] ?? null;
    if (client_id !== null)
      await call(publicInstanceRoutes.link, { as: owner, params: { instance_id: id }, body: { client_id } });
    instances.push({ ...(await kept(id, request, null)), client_id, is_linked: client_id !== null });
  }
  // Of each that is somebody's a response of that person was made, with the same answers.
  const made = await query<Response>(
    `select id::int, form_id::int, client_id::int, completed_at, administrator_id::float8 as created_by, answers
       from responses
      where organization_id = $1 and form_id = $2 and client_id is not null`,
    [organization.id, request.id],
  );
  responses.push(...made.map((one) => ({ ...one, completed_at: new Date(one.completed_at).toISOString() })));

  for (let index = 0; index < 8; index++)
    await record(loan, { ...draw(loan), ...(random() < 0.8 ? { of: pick() } : {}) });

  // Gone with all that is theirs, but from figures.
  await query('update clients set archived_at = now() where id = $1', [gone.id]);

  const members = await query<{ household_id: number; client_id: number | null } & Household['members'][number]>(
    `select m.id::int, m.household_id::int, m.client_id::int, m.is_head, m.name, m.dob, m.gender
       from household_members m where m.organization_id = $1 and m.ended_on is null`,
    [organization.id],
  );
  const houses = await query<{ id: number; title: string | null }>(
    'select id::int, title from households where organization_id = $1',
    [organization.id],
  );
  const households = houses.map((one) => ({
    ...one,
    members: members.filter(({ household_id }) => household_id === one.id),
  }));

  const kinds = new Map(
    forms.flatMap(({ ids }) =>
      Object.entries(ids).flatMap(([name, id]) => (holdings[name] ? [[String(id), holdings[name]] as const] : [])),
    ),
  );
  const offered: Record<string, readonly unknown[]> = {
    color: Object.keys(words),
    needs: Object.keys(words),
    pain: pains.map(({ value }) => value),
  };
  const optionsById = new Map(
    forms.flatMap(({ ids }) =>
      Object.entries(ids).flatMap(([name, id]) => (offered[name] ? [[String(id), offered[name]] as const] : [])),
    ),
  );
  /** What was picked, by its ID. */
  const picked = new Map(
    [...responses, ...records]
      .flatMap(({ answers }) => [visit.ids.pick, loan.ids.of].map((id) => orNull(answers[String(id)])))
      .flatMap((answer) => {
        const { record_id, label } = (answer ?? {}) as { record_id?: number; label?: string };
        return record_id && label ? [[String(record_id), label] as const] : [];
      }),
  );
  const names = new Map(recorders.map(({ id, first_name, last_name }) => [String(id), `${first_name} ${last_name}`]));
  const questions = new Map([visit, phone].map(({ id, ids }) => [id, Object.values(ids).map(String)]));
  /** What stands in all reports of this person, of those whom they may see. */
  const worldOf = (seen: readonly number[], timeZone: string, weekStartsOn: WeekStart): World => {
    const isSeen = (id: number | null) => id !== null && seen.includes(id);
    return {
      people: people.filter(({ id }) => isSeen(id)),
      responses: responses.filter(({ client_id }) => isSeen(client_id)),
      instances: instances.map((one) => (isSeen(one.client_id) ? one : { ...one, client_id: null })),
      records,
      households,
      forms: new Map([
        [visit.id, 'Visit'],
        [phone.id, 'Phone'],
        [request.id, 'Request'],
      ]),
      kinds,
      labels: new Map([
        ...[visit, request].map(({ ids }) => [String(ids.color), new Map(Object.entries(words))] as const),
        [String(visit.ids.needs), new Map(Object.entries(words))],
        ...[visit.ids.pick, loan.ids.of].map((id) => [String(id), picked] as const),
        ['created_by', names],
        ['question', new Map(Object.entries(visit.ids).map(([name, id]) => [String(id), name]))],
        ['answer_status', new Map(Object.entries(answerStatuses))],
      ]),
      options: new Map([
        ...optionsById,
        ['question', questions.get(visit.id) ?? []],
        ['answer_status', Object.keys(answerStatuses)],
      ]),
      questions,
      meanings: new Map<string, ReadonlyMap<unknown, string>>([
        [String(visit.ids.pain), new Map([[10, 'unknown']])],
        [String(visit.ids.needs), new Map([['green', 'declined']])],
      ]),
      calendar: { today: todayIn(timeZone), weekStartsOn, fiscalYearStartMonth: 1 },
      timeZone,
      below: null,
    };
  };

  const operands = {
    days,
    ids: [
      ...people.slice(0, 7).map(({ id }) => id),
      ...households.map(({ id }) => id),
      ...responses.slice(0, 4).map(({ id }) => id),
    ],
    records: [...picked.keys()].slice(0, 3).map(Number),
    users: recorders.map(({ id }) => id),
  };
  return { organization, visit, phone, request, shelf, loan, people, kinds, operands, worldOf };
};
