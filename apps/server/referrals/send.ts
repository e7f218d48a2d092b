import { sql } from 'kysely';
import { isSuspended } from '#server/access/suspension.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Organization, Services } from '#server/kit/handlers.ts';
import { type DelayUnit, drain, later, retryDelays } from '#server/kit/outbox.ts';
import { Problem } from '#server/kit/problem.ts';
import type { Connector, NewReferral, ReferralReply } from './connector.ts';
import { Refused, SystemDown } from './connector.ts';
import { crossing } from './crossing.ts';

type SendServices = Pick<Services, 'config' | 'keys' | 'database'>;
type OrganizationIdentity = Pick<Organization, 'id' | 'slug' | 'time_zone'>;
type DueReferral = { id: number; attempts: number; once: string; body: NewReferral };

/** In minutes: so long nobody else tries a referral that is being tried. */
const heldFor = 2;
/** In minutes: after which it is asked again whether what a rule here keeps back may pass. */
const untilAllowed = 24 * 60;
/** How many referrals of an organization are on their way at once. */
const lanes = 4;

/** Takes the referral of a linked person that has waited longest; null when none is due. */
const take = async (tx: Tx, organization_id: number): Promise<(DueReferral & { client_id: number }) | null> => {
  const due = await tx
    .selectFrom('referrals')
    .innerJoin('responses', (join) =>
      join.onRef('responses.id', '=', 'referrals.client_form_id').on('responses.organization_id', '=', organization_id),
    )
    .innerJoin('clients', (join) =>
      join.onRef('clients.id', '=', 'responses.client_id').on('clients.organization_id', '=', organization_id),
    )
    // With none there is no way.
    .innerJoin('case_worthy_affiliations', (join) =>
      join.on('case_worthy_affiliations.organization_id', '=', organization_id),
    )
    .select([
      'referrals.id',
      'referrals.attempts',
      'referrals.sent_as',
      'referrals.refusals',
      'referrals.content',
      'referrals.referred_on',
      'clients.id as client_id',
      'clients.case_worthy_client_id',
    ])
    .where('referrals.due_at', '<=', sql<string>`now()`)
    .where((eb) =>
      eb.or([eb('referrals.in_hand_until', 'is', null), eb('referrals.in_hand_until', '<', sql<string>`now()`)]),
    )
    .where('clients.case_worthy_client_id', 'is not', null)
    .where('clients.archived_at', 'is', null)
    .orderBy('referrals.due_at')
    .orderBy('referrals.id')
    .limit(1)
    .forUpdate('referrals')
    .skipLocked()
    .executeTakeFirst();
  if (!due) return null;
  await tx
    .updateTable('referrals')
    .set({
      attempts: sql<number>`attempts + 1`,
      in_hand_until: later(heldFor),
    })
    .where('id', '=', due.id)
    .execute();
  const { id, client_id, attempts, content, referred_on } = due;
  // A new name after a no: who refused it may keep to that under the same one.
  const once = `${due.sent_as}-${due.refusals}`;
  const told = { entity_id: due.case_worthy_client_id as string, referral_date: referred_on, external_id: String(id) };
  return { id, client_id, once, attempts: attempts + 1, body: { ...content, ...told } };
};

/** What became of a referral that was taken. The last delay holds from then on. */
const outcomeOf = (result: ReferralReply | Problem, attempts: number, unit: DelayUnit | undefined) => {
  if (!(result instanceof Problem)) return { ...result, due_at: null, refusal: null };
  const refusal = result instanceof SystemDown ? null : (result.errors.base?.[0] ?? result.message);
  if (result instanceof Refused && !result.isForNow)
    return { refusal, due_at: null, refusals: sql<number>`refusals + 1` };
  const isKept = !(result instanceof SystemDown || result instanceof Refused);
  const minutes = isKept ? untilAllowed : (retryDelays[attempts - 1] ?? (retryDelays.at(-1) as number));
  return {
    refusal: result instanceof Refused ? null : refusal,
    due_at: later(minutes, unit),
  };
};

type Outcome = ReturnType<typeof outcomeOf>;

const keep = async (tx: Tx, id: number, outcome: Outcome): Promise<void> => {
  await tx
    .updateTable('referrals')
    .set({ ...outcome, in_hand_until: null, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
};

const problemIn = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  throw error;
};

/** The next referral with the way there, or why it may not go; null when none waits, or there is no way. */
const next = (sending: SendServices, organization: OrganizationIdentity) =>
  sending.database.inOrganization({ organization_id: organization.id }, async (tx) => {
    if (await isSuspended(tx, organization.id)) return null;
    const taken = await take(tx, organization.id);
    if (!taken) return null;
    const way: Connector | Problem = await crossing({ ...sending, tx }, organization, {
      client_id: taken.client_id,
    }).catch(problemIn);
    return { taken, way };
  });

type DueCrossing = NonNullable<Awaited<ReturnType<typeof next>>>;

/**
 * Sends the referrals of an organization that are due and whose people are linked. Each is taken in one transaction, sent
 * with none open, and kept in another; under one name however often, so that none is lost and none comes twice. As soon as
 * the system is down the rest waits as it is.
 * @param unit what delays count in, for tests
 * @returns why it is down, where it is
 */
export const sendReferrals = async (
  sending: SendServices,
  organization: OrganizationIdentity,
  unit?: DelayUnit,
): Promise<SystemDown | null> => {
  const down = await drain<DueCrossing, ReferralReply | Problem>(
    {
      take: () => next(sending, organization),
      send: ({ taken, way }) =>
        way instanceof Problem ? Promise.resolve(way) : way.createReferral(taken.body, taken.once).catch(problemIn),
      keep: ({ taken }, result) =>
        sending.database.inOrganization({ organization_id: organization.id }, (tx) =>
          keep(tx, taken.id, outcomeOf(result, taken.attempts, unit)),
        ),
      isDown: (result) => result instanceof SystemDown,
    },
    { lanes },
  );
  return down instanceof SystemDown ? down : null;
};

/** Makes all that waits due at once, what was refused too. */
export const sendAgain = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('referrals')
    .set({
      due_at: sql<string>`now()`,
      refusal: null,
    })
    .where('referral_id', 'is', null)
    .where('in_hand_until', 'is', null)
    .execute();
};
