import { sql } from 'kysely';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { holds } from '#server/access/demands.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { words } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { findRow, insertRow, type Listing, pageRows, type Row, removeRow, updateRow } from '#server/kit/rows.ts';
import { answersAllowed, columnsOf, placeholdersFor, type Sent } from './check.ts';
import { eventsOf } from './events.ts';

type OfForm = { form_id: number };

/** The form of the path, when the caller may read it; else not_found. */
const formOf = async ({ form_id }: OfForm, { tx, caller }: MemberContext): Promise<FormDefinition> => {
  const forms = await formDefinitions(tx, caller.organization.id, [form_id], visibleForms(caller, 'read'));
  const form = forms.get(form_id);
  if (!form) throw new Problem('not_found');
  return form;
};

const columns = (form: FormDefinition, sent: Sent) => columnsOf(form, placeholdersFor(form), sent);

const shown = ({ form_id, conditions, ...row }: Row<'notification_definitions'>) =>
  ({
    ...row,
    owner_id: form_id,
    owner_type: 'forms',
    conditions: conditions === null ? null : JSON.stringify(conditions),
  }) as never;

const found = async ({ form_id, id }: OfForm & { id: number }, context: MemberContext) => {
  const form = await formOf({ form_id }, context);
  const { organization } = context.caller;
  const row = await findRow(context.tx, 'notification_definitions', organization.id, id, (eb) =>
    eb('form_id', '=', form.id),
  );
  return { form, row };
};

/** Which e-mails a form sends, and those that it sent. */
export const notificationsFeature = implement(notificationRoutes, {
  list: async ({ params }, context) => {
    const form = await formOf(params, context);
    const rows = await context.tx
      .selectFrom('notification_definitions')
      .selectAll()
      .where('organization_id', '=', context.caller.organization.id)
      .where('form_id', '=', form.id)
      .orderBy('id')
      .execute();
    return { data: rows.map(shown) };
  },
  show: async ({ params }, context) => shown((await found(params, context)).row),
  create: async ({ params, body }, context) => {
    const form = await formOf(params, context);
    const row = await insertRow(context.tx, 'notification_definitions', context.caller.organization.id, {
      form_id: form.id,
      ...columns(form, body),
    });
    return shown(row);
  },
  update: async ({ params, body: { lock_version, ...sent } }, context) => {
    const { form, row } = await found(params, context);
    return shown(await updateRow(context.tx, 'notification_definitions', row, lock_version, columns(form, sent)));
  },
  remove: async ({ params, body }, context) => {
    const { row } = await found(params, context);
    await removeRow(context.tx, 'notification_definitions', row, body?.lock_version);
  },
  metadata: async ({ params }, context) => {
    const form = await formOf(params, context);
    const placeholders = placeholdersFor(form).filter(({ isPersonal }) => answersAllowed || !isPersonal);
    return { events: eventsOf(form.form_type), placeholders, answers_allowed: answersAllowed };
  },
  users: async ({ params, query }, context) => {
    await formOf(params, context);
    const { tx, caller } = context;
    const name = sql<string>`kit.member_name(memberships.organization_id, memberships.id)`;
    const data = await tx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.id')
      .select(['memberships.id', 'users.email', name.as('name')])
      .where('memberships.organization_id', '=', caller.organization.id)
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
  messages: async ({ params, query }, context) => {
    const { tx, caller } = context;
    const entity = 'notification_messages';
    if (!holds(caller, { entity, action: 'read' }) && !holds(caller, { entity, action: 'use' }))
      throw new Problem('forbidden');
    const form = await formOf(params, context);
    const listing: Listing<'notification_messages'> = {
      table: 'notification_messages',
      organization_id: caller.organization.id,
      conditions: [(eb) => eb('form_id', '=', form.id)],
      order: {},
      usual: ['id desc'],
    };
    const { rows, metadata } = await pageRows(tx, listing, { page: params.page, page_size: query.page_size });
    return {
      data: rows.map(({ recipient, ...row }) => ({ ...row, notifiable: { email: recipient } })) as never,
      metadata,
    };
  },
});
