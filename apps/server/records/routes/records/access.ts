import { sql } from 'kysely';
import { type Action, recordActions, satisfies } from '#contract/kit/privileges.ts';
import type { RecordType } from '#contract/record-types.ts';
import type { recordRoutes } from '#contract/resources/records.ts';
import { membersOf } from '#server/access/members.ts';
import { findRecord, recordTables } from '#server/access/record-types.ts';
import type { Step } from '#server/access/scopes.ts';
import type { Handler, Member, MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, ofOrganization, type RecordTable } from '#server/kit/rows.ts';

type RecordReference = { record_type: RecordType; record_id: number };

/** People whose access is decided by one statement; more columns than it makes a row cannot have. */
const batch = 100;

/**
 * What each of these people can do with a record: the conditions of lists and single records, asked for all of them at
 * once, so that the answer cannot differ from what the server does.
 */
const decide = async ({ tx }: MemberContext, { record_type, record_id }: RecordReference, members: Member[]) => {
  const { table, scope } = recordTables[record_type];
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

/** How many users can see a record: those whom "who can see it" lists with read. */
export const readerCount = async (context: MemberContext, named: RecordReference): Promise<number> => {
  const decided = await decide(context, named, await membersOf(context.tx, context.caller.organization));
  return [...decided.values()].filter((actions) => actions.includes('read')).length;
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

/** Who can see, change or remove a record, and through what; for one person the answer even when it is no. */
export const access: Handler<typeof recordRoutes.access> = async ({ params, query }, context) => {
  const { tx, caller } = context;
  await findRecord(context, params, 'read');
  const members = await membersOf(tx, caller.organization, { id: query.user_id });
  if (query.user_id !== undefined && members.length === 0)
    throw new Problem('invalid', {
      user_id: ['Choose a user of the organization who has accepted the invitation and is not archived'],
    });
  const decided = await decide(context, params, members);
  const known = await circumstances(context, params);
  const answers = members.map((member) => {
    const { id, email, ...names } = member.person;
    const actions = decided.get(id) ?? [];
    return {
      user: { id, name: [names.first_name, names.last_name].filter(Boolean).join(' ') || email, email },
      owner: caller.organization.owner_id === id,
      actions,
      chain: chainOf(member, actions, known),
    };
  });
  return { data: query.user_id === undefined ? answers.filter(({ actions }) => actions.length > 0) : answers };
};
