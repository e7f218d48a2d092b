import { sql } from 'kysely';
import { type affiliationActions, daysUntilAskedAgain } from '#contract/resources/affiliations.ts';
import { attempted, limits } from '#server/access/rate-limits.ts';
import { endCopies } from '#server/forms/sharing.ts';
import type { MemberContext, NeighborContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { insertRow, ofOrganization, type Row, removeRow, updateRow } from '#server/kit/rows.ts';
import type { Tasks } from '#server/schema/background-work.ts';

type Affiliation = Row<'affiliations'>;
type AffiliationStep = Tasks['affiliation_mail']['step'];

/** What somebody is called on the other side. */
const nameOf = ({ person }: NeighborContext['caller']): string =>
  [person.first_name, person.last_name].filter(Boolean).join(' ') || person.email;

/** Has the owner of the other organization told by mail. */
const tell = (context: NeighborContext, row: Affiliation, step: AffiliationStep): Promise<void> =>
  context.beside(row.affiliate_organization_id, () =>
    context.enqueue('affiliation_mail', { affiliation_id: row.id, step, other_organization_id: row.organization_id }),
  );

const rejectedLately = () =>
  new Problem('conflict', {
    base: [`They rejected this less than ${daysUntilAskedAgain} days ago. Request it again later.`],
  });

/** Refuses a second question while the first one stands, or too soon after it was rejected, be that deleted meanwhile. */
const refuseTwice = async ({ tx, caller }: MemberContext, other: number): Promise<void> => {
  const last = await ofOrganization(tx, 'affiliations', caller)
    .select('state')
    .select(sql<boolean>`rejected_at > now() - make_interval(days => ${daysUntilAskedAgain})`.as('is_recent'))
    .where('affiliate_organization_id', '=', other)
    .where('type', '=', 'owner')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && last.state !== 'rejected')
    throw new Problem('conflict', { base: ['You already have an affiliation with this organization.'] });
  if (last?.is_recent) throw rejectedLately();
  const deleted = await ofOrganization(tx, 'versions', caller)
    .select('id')
    .where('item_type', '=', 'affiliations')
    .where('event', '=', 'destroy')
    .where(
      sql<boolean>`(old_values ->> 'affiliate_organization_id')::bigint = ${other} and old_values ->> 'type' = 'owner'`,
    )
    .where(
      sql<boolean>`(old_values ->> 'rejected_at')::timestamptz > now() - make_interval(days => ${daysUntilAskedAgain})`,
    )
    .limit(1)
    .executeTakeFirst();
  if (deleted) throw rejectedLately();
};

/** Asks another organization, which may be found, to take forms. @throws conflict */
export const ask = async (
  context: NeighborContext,
  {
    affiliate_organization_id: other,
    message,
  }: { affiliate_organization_id: number; message?: string | null | undefined },
): Promise<Affiliation> => {
  await refuseTwice(context, other);
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  // Each question is a mail, and so is taking it back.
  await attempted(tx, limits.affiliationsOf, `${organization_id} ${other}`);
  const both = { message: message ?? null, requester_name: nameOf(caller) };
  const row = await insertRow(tx, 'affiliations', {
    ...both,
    organization_id,
    type: 'owner',
    affiliate_organization_id: other,
  });
  await context.beside(other, () =>
    insertRow(tx, 'affiliations', {
      ...both,
      organization_id: other,
      id: row.id,
      type: 'participant',
      affiliate_organization_id: organization_id,
    }),
  );
  await tell(context, row, 'asked');
  return row;
};

/** Both sides, held until the transaction ends. The owner's first, whoever asks, so that neither waits for ever. */
const held = async (context: NeighborContext, row: Affiliation): Promise<{ own: Affiliation; other: Affiliation }> => {
  const hold = () =>
    context.tx.selectFrom('affiliations').selectAll().where('id', '=', row.id).forUpdate().executeTakeFirst();
  const holdOther = () => context.beside(row.affiliate_organization_id, hold);
  const first = row.type === 'participant' ? await holdOther() : undefined;
  const own = await hold();
  const other = first ?? (await holdOther());
  if (!own || !other) throw new Problem('not_found');
  return { own, other };
};

/** Has the forms come that the owner shares, or go: it then shares nothing with this affiliation any more. */
const reached = async (
  { tx, enqueue }: NeighborContext,
  { id, affiliate_organization_id }: Affiliation,
  action: (typeof affiliationActions)[number],
): Promise<void> => {
  if (action === 'reject') await tx.deleteFrom('form_affiliations').where('affiliation_id', '=', id).execute();
  await enqueue('share_forms', { other_organization_id: affiliate_organization_id });
};

/** From which states an answer may be given: who approved may leave later, by rejecting. */
const answerable = { approve: ['pending'], reject: ['pending', 'approved'] };

/**
 * The participant's answer, on both sides.
 * @throws forbidden for the owner's side, conflict where it was answered so already or changed meanwhile
 */
export const answer = async (
  context: NeighborContext,
  seen: Affiliation,
  {
    affiliation_action,
    lock_version,
  }: { affiliation_action: (typeof affiliationActions)[number]; lock_version?: number | undefined },
): Promise<Affiliation> => {
  const { tx, caller } = context;
  if (seen.type === 'owner')
    throw new Problem('forbidden', { base: ['Only the invited organization can approve or reject this.'] });
  const { own, other } = await held(context, seen);
  if (!answerable[affiliation_action].includes(own.state))
    throw new Problem('conflict', {
      base: [
        own.state === 'rejected'
          ? 'This was rejected, which is final. They can request it again later.'
          : 'This was already approved.',
      ],
    });
  const now = sql<string>`now()`;
  const state = affiliation_action === 'approve' ? 'approved' : 'rejected';
  const at = state === 'approved' ? { approved_at: now } : { rejected_at: now };
  const columns = { state, approver_name: nameOf(caller), ...at };
  const saved = await updateRow(tx, 'affiliations', { row: own, lock_version, columns });
  if (state === 'rejected') await endCopies(tx, own.affiliate_organization_id);
  await context.beside(other.organization_id, async () => {
    await updateRow(tx, 'affiliations', { row: other, columns });
    await reached(context, other, affiliation_action);
  });
  await tell(context, own, own.state === 'approved' ? 'left' : state);
  return saved;
};

/** The owner ends it, on both sides. @throws forbidden for the participant's side, conflict */
export const revoke = async (
  context: NeighborContext,
  seen: Affiliation,
  lock_version: number | undefined,
): Promise<void> => {
  if (seen.type === 'participant')
    throw new Problem('forbidden', {
      base: ['Only the organization that requested this can delete it. To leave, reject it.'],
    });
  const { own, other } = await held(context, seen);
  await removeRow(context.tx, 'affiliations', { row: own, lock_version });
  // From this moment the participant records nothing more with these forms.
  await context.beside(other.organization_id, async () => {
    await removeRow(context.tx, 'affiliations', { row: other });
    await endCopies(context.tx, other.affiliate_organization_id);
  });
  await context.enqueue('share_forms', { other_organization_id: other.organization_id });
  // Nobody is told of the end of what they had rejected.
  if (own.state !== 'rejected') await tell(context, own, 'revoked');
};
