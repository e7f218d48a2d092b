import { sql } from 'kysely';
import { type ReferralPart, referralPartNames } from '#contract/resources/referral-system.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Tx } from '#server/kit/db.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import type { Organization } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import type { ReferralMappings } from '#server/schema/json-columns.ts';
import type { FormDefinition } from './definitions.ts';

type SaveContext = { tx: Tx; caller: { organization: Organization } };
type SavedResponse = { form: FormDefinition; row: Row<'responses'> };

/** How the answers to a form become a referral; null where they do not. */
export const referringBy = async (
  { tx }: Pick<SaveContext, 'tx'>,
  form_id: number,
): Promise<ReferralMappings | null> => {
  const settings = await tx
    .selectFrom('case_worthy_affiliations')
    .select('referral_form_field_mappings')
    .where('template_referral_form_id', '=', form_id)
    .executeTakeFirst();
  return settings?.referral_form_field_mappings ?? null;
};

/** An answer as another system has it: its value, where it is an option of something, else its text. */
const toldAs = (value: unknown, text: string): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const { value: chosen, record_id } = value as { value?: unknown; record_id?: unknown };
  const known = chosen ?? record_id;
  return typeof known === 'string' || typeof known === 'number' ? String(known) : text;
};

/** What is told of a response, and how people read it. */
const contentOf = ({ caller }: SaveContext, { form, row }: SavedResponse, mappings: ReferralMappings) => {
  const answers = row.answers;
  const said = (name: ReferralPart) => {
    const field_id = mappings[name] ?? null;
    const entry = form.form_fields.find((one) => one.field_id === field_id);
    const value = (entry && answers[entry.field_id]) ?? null;
    if (!entry || value === null) return null;
    const text = fieldType(entry.field_type).text(value, entry.field);
    return { value: toldAs(value, text), text };
  };
  const parts = Object.fromEntries(referralPartNames.map((name) => [name, said(name)])) as Record<
    ReferralPart,
    ReturnType<typeof said>
  >;
  const { organization } = caller;
  return {
    referred_on: todayIn(organization.time_zone, new Date(row.completed_at)),
    content: JSON.stringify(Object.fromEntries(referralPartNames.map((name) => [name, parts[name]?.value ?? null]))),
    from_organization: parts.refer_from_provider_id?.text ?? organization.name,
    to_organization: parts.refer_to_provider_id?.text ?? parts.refer_to_program_id?.text ?? null,
    service_type: parts.service_type_id?.text ?? null,
    referral_reason: parts.referral_reason?.text ?? null,
    note: parts.note?.text ?? null,
  };
};

/**
 * Queues the referral that a response is, in the transaction that records it: nothing leaves before that is committed.
 * It is sent once the person is linked.
 */
export const queueReferral = async (
  saving: SaveContext,
  saved: SavedResponse,
  mappings: ReferralMappings | null,
): Promise<void> => {
  if (!mappings) return;
  const { tx, caller } = saving;
  await tx
    .insertInto('referrals')
    .values({
      organization_id: caller.organization.id,
      client_form_id: saved.row.id,
      due_at: sql<string>`now()`,
      ...contentOf(saving, saved, mappings),
    })
    .execute();
  await enqueueIn(tx)('send_referrals', {});
};

/**
 * Brings a referral up to its response, as long as nobody else may have it yet: from the first time that it is sent on it
 * stays as it was, so that what comes twice is one referral. What was refused is tried again.
 */
export const correctReferral = async (saving: SaveContext, saved: SavedResponse): Promise<void> => {
  const mappings = await referringBy(saving, saved.form.id);
  if (!mappings) return;
  const { tx } = saving;
  const { numUpdatedRows } = await tx
    .updateTable('referrals')
    .set({
      ...contentOf(saving, saved, mappings),
      refusal: null,
      due_at: sql<string>`now()`,
      updated_at: sql<string>`now()`,
    })
    .where('client_form_id', '=', saved.row.id)
    .where('referral_id', 'is', null)
    .where('in_hand_until', 'is', null)
    .where((eb) => eb.or([eb('attempts', '=', 0), eb('refusal', 'is not', null)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await enqueueIn(tx)('send_referrals', {});
};
