import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Entity } from '#contract/kit/privileges.ts';
import type { SystemTable } from '#reports/columns.ts';
import type { Plan } from '#reports/plan/plan.ts';
import { closedToPrograms, meetsAny } from '#server/access/demands.ts';
import { knownAs } from '#server/access/member-names.ts';
import { aboutReadable, listedMessages } from '#server/access/notification-messages.ts';
import {
  visibleForms,
  visibleInternalRecords,
  visiblePermissionGroups,
  visiblePublicInstances,
  visibleResponses,
  visibleUsers,
} from '#server/access/scopes.ts';
import { visibleNotes } from '#server/access/visible-notes.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { among } from '#server/kit/rows.ts';
import type { ReportContext } from '../context.ts';
import { peopleScopes } from '../people-scopes.ts';
import { seenChanges } from './seen-changes.ts';

/** What is under a table of the product: where its rows come from, which of them the caller may see, and each column. */
export type SystemSource = {
  from: RawBuilder<unknown>;
  where: Expression<unknown>;
  /** Tells the rows apart; they stand in its order. */
  id: RawBuilder<unknown>;
  columns: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What stands in a table beside, which is joined by the key \`response_id\` where it is read. */
  besides?: {
    join: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
    columns: Readonly<Record<string, RawBuilder<unknown>>>;
  };
};

/** @param of the report's plan, and what the organization's forms are called, by their ids */
type Source = (caller: Member, of: { plan: Plan; forms: ReadonlyMap<number, string> }) => SystemSource;

/** The privilege without which a table is refused. What history tells is what one may read anyway. */
const entityOf: Record<Exclude<SystemTable, 'sign_ins' | 'changes'>, Entity> = {
  people: 'clients',
  users: 'users',
  permission_groups: 'permission_groups',
  forms: 'forms',
  responses: 'client_forms',
  notes: 'notes',
  notifications: 'notification_messages',
};

/** Throws forbidden for who may not report on a table at all; who may read a part of it sees that. */
export const demandTable = async ({ tx, caller }: ReportContext, table: SystemTable): Promise<void> => {
  if (table === 'changes') return;
  if (table === 'sign_ins') {
    const isAdmin = caller.everything || caller.role === 'orgadmin';
    if (!isAdmin || caller.api_credential_id) throw new Problem('forbidden');
    return;
  }
  const entity = entityOf[table];
  if (caller.api_credential_id && closedToPrograms.has(entity)) throw new Problem('forbidden');
  const mayRead = await meetsAny(tx, caller, { entity, action: 'read', on: 'any' });
  const mayUse = table === 'notifications' && (await meetsAny(tx, caller, { entity, action: 'use', on: 'any' }));
  if (!mayRead && !mayUse) throw new Problem('forbidden');
};

const column = sql.ref;

const users: Source = (caller) => ({
  from: sql`memberships join users on users.id = memberships.id
    join lateral ${knownAs(caller.organization.id, 'users.id')} known on true`,
  where: sql`memberships.organization_id = ${caller.organization.id} and ${visibleUsers(caller, 'read')}`,
  id: column('memberships.id'),
  columns: {
    user_id: column('memberships.id'),
    user_first_name: column('known.first_name'),
    user_last_name: column('known.last_name'),
    user_email: column('users.email'),
    user_role: column('memberships.role'),
    user_active: sql`(memberships.archived_at is null)`,
    created_at: column('memberships.created_at'),
  },
});

const permissionGroups: Source = (caller) => {
  const organization_id = caller.organization.id;
  return {
    from: sql`permission_groups`,
    where: sql`permission_groups.organization_id = ${organization_id} and ${visiblePermissionGroups(caller, 'read')}`,
    id: column('permission_groups.id'),
    columns: {
      user_group_id: column('permission_groups.id'),
      user_group_name: column('permission_groups.name'),
      user_group_members: sql`(
        select count(*) from membership_permission_groups held
          join memberships on memberships.organization_id = ${organization_id} and memberships.id = held.membership_id
         where held.organization_id = ${organization_id} and held.permission_group_id = permission_groups.id
           and memberships.archived_at is null)`,
    },
  };
};

const forms: Source = (caller) => {
  const organization_id = caller.organization.id;
  const counted = (table: RawBuilder<unknown>, visible: typeof visibleResponses) => sql`
    select responses.form_id, count(*) as responses from ${table} responses
     where responses.organization_id = ${organization_id} and ${visible(caller, 'read')} group by responses.form_id`;
  return {
    // Counted once for all forms. Those of one kind have no responses of the other.
    from: sql`forms left join (${counted(sql`response_slots`, visibleResponses)}
      union all ${counted(sql`responses`, visibleInternalRecords)}) counted
      on counted.form_id = forms.id`,
    where: sql`forms.organization_id = ${organization_id} and ${visibleForms(caller, 'read')}`,
    id: column('forms.id'),
    columns: {
      form_id: column('forms.id'),
      form_name: column('forms.name'),
      form_type: column('forms.form_type'),
      form_active: column('forms.active'),
      form_responses: sql`coalesce(counted.responses, 0)`,
    },
  };
};

const responses: Source = (caller, { plan, forms }) => {
  const organization_id = caller.organization.id;
  return {
    // The table of typed columns is a fraction as wide as the one that holds the answers.
    from: sql`response_slots responses`,
    // Which forms there are, and their names, is said by value: how many responses each has is known of those alone.
    where: sql`responses.organization_id = ${organization_id} and responses.form_id = ${among([...forms.keys()])}
      and ${peopleScopes(plan).responses(caller, 'read')}`,
    id: column('responses.id'),
    columns: {
      response_id: column('responses.id'),
      form_id: column('responses.form_id'),
      form_name: sql`(${JSON.stringify(Object.fromEntries(forms))}::jsonb ->> responses.form_id::text)`,
      client_id: column('responses.client_id'),
      completed_at: column('responses.completed_at'),
    },
    besides: {
      join: (id) => sql`join responses written on written.organization_id = ${organization_id} and written.id = ${id}`,
      columns: {
        created_by: column('written.administrator_id'),
        created_at: column('written.created_at'),
        updated_by: column('written.updated_by_id'),
        updated_at: column('written.updated_at'),
      },
    },
  };
};

const notes: Source = (caller) => {
  const organization_id = caller.organization.id;
  return {
    from: sql`notes`,
    where: sql`notes.organization_id = ${organization_id} and ${visibleNotes(caller)}`,
    id: column('notes.id'),
    columns: {
      response_id: column('notes.id'),
      response_item_type: sql`coalesce(notes.record_type, 'clients')`,
      response_item_id: sql`coalesce(notes.client_id, notes.record_id)`,
      // Whom a note is about, itself or by the response that it is on. No column of reports: rows are linked by it.
      client_id: sql`coalesce(notes.client_id, (
        select responses.client_id from responses
         where notes.record_type = 'client_forms' and responses.organization_id = ${organization_id}
           and responses.id = notes.record_id))`,
      response_body: column('notes.body'),
      created_by: column('notes.user_id'),
      created_at: column('notes.created_at'),
      updated_by: sql`(
        select versions.user_id from versions
         where versions.organization_id = ${organization_id} and versions.item_type = 'notes'
           and versions.item_id = notes.id
         order by versions.created_at desc, versions.id desc limit 1)`,
      updated_at: column('notes.updated_at'),
    },
  };
};

/** As the audit log names it. In words of its own in the statement, so that the index on these events alone is used. */
const signIn = sql.lit('POST /auth_token');

const signIns: Source = ({ organization: { id } }) => ({
  // Who is no member is told as little of as of an address that has no account: they are not the organization's to know.
  from: sql`audit_events
    left join memberships on memberships.organization_id = ${id} and memberships.id = audit_events.user_id
      and memberships.accepted_at is not null
    left join users on users.id = memberships.id`,
  where: sql`audit_events.organization_id = ${id} and audit_events.operation = ${signIn}`,
  id: column('audit_events.id'),
  columns: {
    response_id: column('audit_events.id'),
    user_id: column('memberships.id'),
    user_email: column('users.email'),
    response_result: column('audit_events.result'),
    created_at: column('audit_events.occurred_at'),
  },
});

const changes: Source = (caller) => ({
  from: seenChanges(caller),
  where: sql`versions.organization_id = ${caller.organization.id}`,
  id: column('versions.id'),
  columns: {
    response_id: column('versions.id'),
    response_item_type: column('versions.item_type'),
    response_item_id: column('versions.item_id'),
    response_event: column('versions.event'),
    created_by: column('versions.user_id'),
    created_at: column('versions.created_at'),
  },
});

/** An address may be that of the person whom an email was about: it stands here as long as their response may. */
const aboutWhoAgrees = (caller: Member) => sql`(
  notification_messages.record_type in ('forms', 'internal_forms') or exists (
    select from responses
     where responses.organization_id = ${caller.organization.id} and responses.id = notification_messages.record_id
       and (${visibleResponses(caller, 'read')} or ${visiblePublicInstances(caller, 'read')})))`;

const notifications: Source = (caller) => {
  const organization_id = caller.organization.id;
  return {
    from: sql`notification_messages
      join forms on forms.organization_id = ${organization_id} and forms.id = notification_messages.form_id`,
    where: sql`notification_messages.organization_id = ${organization_id} and ${visibleForms(caller, 'read')}
      and ${listedMessages(caller)} and ${caller.consent ? aboutWhoAgrees(caller) : sql`true`}`,
    id: column('notification_messages.id'),
    columns: {
      response_id: column('notification_messages.id'),
      form_id: column('notification_messages.form_id'),
      form_name: column('forms.name'),
      // An address that belongs to no member may be an answer.
      response_recipient: sql`case when notification_messages.user_id is not null or ${aboutReadable(caller)}
        then notification_messages.recipient end`,
      response_state: column('notification_messages.state'),
      created_at: column('notification_messages.created_at'),
    },
  };
};

/** The tables of the product but for people, as the caller may see them. */
export const systemSources: Record<Exclude<SystemTable, 'people'>, Source> = {
  users,
  permission_groups: permissionGroups,
  forms,
  responses,
  notes,
  sign_ins: signIns,
  changes,
  notifications,
};
