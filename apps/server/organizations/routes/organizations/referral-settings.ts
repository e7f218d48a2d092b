import { isIP } from 'node:net';
import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import type { referralSystemChanges, referralSystemSettings } from '#contract/resources/referral-system.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { referralKey, sealedReferralKey } from '#server/access/referral-key.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import type { SignedInContext } from '#server/kit/handlers.ts';
import { isAllowed } from '#server/kit/outgoing/allowed-origins.ts';
import { isPublic } from '#server/kit/outgoing/public-addresses.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { among } from '#server/kit/rows.ts';
import { SystemDown } from '#server/referrals/connector.ts';
import { referralSystem, serversOf } from '#server/referrals/crossing.ts';

type Changes = z.output<typeof referralSystemChanges>;
type SerializedReferralSystem = z.input<typeof referralSystemSettings>;
type OrganizationIdentity = { id: number; slug: string; time_zone: string };

const path = 'case_worthy_affiliation';
const issue = (key: string, message: string): Issue => ({ path: `${path}.${key}`, message });

const settingsOf = ({ tx }: Pick<SignedInContext, 'tx'>, id: number) =>
  tx.selectFrom('case_worthy_affiliations').selectAll().where('organization_id', '=', id).executeTakeFirst();
type Settings = NonNullable<Awaited<ReturnType<typeof settingsOf>>>;

/** The referral system of an organization, without its key; null where it has none. */
export const shownReferralSystem = async (
  context: SignedInContext,
  id: number,
): Promise<SerializedReferralSystem | null> => {
  const settings = await settingsOf(context, id);
  if (!settings) return null;
  const { organization_id: _, key_id: __, api_key: ___, known_as, referral_form_field_mappings, ...rest } = settings;
  return {
    ...rest,
    case_worthy_organization_id: known_as,
    api_key_set: true,
    referral_form_field_mappings,
  };
};

const isInternal = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare)
    ? !isPublic(bare)
    : bare === 'localhost' || !bare.includes('.') || /\.(localhost|local|internal)$/.test(bare);
};

/** What is wrong with the address of a system. Where its name leads is looked at whenever it is called. */
const addressIssues = (base_url: string, { config }: SignedInContext, organization: OrganizationIdentity): Issue[] => {
  const wrong = (message: string) => [issue('base_url', message)];
  if (!URL.canParse(base_url)) return wrong('Enter an address like https://dtd.example.org/api');
  const url = new URL(base_url);
  if (!/^https?:$/.test(url.protocol)) return wrong('Enter an address that begins with https://');
  if (url.username || url.password || url.search || url.hash)
    return wrong('Enter only the address, without a user name, a query or a # part');
  const named = serversOf(base_url, config.referralHosts, organization).some(
    (one) => one.isTrusted && isAllowed(url, one),
  );
  if (named) return [];
  if (url.protocol !== 'https:') return wrong('Enter an address that begins with https://');
  return isInternal(url.hostname)
    ? wrong('This address isn’t on the public internet. The people who run Hearth can allow it in REFERRAL_HOSTS.')
    : [];
};

/** The form must be one of the organization's client forms, and the fields its fields. */
const formIssues = async ({ tx }: SignedInContext, id: number, settings: Changes): Promise<Issue[]> => {
  const { template_referral_form_id: form_id = null, referral_form_field_mappings: mappings = {} } = settings;
  const named = Object.entries(mappings).filter(([, field_id]) => field_id !== null);
  if (form_id === null)
    return named.length > 0 ? [issue('template_referral_form_id', 'Choose the form that has these fields')] : [];
  const form = await tx
    .selectFrom('forms')
    .select('id')
    .where('organization_id', '=', id)
    .where('id', '=', form_id)
    .where('form_type', '=', 'client')
    .executeTakeFirst();
  if (!form) return [issue('template_referral_form_id', 'Choose a client form of this organization')];
  const fields = await tx
    .selectFrom('form_fields')
    .select('field_id')
    .where('organization_id', '=', id)
    .where('form_id', '=', form_id)
    .where('field_id', '=', among(named.map(([, field_id]) => field_id)))
    .execute();
  const known = new Set(fields.map(({ field_id }) => field_id));
  return named
    .filter(([, field_id]) => !known.has(field_id as number))
    .map(([name]) => issue(`referral_form_field_mappings.${name}`, 'Choose a field of this form'));
};

/** What the settings are after a change: another form has other fields. */
const merged = (sent: Changes, before: Settings | undefined): Changes => {
  const isOtherForm =
    sent.template_referral_form_id !== undefined &&
    sent.template_referral_form_id !== (before?.template_referral_form_id ?? null);
  return {
    template_referral_form_id: before?.template_referral_form_id ?? null,
    ...sent,
    referral_form_field_mappings:
      sent.referral_form_field_mappings ?? (isOtherForm ? {} : (before?.referral_form_field_mappings ?? {})),
  };
};

/** A key is for the server that it was entered for: it is not sent to another one. */
const keyIssues = (sent: Changes, before: Settings | undefined): Issue[] => {
  if (sent.api_key !== undefined) return [];
  if (!before) return [issue('api_key', 'Enter the key that the organization got from DTD')];
  const isElsewhere =
    sent.base_url !== undefined &&
    URL.canParse(sent.base_url) &&
    new URL(sent.base_url).origin !== new URL(before.base_url).origin;
  return isElsewhere ? [issue('api_key', 'This is a different server. Enter its key.')] : [];
};

/** Everything that is wrong with a change of the settings. */
export const referralIssues = async (
  context: SignedInContext,
  organization: OrganizationIdentity,
  sent: Changes | undefined,
): Promise<Issue[]> => {
  if (!sent || sent.destroy) return [];
  const before = await settingsOf(context, organization.id);
  const missing = (['base_url', 'case_worthy_organization_id'] as const).filter((key) => !before && !sent[key]);
  return [
    ...missing.map((key) =>
      issue(key, key === 'base_url' ? 'Enter the address of the DTD system' : "Enter the organization's ID in DTD"),
    ),
    ...(sent.base_url === undefined ? [] : addressIssues(sent.base_url, context, organization)),
    ...keyIssues(sent, before),
    ...(await formIssues(context, organization.id, merged(sent, before))),
  ];
};

/** Sets the referral system up, changes it or takes it away. What was referred stays. Throws invalid with every issue. */
export const saveReferralSystem = async (
  context: SignedInContext,
  organization: OrganizationIdentity,
  sent: Changes | undefined,
): Promise<void> => {
  if (!sent) return;
  const { tx, keys } = context;
  const { id: organization_id } = organization;
  if (sent.destroy) {
    await tx.deleteFrom('case_worthy_affiliations').where('organization_id', '=', organization_id).execute();
    return;
  }
  refuse(await referralIssues(context, organization, sent));
  const before = await settingsOf(context, organization_id);
  const { template_referral_form_id = null, referral_form_field_mappings } = merged(sent, before);
  const api_key = sent.api_key ?? (before ? referralKey(keys, before) : '');
  const columns = {
    base_url: sent.base_url ?? before?.base_url ?? '',
    known_as: sent.case_worthy_organization_id ?? before?.known_as ?? '',
    template_referral_form_id,
    referral_form_field_mappings: JSON.stringify(referral_form_field_mappings),
    ...sealedReferralKey(keys.newest(), organization_id, api_key),
  };
  await tx
    .insertInto('case_worthy_affiliations')
    .values({ organization_id, ...columns })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(columns))
    .execute();
};

/** The fields of a client form of an organization, to choose from. Throws not_found for any other one. */
export const fieldsOfForm = async ({ tx }: SignedInContext, organization_id: number, form_id: number) => {
  const form = await tx
    .selectFrom('forms')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', form_id)
    .where('form_type', '=', 'client')
    .executeTakeFirst();
  if (!form) throw new Problem('not_found');
  const { form_fields = [] } = (await formDefinitions(tx, organization_id, [form_id])).get(form_id) ?? {};
  return form_fields
    .filter(({ field_type }) => fieldType(field_type).isAnswerable)
    .map(({ field }) => ({ id: field.id, name: field.name }));
};

/** Tries the referral system by a call that changes nothing. Says what is wrong, in words for who sets it up. */
export const tryReferralSystem = async (context: SignedInContext, organization: OrganizationIdentity) => {
  const system = await referralSystem(context, organization);
  return async () => {
    try {
      const { length } = await system.statuses();
      return {
        ok: true,
        message: `The DTD system answered with ${length === 1 ? '1 status' : `${length} statuses`}.`,
      };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const reason = error instanceof SystemDown ? `${error.reason}.` : (error.errors.base?.[0] ?? error.message);
      return { ok: false, message: reason };
    }
  };
};
