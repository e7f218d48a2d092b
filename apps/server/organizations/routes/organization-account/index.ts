import { sql } from 'kysely';
import {
  type Action,
  actions,
  actionsOf,
  type Entity,
  entities,
  entityLabels,
  type Privileges,
} from '#contract/kit/privileges.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { groupsOf } from '#server/access/demands.ts';
import { logoAddress } from '#server/access/logos.ts';
import { memberName } from '#server/access/member-names.ts';
import { weekStartsOn } from '#server/access/members.ts';
import { changingOrganization } from '#server/access/organization-history.ts';
import { keepFiles } from '#server/kit/files/store-file.ts';
import { implement, type Member, type MemberContext, prepared } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { prepareLogo } from './logo.ts';

const schema = async () => ({
  entities: entities.map((name) => ({ name, label: entityLabels[name], actions: [...actionsOf(name)] })),
  actions: [...actions],
});

const everything = Object.fromEntries(entities.map((name) => [name, [...actionsOf(name)]]));

/** The record grants of the caller, as granted, by entity and record. */
const recordPrivileges = async ({ tx, caller }: MemberContext): Promise<Privileges['record_privileges']> => {
  const rows = await ofOrganization(tx, 'record_permissions', caller)
    .select(['entity', 'record_id', 'actions'])
    .where('principal', '=', among(caller.principals))
    .execute();
  const held: Privileges['record_privileges'] = {};
  for (const { entity, record_id, actions: given } of rows) {
    held[entity as Entity] ??= {};
    const records = held[entity as Entity] as Record<string, Action[]>;
    records[record_id] = [...new Set([...(records[record_id] ?? []), ...(given as Action[])])];
  }
  return held;
};

const privilegesOf = async (context: MemberContext): Promise<Privileges> =>
  context.caller.everything
    ? { entity_privileges: everything, record_privileges: {} }
    : { entity_privileges: context.caller.entity_privileges, record_privileges: await recordPrivileges(context) };

const isOwner = ({ organization, person }: Member) => organization.owner_id === person.id;

/** Whether the organization has an external referral system. */
const refers = async ({ tx, caller }: MemberContext): Promise<boolean> =>
  (await ofOrganization(tx, 'case_worthy_affiliations', caller).select('organization_id').executeTakeFirst()) !==
  undefined;

/** The organization as the caller sees it. */
const showAccount = async (context: MemberContext) => {
  const { tx, caller } = context;
  const { logo_file_id, ...stored } = await tx
    .selectFrom('organizations')
    .leftJoin('users', 'users.id', 'organizations.owner_id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.slug',
      'owner_id',
      'users.email as owner_email',
      sql<string | null>`nullif(${memberName(caller.organization.id, 'owner_id')}, users.email)`.as('owner_name'),
      'organizations.time_zone',
      weekStartsOn,
      'fiscal_year_start_month',
      'api_access_enabled',
      'small_numbers_below',
      'allow_unknown',
      'can_be_found',
      'logo_file_id',
      'allow_answers_in_email',
      'mail_sender',
      'mail_reply_to',
    ])
    .where('organizations.id', '=', caller.organization.id)
    .executeTakeFirstOrThrow();
  return {
    ...stored,
    owner: isOwner(caller),
    role: caller.role,
    logo: logoAddress(stored.slug, logo_file_id),
    case_worthy_affiliation: await refers(context),
    permission_group_ids: groupsOf(caller),
    privileges: await privilegesOf(context),
  };
};

/** The organization as its members see it. */
export const organizationAccountFeature = implement(organizationAccountRoutes, {
  organizationAccount: (_, context) => showAccount(context),
  changeOrganizationAccount: prepared({
    prepare: (_, preparing) => prepareLogo(preparing),
    handle: async ({ body }, context, logo) => {
      const { tx, caller } = context;
      const { logo: removed, ...mail } = body;
      // What leaves the organization by email is the owner's to decide.
      if (mail.allow_answers_in_email !== undefined && !caller.everything) throw new Problem('forbidden');
      const [file] = await keepFiles(context, logo ? [logo] : []);
      const changes = { ...mail, ...(file || removed === null ? { logo_file_id: file?.id ?? null } : {}) };
      if (Object.keys(changes).length > 0)
        await changingOrganization(tx, caller.organization.id, () =>
          tx
            .updateTable('organizations')
            .set({ ...changes, updated_at: sql`now()` })
            .where('id', '=', caller.organization.id)
            .execute(),
        );
      if (body.week_starts_on || body.fiscal_year_start_month) await context.enqueue('change_calendar', {});
      return showAccount(context);
    },
  }),
  permissionsSchema: schema,
  organizationPermissionsSchema: schema,
});
