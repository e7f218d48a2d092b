import { sql } from 'kysely';
import { type Action, recordActions, satisfies } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/record-types.ts';
import type { recordRoutes } from '#contract/resources/records.ts';
import { membersOf } from '#server/access/members.ts';
import { findRecord, recordTables } from '#server/access/record-types.ts';
import { type AccessScope, formsWithOpenAnswers, type Step } from '#server/access/scopes.ts';
import type { Handler, Member, MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, ofOrganization, type RecordTable, type Row } from '#server/kit/rows.ts';

type RecordReference = { record_type: RecordType; record_id: number };

/** People whose access is decided by one statement; more columns than it makes a row cannot have. */
const batch = 100;

type ScopedRecord = { table: RecordTable; scope: AccessScope<RecordTable>; record_id: number };

const scopedRecord = ({ record_type, record_id }: RecordReference): ScopedRecord => {
  const { table, scope } = recordTables[record_type];
  return { table, scope, record_id };
};

/** The answers to a form, any of them. */
const answersTo = (record_id: number): ScopedRecord => ({
  table: 'forms',
  scope: formsWithOpenAnswers as AccessScope<RecordTable>,
  record_id,
});

/**
 * What each of these people can do with a record: the conditions of lists and single records, asked for all of them at
 * once, so that the answer cannot differ from what the server does.
 */
const decide = async ({ tx }: MemberContext, { table, scope, record_id }: ScopedRecord, members: Member[]) => {
  const decided = new Map<number, (typeof recordActions)[number][]>();
  for (let from = 0; from < members.length; from += batch) {
    const some = members.slice(from, from + batch);
    const row = await tx
      .selectFrom(table as RecordTable as 'clients')
      .select(
        some.flatMap(({ person, ...member }) =>
          recordActions.map((action) => {
            const condition = scope({ person, ...member }, action);
            return sql<boolean>`(${condition})`.as(`${action}_${person.id}`);
          }),
        ),
      )
      .where('id', '=', record_id)
      .executeTakeFirstOrThrow();
    const can: Record<string, boolean> = row;
    for (const { person } of some)
      decided.set(
        person.id,
        recordActions.filter((action) => can[`${action}_${person.id}`]),
      );
  }
  return decided;
};

/**
 * How many users can see a record, those whom "who can see it" lists with read; of a form that takes responses of people
 * also how many can read any of its answers.
 */
export const readerCounts = async (context: MemberContext, named: RecordReference, hasAnswers: boolean) => {
  const members = await membersOf(context.tx, context.caller.organization);
  const readersOf = async (record: ScopedRecord) =>
    [...(await decide(context, record, members)).values()].filter((actions) => actions.includes('read')).length;
  return {
    reader_count: await readersOf(scopedRecord(named)),
    ...(hasAnswers ? { answer_reader_count: await readersOf(answersTo(named.record_id)) } : {}),
  };
};

type Grant = { entity: string; record_id: number; principal: number; actions: Action[] };

/** The steps to a record, the ids that they are about, by column, the grants on those records, and which are restricted. */
const circumstances = async ({ tx, caller }: MemberContext, { record_type, record_id }: RecordReference) => {
  const { table, steps } = recordTables[record_type];
  const columns = [...new Set(steps('read').map(({ record }) => record))];
  const ids = (await tx
    .selectFrom(table as RecordTable as 'clients')
    .select(columns.map((column) => sql.ref<number>(column).as(column)))
    .where('id', '=', record_id)
    .executeTakeFirstOrThrow()) as Record<string, number>;
  const pairs = steps('read').map(({ entity, record }) => `${entity} ${ids[record]}`);
  const grants = (await ofOrganization(tx, 'record_permissions', caller)
    .select(['entity', 'record_id', 'principal', 'actions'])
    .where(sql<boolean>`entity || ' ' || record_id = any(${pairs}::text[])`)
    .execute()) as Grant[];
  const groups = await ofOrganization(tx, 'permission_groups', caller).select(['id', 'name', 'privileges']).execute();
  const forms = steps('read')
    .filter(({ by }) => by === 'grant')
    .map(({ record }) => ids[record]);
  const restricted = await ofOrganization(tx, 'forms', caller)
    .select('id')
    .where('id', '=', among(forms))
    .where('restricted', '=', true)
    .execute();
  return { steps, ids, grants, groups, restricted: new Set(restricted.map(({ id }) => id)) };
};
type Circumstances = Awaited<ReturnType<typeof circumstances>>;

/** What makes a step hold for somebody: their groups' privileges, and grants to them and their groups. */
const sourcesOf = (member: Member, step: Step, { ids, grants, groups }: Circumstances) => {
  const named = (id: number) => groups.find((group) => group.id === id);
  const byGroup = member.principals
    .filter((principal) => principal < 0 && step.by === 'privilege')
    .flatMap((principal) => {
      const group = named(-principal);
      const held = group?.privileges?.[step.entity] ?? [];
      if (!group || !satisfies(held, step.action)) return [];
      return [{ through: 'group' as const, group: { id: group.id, name: group.name }, actions: held }];
    });
  const byGrant = grants
    .filter(
      ({ entity, record_id, principal, actions }) =>
        entity === step.entity &&
        record_id === ids[step.record] &&
        member.principals.includes(principal) &&
        satisfies(actions, step.action),
    )
    .map(({ principal, actions }) => {
      const group = principal < 0 ? named(-principal) : undefined;
      return group
        ? { through: 'group_grant' as const, group: { id: group.id, name: group.name }, actions }
        : { through: 'user_grant' as const, group: null, actions };
    });
  return [...byGroup, ...byGrant];
};

const chainOf = (member: Member, allowed: readonly Action[], known: Circumstances) => {
  return recordActions.map((action) => ({
    action,
    allowed: allowed.includes(action),
    steps: known
      .steps(action)
      .filter((step) => step.by === 'privilege' || known.restricted.has(known.ids[step.record] as number))
      .map((step) => ({
        entity: step.entity,
        action: step.action,
        record_id: known.ids[step.record] as number,
        by: step.by,
        sources: member.everything
          ? [{ through: member.is_superuser ? ('superuser' as const) : ('owner' as const), group: null, actions: [] }]
          : sourcesOf(member, step, known),
      })),
  }));
};

/**
 * Who can see, change or remove a record, and through what; for one person the answer even when it is no. Of a form also
 * who can do so with any of its answers, which is another matter.
 */
export const access: Handler<typeof recordRoutes.access> = async ({ params, query }, context) => {
  const { tx, caller } = context;
  const record = await findRecord(context, params, 'read');
  const members = await membersOf(tx, caller.organization, { id: query.user_id });
  if (query.user_id !== undefined && members.length === 0)
    throw new Problem('invalid', {
      user_id: ['Choose a user of the organization who has accepted the invitation and is not archived'],
    });
  const decided = await decide(context, scopedRecord(params), members);
  const known = await circumstances(context, params);
  const isAsked = (one: { actions: readonly Action[] }) => query.user_id !== undefined || one.actions.length > 0;
  const whoIs = ({ person: { id, email, ...names } }: Member) => ({
    user: { id, name: [names.first_name, names.last_name].filter(Boolean).join(' ') || email, email },
    owner: caller.organization.owner_id === id,
  });
  const data = members.map((member) => {
    const actions = decided.get(member.person.id) ?? [];
    return { ...whoIs(member), actions, chain: chainOf(member, actions, known) };
  });
  if (params.record_type !== 'forms' || (record as Row<'forms'>).form_type !== 'client')
    return { data: data.filter(isAsked) };
  const open = await decide(context, answersTo(params.record_id), members);
  const answers = members.map((member) => ({ ...whoIs(member), actions: open.get(member.person.id) ?? [] }));
  return { data: data.filter(isAsked), answers: answers.filter(isAsked) };
};
