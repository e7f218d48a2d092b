import { sql } from 'kysely';
import {
  type NotificationEvent,
  type NotificationReach,
  notificationRoutes,
  notifications,
} from '#contract/resources/notifications.ts';
import { holds } from '#server/access/demands.ts';
import { memberName } from '#server/access/member-names.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { definitionWhere } from '#server/forms/definitions.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { ofOrganization, type Row } from '#server/kit/rows.ts';
import { type ServingBelow, under } from '#server/kit/under.ts';
import { assertAuthorCanSave } from '#server/notifications/author.ts';
import { reachOf } from '#server/notifications/reach.ts';
import { noteBounce } from './bounces.ts';
import { checkedNotification, type NotifyingForm, placeholdersFor } from './check.ts';
import { eventsOf } from './events.ts';
import { pageOfMessages, resend } from './messages.ts';
import { preview, sendTest } from './preview.ts';

/** The form of the path, when the caller may read it; else not_found. */
const formOf = async (form_id: number, { tx, caller }: MemberContext): Promise<NotifyingForm> => {
  const ids = { organization_id: caller.organization.id, id: form_id };
  const form = await definitionWhere(tx, ids, visibleForms(caller, 'read'));
  if (!form) throw new Problem('not_found');
  const [{ allow_answers_in_email }, groups] = await Promise.all([
    tx
      .selectFrom('organizations')
      .select('allow_answers_in_email')
      .where('id', '=', caller.organization.id)
      .executeTakeFirstOrThrow(),
    ofOrganization(tx, 'permission_groups', caller).select(['id', 'name']).orderBy('name').orderBy('id').execute(),
  ]);
  return { ...form, answersAllowed: allow_answers_in_email, groups };
};

const serialize = ({ form_id, conditions, author_id: _, ...row }: Row<'notification_definitions'>) => ({
  ...row,
  owner_id: form_id,
  owner_type: 'forms' as const,
  name: row.name as NotificationEvent,
  conditions: conditions === null ? null : JSON.stringify(conditions),
  recipients: row.recipients,
  recipient_field_ids: row.recipient_field_ids,
  recipient_group_ids: row.recipient_group_ids,
  scoped_fields: row.scoped_fields,
});

const serving: ServingBelow<typeof notifications, 'notification_definitions', NotifyingForm> = {
  table: 'notification_definitions',
  usual: [],
  check: (sent, { above: form }) => checkedNotification(form, sent).issues,
  write: async (sent, context, { above: form, before }) => {
    const serializedBefore = before && serialize(before);
    await assertAuthorCanSave(context, form, {
      name: sent.name ?? serializedBefore?.name ?? 'client_form_created',
      conditions: sent.conditions === undefined ? (before?.conditions ?? null) : sent.conditions,
      subject_template: sent.subject_template ?? before?.subject_template ?? '',
      body_template: sent.body_template ?? before?.body_template ?? '',
      recipients: sent.recipients ?? serializedBefore?.recipients ?? [],
      recipient_field_ids: sent.recipient_field_ids ?? serializedBefore?.recipient_field_ids ?? [],
      scoped_fields: sent.scoped_fields ?? serializedBefore?.scoped_fields ?? [],
    });
    return { columns: { ...checkedNotification(form, sent).columns, author_id: context.caller.person.id } };
  },
  serialize: (rows) => rows.map(serialize),
  // What was sent stays, without its definition.
  removing: async ({ id }, { tx }) => {
    await tx
      .updateTable('notification_messages')
      .set({ notification_definition_id: null })
      .where('notification_definition_id', '=', id)
      .execute();
  },
};

/** Which emails a form sends, and those that it sent. */
export const notificationsFeature = implement(notificationRoutes, {
  ...under(notifications, { key: 'form_id', find: formOf }, serving),
  metadata: async ({ params }, context) => {
    const form = await formOf(params.form_id, context);
    const { answersAllowed, groups } = form;
    const placeholders = placeholdersFor(form).filter(({ isPersonal }) => answersAllowed || !isPersonal);
    return { events: eventsOf(form.form_type), placeholders, groups, answers_allowed: answersAllowed };
  },
  users: async ({ params, query }, context) => {
    await formOf(params.form_id, context);
    const { tx, caller } = context;
    const name = memberName(caller.organization.id, 'memberships.id');
    const data = await ofOrganization(tx, 'memberships', caller)
      .innerJoin('users', 'users.id', 'memberships.id')
      .select(['memberships.id', 'users.email', name.as('name')])
      .where('memberships.archived_at', 'is', null)
      .where((eb) =>
        eb.and(
          words(query.query).map(
            (word) => sql<boolean>`kit.fold(${name} || ' ' || users.email) like kit.pattern(${word})`,
          ),
        ),
      )
      .orderBy('name')
      .orderBy('memberships.id')
      .limit(20)
      .execute();
    return { data };
  },
  reach: async ({ params }, context) => {
    const form = await formOf(params.form_id, context);
    const rows = await ofOrganization(context.tx, 'notification_definitions', context.caller)
      .selectAll()
      .where('form_id', '=', form.id)
      .orderBy('id')
      .execute();
    const reach = await reachOf(context.tx, { organization: context.caller.organization, form }, rows);
    return { data: rows.map(({ id }, index) => ({ id, ...(reach[index] as NotificationReach) })) };
  },
  reachOfDraft: async ({ params, body }, context) => {
    const form = await formOf(params.form_id, context);
    refuse(checkedNotification(form, body).issues);
    const [reach] = await reachOf(context.tx, { organization: context.caller.organization, form }, [body]);
    return reach as NotificationReach;
  },
  messages: async ({ params, query }, context) => {
    const { caller } = context;
    const entity = 'notification_messages';
    if (!holds(caller, { entity, action: 'read' }) && !holds(caller, { entity, action: 'use' }))
      throw new Problem('forbidden');
    return pageOfMessages(context, await formOf(params.form_id, context), { ...query, page: params.page });
  },
  resend: async ({ params }, context) => resend(context, await formOf(params.form_id, context), params.id),
  bounce: async ({ body }, context) => ({ noted: await noteBounce(context, body.message) }),
  preview: async ({ params, body }, context) => preview(context, await formOf(params.form_id, context), body),
  test: async ({ params, body }, context) => sendTest(context, await formOf(params.form_id, context), body),
});
