import { sql } from 'kysely';
import { pageSize } from '#contract/kit/list.ts';
import type { Answer, HandlerInput } from '#contract/kit/route.ts';
import { type DueGroup, dueGroups, type myWorkRoutes } from '#contract/resources/my-work.ts';
import { addDays } from '#forms/calendar.ts';
import { holds } from '#server/access/demands.ts';
import { visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { always, among, conditionOn, ofOrganization, type Where } from '#server/kit/rows.ts';

/** How many of each group are listed where no group is asked for. */
const perGroup = 5;

/** A question whose answer is a due date, and where its answers are stored. */
type DueQuestion = {
  form_id: number;
  form_name: string;
  field_id: number;
  field_name: string;
  isForEveryone: boolean;
  /** Its typed column; null where its answers are read from JSON. */
  slot: string | null;
};

/** The questions that active client forms mark as due dates: nothing answers a form that is no longer filled in. */
const dueQuestions = async ({ tx, caller }: MemberContext): Promise<DueQuestion[]> => {
  const rows = await ofOrganization(tx, 'form_fields', caller)
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'form_fields.organization_id')
        .onRef('forms.id', '=', 'form_fields.form_id'),
    )
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'form_fields.organization_id')
        .onRef('fields.id', '=', 'form_fields.field_id'),
    )
    .leftJoin('field_slots', (join) =>
      join
        .onRef('field_slots.organization_id', '=', 'form_fields.organization_id')
        .onRef('field_slots.form_id', '=', 'form_fields.form_id')
        .onRef('field_slots.field_id', '=', 'form_fields.field_id')
        .on('field_slots.ready', '=', true),
    )
    .select([
      'form_fields.form_id',
      'forms.name as form_name',
      'form_fields.field_id',
      'fields.name as field_name',
      'field_slots.slot',
    ])
    .select(sql<string>`form_fields.settings ->> 'due_date'`.as('due_for'))
    .where('forms.form_type', '=', 'client')
    .where('forms.active', '=', true)
    .where('fields.field_type', '=', 'date')
    .where(sql<boolean>`form_fields.settings ->> 'due_date' is not null`)
    .execute();
  return rows.map(({ due_for, ...question }) => ({ ...question, isForEveryone: due_for === 'everyone' }));
};

const { exists, not, or, selectFrom } = conditionOn('responses');

/** Keeps someone who can view some people from reading the responses of all the others. */
const ofOwnPeople = (caller: Member): Where<'response_slots'> =>
  caller.everything || holds(caller, { entity: 'clients', action: 'read' })
    ? always
    : exists(
        selectFrom('clients')
          .select('clients.id')
          .where('clients.id', '=', sql.ref<number>('response_slots.client_id'))
          .where(visibleClients(caller, 'read')),
      );

const recordedByMember = exists(
  selectFrom('memberships')
    .select('memberships.id')
    .where('memberships.id', '=', sql.ref<number>('responses.administrator_id'))
    .where('memberships.accepted_at', 'is not', null)
    .where('memberships.archived_at', 'is', null),
);

type DueQuery = HandlerInput<typeof myWorkRoutes.due>['query'];
type AskedRow = { form_id: number; field_id: number; place: number | null; is_for_everyone: boolean };

/**
 * The dates of a group that are listed, or the first of each group, with how many there are; a group of which nothing is
 * listed is a row of nulls. The newest response to a form decides what is due of a person, also where the caller can't
 * read it: what a colleague has answered isn't due. What is for whoever recorded it comes to everyone once they are no
 * longer a member.
 */
const findDueDates = (questions: readonly DueQuestion[], { group, page = 1 }: DueQuery, context: MemberContext) => {
  const { tx, caller } = context;
  const today = todayIn(caller.organization.time_zone);
  const end = addDays(today, 7);
  const first = group ? (page - 1) * pageSize + 1 : 1;
  const last = group ? page * pageSize : perGroup;
  const slots = [...new Set(questions.flatMap(({ slot }) => slot ?? []))].toSorted();
  const placeOf = ({ slot }: DueQuestion) => (slot === null ? null : slots.indexOf(slot) + 1);
  const asked = sql<AskedRow>`unnest(
    ${questions.map(({ form_id }) => form_id)}::bigint[], ${questions.map(({ field_id }) => field_id)}::bigint[],
    ${questions.map(placeOf)}::int[], ${questions.map(({ isForEveryone }) => isForEveryone)}::boolean[])`.as<'asked'>(
    sql`asked (form_id, field_id, place, is_for_everyone)`,
  );
  const inSlot = sql<string>`newest.dates[asked.place]`;
  const inAnswers = sql<string>`responses.answers ->> asked.field_id::text`;
  const groupOf = sql<DueGroup>`case when dated.due_on < ${today} then 'overdue' when dated.due_on = ${today} then 'today' else 'week' end`;
  const place = sql<number>`row_number() over (partition by due.group
    order by case when due.group = 'overdue' then due.due_on end desc, due.due_on, due.client_form_id desc, due.field_id)`;
  return tx
    .with('newest', (db) =>
      db
        .selectFrom('response_slots')
        .distinctOn(['client_id', 'form_id'])
        .select(['id', 'form_id'])
        .select(sql<string[]>`array[${sql.join(slots.map((slot) => sql.ref(slot)))}]::timestamptz[]`.as('dates'))
        .where('form_id', '=', among(questions.map(({ form_id }) => form_id)))
        .where('client_id', 'is not', null)
        .where(ofOwnPeople(caller))
        .orderBy('client_id')
        .orderBy('form_id')
        .orderBy('completed_at', 'desc')
        .orderBy('id', 'desc'),
    )
    .with('dated', (db) =>
      db
        .selectFrom('newest')
        .innerJoin(asked, 'asked.form_id', 'newest.form_id')
        .select(['newest.id', 'asked.field_id', 'asked.is_for_everyone'])
        .select(sql<string>`to_char(${inSlot} at time zone 'UTC', 'YYYY-MM-DD')`.as('due_on'))
        .where(sql<boolean>`${inSlot} < ${end}::date::timestamp at time zone 'UTC'`)
        .unionAll(
          db
            .selectFrom('newest')
            .innerJoin(asked, 'asked.form_id', 'newest.form_id')
            .innerJoin('responses', 'responses.id', 'newest.id')
            .select(['newest.id', 'asked.field_id', 'asked.is_for_everyone'])
            .select(inAnswers.as('due_on'))
            .where('asked.place', 'is', null)
            .where(inAnswers, '<', end)
            // Answers from before the question asked for a date.
            .where(inAnswers, '~', '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
        ),
    )
    .with('due', (db) =>
      db
        .selectFrom('dated')
        .innerJoin('responses', 'responses.id', 'dated.id')
        .select(['responses.id as client_form_id', 'responses.form_id', 'responses.client_id'])
        .select(['dated.field_id', 'dated.due_on', groupOf.as('group')])
        .where(visibleResponses(caller, 'read'))
        .where((eb) =>
          or([
            eb('dated.is_for_everyone', '=', true),
            eb('responses.administrator_id', '=', caller.person.id),
            not(recordedByMember),
          ]),
        ),
    )
    .with('placed', (db) => db.selectFrom('due').selectAll().select(place.as('place')))
    .selectFrom((eb) =>
      eb
        .selectFrom('due')
        .select((count) => ['due.group as counted', count.fn.countAll<number>().as('total')])
        .groupBy('due.group')
        .as('counts'),
    )
    .leftJoin('placed', (join) =>
      join
        .onRef('placed.group', '=', 'counts.counted')
        .on('placed.place', '>=', first)
        .on('placed.place', '<=', last)
        .on((on) => (group ? on('placed.group', '=', group) : always)),
    )
    .selectAll()
    .orderBy('placed.place')
    .execute();
};

/** Lists the due dates in responses that the caller can view, by the organization's calendar. */
export const listDueDates = async (
  query: DueQuery,
  context: MemberContext,
): Promise<Answer<typeof myWorkRoutes.due>> => {
  const { tx, caller } = context;
  const counts = { overdue: 0, today: 0, week: 0 };
  const questions = await dueQuestions(context);
  if (questions.length === 0) return { data: [], counts };
  const rows = await findDueDates(questions, query, context);
  for (const { counted, total } of rows) counts[counted] = Number(total);
  const listed = rows.filter(({ place }) => place !== null);
  const clients = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among(listed.map(({ client_id }) => client_id)))
    .execute();
  const people = new Map(clients.map((client) => [client.id, client]));
  const data = listed.flatMap(({ client_id, due_on, group, client_form_id, form_id, field_id }) => {
    const client = people.get(client_id as number);
    const question = questions.find((one) => one.form_id === form_id && one.field_id === field_id);
    if (!client || !question || !due_on || !group || !client_form_id) return [];
    const { isForEveryone: _, slot: __, ...asked } = question;
    return [{ group, due_on, client_form_id, ...asked, client }];
  });
  return { data: data.toSorted((a, b) => dueGroups.indexOf(a.group) - dueGroups.indexOf(b.group)), counts };
};
