import type { Selectable } from 'kysely';
import { requireConsent, requiredPurposes } from '#server/access/consents.ts';
import { referralKey } from '#server/access/referral-key.ts';
import type { DB, Tx } from '#server/kit/db.ts';
import type { Organization, Services } from '#server/kit/handlers.ts';
import { type AllowedOrigin, allowedFor } from '#server/kit/outgoing/allowed-origins.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { type Connector, connectTo } from './connector.ts';

type Settings = Pick<
  Selectable<DB['case_worthy_affiliations']>,
  'organization_id' | 'base_url' | 'key_id' | 'api_key' | 'known_as'
>;
type ConnectorServices = Pick<Services, 'config' | 'keys'> & { tx: Tx };
type OrganizationIdentity = Pick<Organization, 'id' | 'slug' | 'time_zone'>;

/** A public server by https is called without being named to the operator; any other one is on the list. */
export const serversOf = (
  base_url: string,
  list: readonly AllowedOrigin[],
  organization: Pick<Organization, 'slug'>,
) => {
  const { protocol, origin } = new URL(base_url);
  return [...allowedFor(list, organization), ...(protocol === 'https:' ? [{ origin, isTrusted: false }] : [])];
};

/** The way to the referral system of these settings. */
const connectorOf = (
  { config, keys }: ConnectorServices,
  organization: OrganizationIdentity,
  settings: Settings,
): Connector =>
  connectTo({
    base_url: settings.base_url,
    api_key: referralKey(keys, settings),
    case_worthy_organization_id: settings.known_as,
    allowed: serversOf(settings.base_url, config.referralHosts, organization),
  });

/** The referral system of an organization, for what is about nobody: statuses, lists, a trial. Throws not_found without one. */
export const referralSystem = async (
  lent: ConnectorServices,
  organization: OrganizationIdentity,
): Promise<Connector> => {
  const settings = await lent.tx
    .selectFrom('case_worthy_affiliations')
    .select(['organization_id', 'base_url', 'key_id', 'api_key', 'known_as'])
    .where('organization_id', '=', organization.id)
    .executeTakeFirst();
  if (!settings) throw new Problem('not_found');
  return connectorOf(lent, organization, settings);
};

/** About whom something is about to leave for the referral system; null where it is nobody who is known here. */
export type ReferralSubject = { client_id: number | null };

/**
 * The one place that everything about a person passes before it leaves for the referral system. Who asked has been found to
 * hold the right to it; here the person is asked, where the organization requires their consent. Throws not_found where
 * the organization has no such system, consent_required for who has not agreed, and invalid for nobody in particular then.
 * @returns the way there
 */
export const crossing = async (
  lent: ConnectorServices,
  organization: OrganizationIdentity,
  { client_id }: ReferralSubject,
): Promise<Connector> => {
  const system = await referralSystem(lent, organization);
  const { tx } = lent;
  if (client_id !== null) await requireConsent({ tx, caller: { organization } }, client_id, 'referral');
  else if ((await requiredPurposes(tx, organization.id)).includes('referral'))
    throw invalid('client_id', 'Choose the person you’re searching for: they must have agreed to it');
  return system;
};
