import { sql } from 'kysely';
import {
  type Demand,
  type Entity,
  type EntityPrivileges,
  entities,
  satisfies,
  satisfying,
} from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import type { Tx } from '../kit/db.ts';
import type { Member, Services, SignedIn } from '../kit/handlers.ts';
import { Problem } from '../kit/problem.ts';
import { among } from '../kit/rows.ts';

/** What the platform's templates are. */
const ofTemplates: readonly Entity[] = ['fields', 'forms'];

/** What a program may not touch, whatever its group allows. */
export const closedToPrograms = new Set([
  'users',
  'permission_groups',
  'record_permissions',
  'api_credentials',
  'webhooks',
  'impersonations',
  // Nobody types there, nor reads what comes.
  'drafts',
  'notifications',
  'notification_preferences',
  // Their author's rights decide what they tell, and a program's key would outlive those.
  'notification_definitions',
]);

const isClosedToPrograms = ({ path, access }: RouteSpec): boolean =>
  path.split('/').some((segment) => closedToPrograms.has(segment)) ||
  (typeof access === 'object' && closedToPrograms.has(access.entity));

/** Whether the time in which the session may act for somebody else has run out. */
const isOver = ({ impersonation }: SignedIn) =>
  impersonation !== null && Date.parse(impersonation.expires_at) <= Date.now();

type WithConfig = Pick<Services, 'config'>;

/** Whether the account may not be without a second factor: that of a superuser, where the configuration says so. */
export const mustHaveSecondFactor = ({ config }: WithConfig, { is_superuser }: SignedIn): boolean =>
  config.superuserSecondFactor && is_superuser;

/** Whether nothing but setting up a second factor is open to the caller. */
export const lacksSecondFactor = (services: WithConfig, caller: SignedIn): boolean =>
  mustHaveSecondFactor(services, caller) && !caller.has_second_factor;

/** Refuses a caller who does not meet a route's access. A demand on one record is left to that record's scope. */
export const demandOf = async (
  { tx, config }: WithConfig & { tx: Tx },
  route: RouteSpec,
  caller: SignedIn | Member,
): Promise<void> => {
  const { access, method } = route;
  if (access === 'public') return;
  // Who they act for may still be asked, and ended.
  if (isOver(caller) && !(access === 'account' && (method === 'GET' || method === 'DELETE')))
    throw new Problem('impersonation_over');
  if ('api_credential_id' in caller && caller.api_credential_id && isClosedToPrograms(route))
    throw new Problem('forbidden');
  if (access === 'account') return;
  if (!caller.agreed) throw new Problem('agreement_required');
  if (lacksSecondFactor({ config }, caller) && !route.enrols) throw new Problem('second_factor_required');
  if (access === 'member') return;
  if (access === 'superuser') {
    if (!caller.is_superuser || caller.impersonator_id) throw new Problem('forbidden');
    return;
  }
  const member = caller as Member;
  if (member.organization.slug === templatesSlug && !ofTemplates.includes(access.entity))
    throw new Problem('forbidden');
  if (access.on === 'record' || holds(member, access)) return;
  if (access.on === 'any' && (await meetsAny(tx, member, access))) return;
  throw new Problem('forbidden');
};

/** Whether the caller holds the privilege for the whole entity. */
export const holds = (caller: Member, { entity, action }: Pick<Demand, 'entity' | 'action'>): boolean =>
  caller.everything || satisfies(caller.entity_privileges[entity], action);

/** Whether the caller holds all that these privileges would give. */
export const holdsAll = (caller: Member, given: EntityPrivileges): boolean =>
  caller.everything ||
  entities.every((entity) =>
    (given[entity] ?? []).every((action) => satisfies(caller.entity_privileges[entity], action)),
  );

/** Whether the caller meets a demand on the whole entity, or on any one record of it. */
export const meetsAny = async (tx: Tx, caller: Member, demand: Demand): Promise<boolean> =>
  holds(caller, demand) || holdsAnyRecord(tx, caller, demand);

const holdsAnyRecord = async (tx: Tx, caller: Member, { entity, action }: Demand): Promise<boolean> => {
  const grant = await tx
    .selectFrom('record_permissions')
    .select('id')
    .where('entity', '=', entity)
    .where('principal', '=', among(caller.principals))
    .where('actions', '&&', sql<string[]>`${satisfying(action)}::text[]`)
    .limit(1)
    .executeTakeFirst();
  return grant !== undefined;
};

/** The ids of the groups that a member is in: among the principals they stand with a minus sign. */
export const groupsOf = ({ principals }: Member): number[] => principals.filter((id) => id < 0).map((id) => -id);
