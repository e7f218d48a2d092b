import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { referralSystemRoutes } from '#contract/resources/referral-system.ts';
import { nameColumns, valuesIn } from '#forms/person-columns.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import { visibleClients, visibleResponses } from '#server/access/scopes.ts';
import { findFor } from '#server/kit/crud.ts';
import type { Scope, Tx } from '#server/kit/db.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { ofOrganization, updateRow } from '#server/kit/rows.ts';
import { takeTurn } from '#server/kit/take-turn.ts';
import { crossing, referralSystem } from '#server/referrals/crossing.ts';
import { knownReferrals, referralsOf, serializeListed } from './listing.ts';

const people = { table: 'clients', scope: visibleClients } as const;

/** In whose name work goes on after the other system has answered, in a transaction of its own. */
const scopeOf = ({ caller }: MemberContext): Scope => ({
  organization_id: caller.organization.id,
  user_id: caller.person.id,
  impersonator_id: caller.impersonator_id,
});
const after = <T>(context: MemberContext, work: (context: MemberContext) => Promise<T>): Promise<T> =>
  context.database.inOrganization(scopeOf(context), (tx) => work({ ...context, tx }));

/** The other system is asked: not too often by anybody. */
const counted = ({ tx, caller }: MemberContext) => attempted(tx, limits.lookups, String(caller.person.id));

const isLinked = () =>
  new Problem('conflict', {
    base: ['This person is already linked to DTD. Unlink them first to choose another record.'],
  });

/** Refuses a record of the other system that somebody else is linked to: its referrals would be those of two people. */
const refuseTaken = async (
  context: MemberContext,
  { client_id, case_worthy_client_id }: { client_id: number; case_worthy_client_id: string },
): Promise<void> => {
  const { tx, caller } = context;
  await takeTurn(tx, 'case_worthy_link', caller.organization.id);
  const other = await ofOrganization(tx, 'clients', caller)
    .select(['id', 'first_name', 'last_name', sql<boolean>`${visibleClients(caller, 'read')}`.as('is_visible')])
    .where('case_worthy_client_id', '=', case_worthy_client_id)
    .where('archived_at', 'is', null)
    .where('id', '<>', client_id)
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  const who = other.is_visible ? `${other.first_name} ${other.last_name} (ID ${other.id})` : 'another person';
  throw new Problem('conflict', {
    base: [`This DTD record is linked to ${who}. Merge the two people, or unlink the other one first.`],
  });
};

/** Links a person, or with null unlinks them; what waits for them is sent. Throws conflict for who is linked already. */
const link = async (context: MemberContext, client_id: number, case_worthy_client_id: string | null) => {
  const row = await findFor(people, client_id, { ...context, action: 'write' });
  if (case_worthy_client_id !== null && row.case_worthy_client_id !== null) throw isLinked();
  if (case_worthy_client_id === row.case_worthy_client_id) return row;
  if (case_worthy_client_id !== null) await refuseTaken(context, { client_id, case_worthy_client_id });
  const linked = await updateRow(context.tx, 'clients', { row, columns: { case_worthy_client_id } });
  await enqueueIn(context.tx)('send_referrals', {});
  return linked;
};

/** Names a creation: the same one twice is one. */
const nameOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** A referral that the caller may change, as its response is, and whose it is. */
const referralOf = async (context: MemberContext, id: number) => {
  const row = await ofOrganization(context.tx, 'referrals', context.caller)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found');
  const of = { table: 'responses', scope: visibleResponses } as const;
  const { client_id } = await findFor(of, row.client_form_id, { ...context, action: 'write' });
  return { ...row, client_id };
};

/** Keeps what the other system answered, unless something newer is known already. */
const keepStatus = async (tx: Tx, id: number, answered: { referral_status: string; status_updated_at: string }) => {
  await tx
    .updateTable('referrals')
    .set({
      referral_status: answered.referral_status,
      status_updated_at: answered.status_updated_at,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('status_updated_at', 'is', null), eb('status_updated_at', '<=', answered.status_updated_at)]),
    )
    .execute();
  return tx.selectFrom('referrals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
};

/** The job that refreshes already, where one waits to begin. */
const waitingRefresh = ({ tx, caller }: MemberContext) =>
  ofOrganization(tx, 'jobs', caller)
    .select('id')
    .where('kind', '=', 'refresh_referrals')
    .where('state', '=', 'enqueued')
    .where('user_id', '=', caller.person.id)
    .limit(1)
    .executeTakeFirst();

/** The external referral system ("DTD"): people there, referrals, and their statuses. */
export const referralSystemFeature = implement(referralSystemRoutes, {
  statuses: async (_, context) => {
    const system = await referralSystem(context, context.caller.organization);
    await counted(context);
    return async () => ({ data: await system.statuses() });
  },
  clients: async ({ query: { client_id = null, ...search } }, context) => {
    if (client_id !== null) await findFor(people, client_id, { ...context, action: 'read' });
    const way = await crossing(context, context.caller.organization, { client_id });
    await counted(context);
    return async () => ({ data: await way.findPeople(search) });
  },
  createClient: async ({ params: { client_id }, body }, context) => {
    const { organization } = context.caller;
    const client = await findFor(people, client_id, { ...context, action: 'write' });
    const way = await crossing(context, organization, { client_id });
    if (client.case_worthy_client_id !== null) throw isLinked();
    await counted(context);
    const { dob: birth_date, gender } = client;
    const { email = null, cell_phone = null, home_phone = null, work_phone = null } = body;
    const phones = { cell_phone, home_phone, work_phone };
    const told = { ...valuesIn(nameColumns, client), birth_date, gender, email, ...phones };
    return async () => {
      const entity_id = await way.createPerson(told, nameOf(organization.id, client.id, told));
      return after(context, (later) => link(later, client.id, entity_id));
    };
  },
  linkClient: async ({ params: { client_id }, body: { case_worthy_client_id } }, context) => {
    const { organization } = context.caller;
    await findFor(people, client_id, { ...context, action: 'write' });
    // Nothing crosses when somebody is unlinked, so that who takes back their consent can be; but there must be a system.
    await (case_worthy_client_id === null
      ? referralSystem(context, organization)
      : crossing(context, organization, { client_id }));
    return link(context, client_id, case_worthy_client_id);
  },
  referrals: async ({ query }, context) => {
    const system = await referralSystem(context, context.caller.organization);
    await counted(context);
    const waiting = await knownReferrals(context, query, 'waiting');
    return async () => {
      const listed = await system.referrals(query);
      const sent = await after(context, (later) => serializeListed(later, listed));
      return { data: [...waiting, ...sent].toSorted((a, b) => (a.referral_date < b.referral_date ? 1 : -1)) };
    };
  },
  known: async ({ query }, context) => {
    const settings = await ofOrganization(context.tx, 'case_worthy_affiliations', context.caller)
      .select('polled_at')
      .executeTakeFirst();
    if (!settings) throw new Problem('not_found');
    return { data: await knownReferrals(context, query, 'all'), polled_at: settings.polled_at };
  },
  ofClient: async ({ params: { client_id } }, context) => ({ data: await referralsOf(context, client_id) }),
  update: async ({ params: { id }, body: { referral_status } }, context) => {
    const { referral_id, client_id } = await referralOf(context, id);
    const way = await crossing(context, context.caller.organization, { client_id });
    if (referral_id === null)
      throw new Problem('conflict', {
        base: ['This referral hasn’t been sent yet. You can choose its status after that.'],
      });
    await counted(context);
    return async () => {
      const known = await way.statuses();
      if (!known.some(({ value }) => value === referral_status))
        throw invalid('referral_status', 'Choose one of the statuses in DTD');
      const answered = await way.setStatus(referral_id, referral_status);
      return after(context, ({ tx }) => keepStatus(tx, id, answered));
    };
  },
  refresh: async (_, context) => {
    await referralSystem(context, context.caller.organization);
    const waiting = await waitingRefresh(context);
    context.accepted();
    const { id: organization_id } = context.caller.organization;
    return {
      job: waiting
        ? { id: waiting.id, state: 'enqueued' as const }
        : await context.startJob('refresh_referrals', { organization_id }),
    };
  },
});
