import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import type { TestServer } from '#tests/server/harness.ts';
import { householdMakers } from '#tests/server/household-makers.ts';
import type { Holding, Household, Response, World } from './world.ts';

/** What the questions of all forms hold, by their names. */
const holdings: Record<string, Holding> = {
  score: 'number',
  color: 'choice',
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
};
// Their words are in another order than the values.
const words = { red: 'Moss', blue: 'Zinc', green: 'amber' };
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
  const make = formMakers(server, organization);
  const live = householdMakers(server, organization);

  const options = Object.entries(words).map(([value, label]) => ({ label, value }));
  const visit = await make.form('Visit', {
    score: { field_type: 'number' },
    color: { field_type: 'select-one', field_options: options },
    seen: { field_type: 'date' },
    said: {},
    well: { field_type: 'checkbox' },
    needs: { field_type: 'select-many', field_options: options },
  });
  // One question is asked on both.
  const phone = await make.form('Phone', {
    minutes: { field_type: 'number' },
    about: {},
    again: { field_type: 'date' },
    color: visit.ids.color as number,
  });
  const request = await make.form('Request', {
    score: { field_type: 'number' },
    color: { field_type: 'select-one', field_options: options },
    seen: { field_type: 'date' },
    said: {},
  });
  const internal = { form_type: 'internal' as const };
  const shelf = await make.form('Shelf', { item: {}, boxes: { field_type: 'number' } }, internal);
  const loan = await make.form(
    'Loan',
    {
      of: {
        field_type: 'ref-picker',
        internal_option: { internal_form_id: shelf.id, internal_field_id: shelf.ids.item as number },
      },
      about: {},
      minutes: { field_type: 'number' },
      due: { field_type: 'date' },
    },
    internal,
  );
  const forms = [visit, phone, request, shelf, loan];

  const random = seeded(7);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const times = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) });
  /** Days that stay, and some around today. */
  const days = [
    ...['2024-02-29', '2025-12-31', '2026-03-08', '2026-11-01'],
    ...[-40, -7, -1, 0, 1, 6].map((by) => addDays(todayIn('UTC'), by)),
  ];
  // Where the one viewer is it is the day before, where the other is the day after.
  const moments = days.flatMap((day) => [`${day}T03:30:00.000Z`, `${day}T12:00:00.000Z`]);
  const drawn: Partial<Record<Holding, () => unknown>> = {
    number: () => one([-1, 0, 2.5, 4, 10]),
    choice: () => one(['red', 'blue', 'green']),
    date: () => one(days),
    text: () => one(['ana', 'Ana', 'b', 'Zoë', '11']),
    boolean: () => random() < 0.5,
    choices: () => one([['red'], ['blue', 'green'], ['green']]),
  };
  const draw = ({ ids }: TestForm): Record<string, unknown> =>
    Object.fromEntries(
      Object.keys(ids).flatMap((name) => {
        const value = drawn[holdings[name] ?? 'timestamp'];
        return !value || random() < 0.3 ? [] : [[name, value()]];
      }),
    );
  /** Keeps what was recorded, at some time, and tells it as the slow way knows it. */
  const kept = async (id: number, form: TestForm, values: Record<string, unknown>): Promise<Response> => {
    const [completed_at, created_at] = [one(moments), one(moments)];
    await query(
      `with kept as (update responses set completed_at = $2, created_at = $3 where id = $1)
       update response_slots set completed_at = $2 where id = $1`,
      [id, completed_at, created_at],
    );
    const answers = Object.fromEntries(Object.entries(values).map(([name, value]) => [form.ids[name], value]));
    return { id, form_id: form.id, client_id: null, completed_at, created_at, answers };
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
        const values = draw(form);
        const { id: response } = await make.record(form, values, { client_id: id });
        responses.push({ ...(await kept(response, form, values)), client_id: id });
      }
  }
  const idAt = (place: number): number => people[place]!.id;
  const gone = people.pop()!;

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
    await call(publicFormRoutes.submit, { ...place, body: { answers: request.given(values), start_token } });
  }
  const instances: Response[] = [];
  const ofStrangers = await query<{ id: string }>(
    'select id from responses where organization_id = $1 and public_form_id is not null order by id',
    [organization.id],
  );
  for (const [index, values] of sent.entries()) {
    const id = Number(ofStrangers[index]?.id);
    const client_id = [idAt(0), idAt(0), idAt(1), gone.id, idAt(6), idAt(6)][index] ?? null;
    if (client_id !== null)
      await call(publicInstanceRoutes.link, { as: owner, params: { instance_id: id }, body: { client_id } });
    instances.push({ ...(await kept(id, request, values)), client_id, is_linked: client_id !== null });
  }
  // Of each that is somebody's a response of that person was made.
  const made = await query<Response>(
    `select id::int, form_id::int, client_id::int, completed_at from responses
      where organization_id = $1 and form_id = $2 and client_id is not null`,
    [organization.id, request.id],
  );
  responses.push(
    ...made.map((one) => ({ ...one, completed_at: new Date(one.completed_at).toISOString(), answers: {} })),
  );

  const records: Response[] = [];
  for (const form of [shelf, loan])
    for (let index = 0; index < 8; index++) {
      const values = draw(form);
      const of = one(records.filter(({ form_id }) => form_id === shelf.id));
      if (form === loan && random() < 0.8) values.of = { record_id: of.id, label: 'Shelf' };
      const { id } = await make.internalRecord(form, values);
      records.push(await kept(id, form, values));
    }

  // Gone with all that is theirs.
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
  /** What stands in all reports of this person, of those whom they may see. */
  const worldOf = (seen: readonly number[], timeZone: string): World => {
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
      ]),
      today: todayIn(timeZone),
      timeZone,
      below: null,
    };
  };

  return { organization, visit, phone, request, shelf, loan, people, responses, households, kinds, days, worldOf };
};
