import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Purpose } from '#contract/kit/purposes.ts';
import { todayIn } from '../kit/calendar.ts';
import type { DB, Tx } from '../kit/db.ts';
import type { Member, MemberContext, Organization } from '../kit/handlers.ts';
import { NoConsent } from '../kit/problem.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

const { exists, selectFrom, and, not } = expressionBuilder<DB, never>();

/** The purposes for which an organization leaves out who has not agreed to them: none, until it says so. */
export const requiredPurposes = async (tx: Tx, organization_id: number): Promise<Purpose[]> => {
  const { consent_required } = await tx
    .selectFrom('organizations')
    .select('consent_required')
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow();
  return consent_required as Purpose[];
};

/** Whether a consent was taken back: by itself, or by a later withdrawal of the same person for the same purpose. */
export const wasTakenBack = exists(
  selectFrom('consents as later')
    .select('later.id')
    .where('later.purpose', '=', sql.ref<string>('consents.purpose'))
    .where('later.client_id', '=', sql.ref<number>('consents.client_id'))
    .where('later.withdrawn_at', '>=', sql.ref<string>('consents.created_at')),
);

/** The consents to a purpose that hold today. */
const held = ({ time_zone }: Pick<Organization, 'time_zone'>, purpose: Purpose) => {
  const today = todayIn(time_zone);
  return selectFrom('consents')
    .select('consents.id')
    .where('consents.purpose', '=', purpose)
    .where('consents.withdrawn_at', 'is', null)
    .where('consents.begins_on', '<=', today)
    .where((eb) => eb.or([eb('consents.ends_on', 'is', null), eb('consents.ends_on', '>=', today)]))
    .where(not(wasTakenBack));
};

/**
 * Whether a person agrees to these purposes at this moment: the one condition that scopes, exports, reports and programs
 * ask.
 * @param client the column with the id of the person
 */
export const agreesTo = (
  organization: Pick<Organization, 'time_zone'>,
  purposes: readonly Purpose[],
  client: string,
): Expression<SqlBool> =>
  and(
    purposes.map((purpose) => exists(held(organization, purpose).whereRef('consents.client_id', '=', sql.ref(client)))),
  );

/**
 * The condition of what a caller asks for a purpose: the person agrees to it, or, to say how many are left out, does not.
 * Null where the organization requires no consent to it.
 */
export const whoAgrees = ({ organization, consent }: Member, client: string): Expression<SqlBool> | null => {
  if (!consent) return null;
  const condition = agreesTo(organization, consent.to, client);
  return consent.lacking ? not(condition) : condition;
};

/**
 * The caller as they ask for purposes: every scope leaves out who has not agreed to one of them, as far as the
 * organization requires it.
 */
export const askingFor = async ({ tx, caller }: CallerContext, ...purposes: Purpose[]): Promise<Member> => {
  const required = await requiredPurposes(tx, caller.organization.id);
  const to = [...new Set([...(caller.consent?.to ?? []), ...purposes.filter((purpose) => required.includes(purpose))])];
  return to.length === 0 ? caller : { ...caller, consent: { to, lacking: false } };
};

/** The caller as who sees those alone who are left out for them; null where nobody is. */
export const seeingLeftOut = (caller: Member): Member | null =>
  caller.consent ? { ...caller, consent: { ...caller.consent, lacking: true } } : null;

/**
 * Refuses what needs the consent of a person who has not agreed to it, or not any more, where the organization requires
 * it; the audit log says who tried. What was found holds until the transaction ends: who withdraws it waits.
 * @throws consent_required
 */
export const requireConsent = async (
  { tx, caller }: { tx: Tx; caller: { organization: Pick<Organization, 'id' | 'time_zone'> } },
  client_id: number,
  purpose: Purpose,
): Promise<void> => {
  const { organization } = caller;
  if (!(await requiredPurposes(tx, organization.id)).includes(purpose)) return;
  const theirs = held(organization, purpose).where('consents.client_id', '=', client_id);
  const { rows } = await sql`${theirs.forShare()}`.execute(tx);
  if (rows.length === 0) throw new NoConsent(client_id, [purpose]);
};
