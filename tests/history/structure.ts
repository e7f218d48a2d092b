// Over 300 lines: each operation stands once, in one list.
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { clientDashboardRoutes } from '#contract/resources/client-dashboard.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formTranslationRoutes } from '#contract/resources/form-translations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationEvents, notificationRoutes } from '#contract/resources/notifications.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { reportViewRoutes } from '#contract/resources/report-views.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { userRoutes } from '#contract/resources/users.ts';
import type { Operation, World } from './world.ts';

const of = (table: string) => (world: World) => world.one(`${table} where organization_id = $1`);
const [form, report, group, sequence, category, dataGroup, message] = [
  of('forms'),
  of('report_definitions'),
  of('permission_groups'),
  of('sequences'),
  of('categories'),
  of('data_groups'),
  of('pinned_messages'),
];
const clientForm = (world: World) => world.one(`forms where organization_id = $1 and form_type = 'client'`);

type Child = { id: string; above: string };
/** Something that stands below something else, drawn with what it stands below. */
const below = async (world: World, table: string, column: string, condition = 'true') => {
  const all = await world.rows<Child>(
    `select id, ${column} as above from ${table} where organization_id = $1 and ${condition} order by id`,
  );
  const { id, above } = world.pick(all);
  return { id: Number(id), above: Number(above) };
};

const options = (world: World) => ['red', 'blue', 'green'].map((value) => ({ label: world.word(value), value }));
const drawField = (world: World) => {
  const field_type = world.pick([
    'freeform-short',
    'number',
    'date',
    'select-one',
    'select-many',
    'attachment',
    'email',
  ]);
  const name = world.word('Question');
  return { name, field_type, ...(field_type.startsWith('select') ? { field_options: options(world) } : {}) };
};

type Entry = { field_id: number; is_required: boolean; is_quick_view: boolean };
const entriesOf = async (world: World, form_id: number): Promise<Entry[]> =>
  (
    await world.rows<{ field_id: string } & Omit<Entry, 'field_id'>>(
      `select field_id, is_required, is_quick_view from form_fields where organization_id = $1 and form_id = $2
        order by position, field_id`,
      form_id,
    )
  ).map(({ field_id, ...rest }) => ({ ...rest, field_id: Number(field_id) }));

/** A change of a form's questions: one more, one less, another order, or required. */
const changeEntries: Operation = async (world) => {
  const id = await form(world);
  const entries = await entriesOf(world, id);
  const change = world.pick(['new', 'known', 'less', 'order', 'required']);
  const form_fields =
    change === 'new'
      ? [...entries, { field_id: 1, field: drawField(world) }]
      : change === 'known'
        ? [...entries, { field_id: await world.one(`fields where organization_id = $1 and internal_form_id is null`) }]
        : change === 'less'
          ? entries.filter((_, place) => place !== world.upTo(entries.length))
          : change === 'order'
            ? entries.toReversed()
            : entries.map((one, place) => (place === 0 ? { ...one, is_required: !one.is_required } : one));
  await world.ask(formRoutes.update, { params: { id }, body: { form_fields } });
};

const drawRule = async (world: World, form_id: number) => {
  const ids = (await entriesOf(world, form_id)).map(({ field_id }) => field_id);
  const [asked, shown] = [world.pick(ids), world.pick(ids)];
  const conditions = { and: [{ field_name: String(asked), op: 'EMPTY' }] };
  return {
    name: world.word('Rule'),
    condition: { and: [{ scope: 'form', conditions }] },
    actions: [{ type: world.pick(['hide', 'require', 'lock']), field_id: shown }],
  };
};

const drawCalculation = async (world: World, form_id: number) => {
  const numbers = await world.rows<{ id: string }>(
    `select f.id from form_fields e join fields f on f.organization_id = $1 and f.id = e.field_id
      where e.organization_id = $1 and e.form_id = $2 and f.field_type = 'number' order by 1`,
    form_id,
  );
  const record_id = Number(world.pick(numbers).id);
  return {
    name: world.word('Sum'),
    equation: `a * ${1 + world.upTo(5)}`,
    calculation_type: 'numeric',
    variables: [{ name: 'a', record_type: 'Field', record_id }],
  };
};

const drawReport = async (world: World) => {
  const id = await clientForm(world);
  const fields = (await entriesOf(world, id))
    .slice(0, 3)
    .map(({ field_id }) => ({ form: id, field: String(field_id) }));
  return { name: world.word('Report'), report_type: 'client_forms', fields };
};

const drawPublishing = (world: World) => ({
  published_at: '2026-01-01T00:00:00.000Z',
  dow: world.chance(0.5) ? [] : [0, 1, 2, 3, 4, 5, 6],
  is_active: world.chance(0.9),
});

const drawNotification = (world: World) => ({
  name: world.pick(notificationEvents),
  active: true,
  subject_template: world.word('About {{form_name}}'),
  body_template: world.word('Text'),
  recipients: [{ email: world.owner.email, delivery_types: ['email'] }],
});

const drawUser = (world: World) => {
  const first_name = world.word('User').replace(' ', '');
  return { first_name, last_name: 'Bell', email: `${first_name.toLowerCase()}-${world.organization.slug}@example.org` };
};

const privileges = (world: World) => ({
  clients: world.some(['read', 'write'], 2),
  forms: ['read'],
  client_forms: world.some(['read', 'write', 'remove'], 2),
});

const grant: Operation = async (world) => {
  const record_type = world.pick(['forms', 'clients', 'report_definitions', 'sequences']);
  const where = record_type === 'clients' ? ' and archived_at is null' : '';
  const record_id = await world.one(`${record_type} where organization_id = $1${where}`);
  const permissionable_id = await group(world);
  const record_permissions = world.chance(0.2)
    ? []
    : [{ permissionable_type: 'PermissionGroup', permissionable_id, privileges: world.some(['read', 'write'], 2) }];
  await world.ask(recordRoutes.setRecordPermissions, {
    params: { record_type, record_id },
    body: { record_permissions },
  });
};

/** What is done with forms and all that hangs on them, with reports, and with who may do what. */
export const structureOperations: Record<string, [weight: number, Operation]> = {
  'field added': [2, (world) => world.ask(fieldRoutes.create, { body: drawField(world) })],
  'field changed': [
    3,
    async (world) =>
      world.ask(fieldRoutes.update, { params: { id: await of('fields')(world) }, body: { name: world.word('Named') } }),
  ],
  'field deleted': [1, async (world) => world.ask(fieldRoutes.remove, { params: { id: await of('fields')(world) } })],
  'form added': [
    2,
    async (world) => {
      const form_fields = [
        { field_id: 1, field: drawField(world), is_required: false, is_quick_view: true },
        { field_id: 2, field: { name: world.word('Number'), field_type: 'number' }, is_required: world.chance(0.3) },
      ];
      const form_type = world.pick(['client', 'client', 'internal']);
      await world.ask(formRoutes.create, { body: { name: world.word('Form'), form_type, form_fields } });
    },
  ],
  'form renamed': [
    3,
    async (world) => {
      const body = world.chance(0.8) ? { name: world.word('Form') } : { active: world.chance(0.7) };
      await world.ask(formRoutes.update, { params: { id: await form(world) }, body });
    },
  ],
  'questions changed': [6, changeEntries],
  'rules changed': [
    2,
    async (world) => {
      const id = await form(world);
      await world.ask(formRoutes.update, { params: { id }, body: { logic: [await drawRule(world, id)] } });
    },
  ],
  'form deleted': [1, async (world) => world.ask(formRoutes.remove, { params: { id: await form(world) } })],
  'form copied': [
    1,
    async (world) => {
      const body = { include_data: world.chance(0.4) };
      await world.ask(formRoutes.clone, { params: { id: await form(world) }, body });
    },
  ],
  'calculation added': [
    3,
    async (world) => {
      const form_id = await form(world);
      await world.ask(calculationRoutes.create, { params: { form_id }, body: await drawCalculation(world, form_id) });
    },
  ],
  'calculation changed': [
    2,
    async (world) => {
      const { id, above } = await below(world, 'calculations', 'form_id');
      const body = world.chance(0.5) ? { name: world.word('Total') } : { equation: `a + ${world.upTo(9)}` };
      await world.ask(calculationRoutes.update, { params: { form_id: above, id }, body });
    },
  ],
  'calculation deleted': [
    1,
    async (world) => {
      const { id, above } = await below(world, 'calculations', 'form_id');
      await world.ask(calculationRoutes.remove, { params: { form_id: above, id } });
    },
  ],
  'language added': [
    2,
    async (world) => {
      const body = { language: world.pick(['es', 'fr', 'ar']), texts: [{ key: 'name', text: world.word('Nombre') }] };
      await world.ask(formTranslationRoutes.create, { params: { form_id: await form(world) }, body });
    },
  ],
  'translation changed': [
    2,
    async (world) => {
      const { id, above } = await below(world, 'form_translations', 'form_id');
      const body = { texts: [{ key: 'name', text: world.word('Nombre') }] };
      await world.ask(formTranslationRoutes.update, { params: { form_id: above, id }, body });
    },
  ],
  'language removed': [
    1,
    async (world) => {
      const { id, above } = await below(world, 'form_translations', 'form_id');
      await world.ask(formTranslationRoutes.remove, { params: { form_id: above, id } });
    },
  ],
  'notification added': [
    2,
    async (world) =>
      world.ask(notificationRoutes.create, { params: { form_id: await form(world) }, body: drawNotification(world) }),
  ],
  'notification changed': [
    2,
    async (world) => {
      const { id, above } = await below(world, 'notification_definitions', 'form_id');
      const body = { subject_template: world.word('Subject') };
      await world.ask(notificationRoutes.update, { params: { form_id: above, id }, body });
    },
  ],
  'notification deleted': [
    1,
    async (world) => {
      const { id, above } = await below(world, 'notification_definitions', 'form_id');
      await world.ask(notificationRoutes.remove, { params: { form_id: above, id } });
    },
  ],
  'form published': [
    2,
    async (world) =>
      world.ask(publicFormRoutes.create, { params: { form_id: await clientForm(world) }, body: drawPublishing(world) }),
  ],
  'publish setting changed': [
    2,
    async (world) => {
      const { id, above } = await below(world, 'publish_settings', 'form_id', 'removed_at is null');
      await world.ask(publicFormRoutes.update, { params: { form_id: above, id }, body: drawPublishing(world) });
    },
  ],
  'sequence added': [
    2,
    async (world) => {
      const forms = world.some(await world.ids('forms where organization_id = $1'), 3).map((id) => ({ id }));
      await world.ask(sequenceRoutes.create, { body: { name: world.word('Sequence'), forms } });
    },
  ],
  'sequence changed': [
    2,
    async (world) => {
      const forms = world.some(await world.ids('forms where organization_id = $1'), 3).map((id) => ({ id }));
      const body = world.chance(0.5) ? { forms } : { name: world.word('Steps'), forms };
      await world.ask(sequenceRoutes.update, { params: { id: await sequence(world) }, body });
    },
  ],
  'sequence deleted': [1, async (world) => world.ask(sequenceRoutes.remove, { params: { id: await sequence(world) } })],
  'report added': [2, async (world) => world.ask(reportDefinitionRoutes.create, { body: await drawReport(world) })],
  'report changed': [
    2,
    async (world) => {
      const { name, fields } = await drawReport(world);
      const views = world.chance(0.3);
      const id = await report(world);
      const [view] = views
        ? world.some(await world.ids(`report_views where organization_id = $1 and report_definition_id = ${id}`), 1)
        : [];
      const body = view ? { default_view_id: view } : world.chance(0.5) ? { name } : { fields };
      await world.ask(reportDefinitionRoutes.update, { params: { id }, body });
    },
  ],
  'report deleted': [
    1,
    async (world) => world.ask(reportDefinitionRoutes.remove, { params: { id: await report(world) } }),
  ],
  'view added': [
    2,
    async (world) => {
      const body = { name: world.word('View'), view_type: 'table' };
      await world.ask(reportViewRoutes.create, { params: { report_id: await report(world) }, body });
    },
  ],
  'view changed': [
    1,
    async (world) => {
      const { id, above } = await below(world, 'report_views', 'report_definition_id');
      await world.ask(reportViewRoutes.update, {
        params: { report_id: above, id },
        body: { name: world.word('View') },
      });
    },
  ],
  'view deleted': [
    1,
    async (world) => {
      const { id, above } = await below(world, 'report_views', 'report_definition_id');
      await world.ask(reportViewRoutes.remove, { params: { report_id: above, id } });
    },
  ],
  'widget added': [
    2,
    async (world) => {
      const body = world.chance(0.5)
        ? { record_type: 'ReportDefinition', record_id: await report(world) }
        : { record_type: 'PinnedMessage', record_id: await message(world) };
      await world.ask(dashboardWidgetRoutes.create, { body });
    },
  ],
  'widgets arranged': [
    1,
    async (world) => {
      const all = await world.rows<{ id: string; lock_version: number }>(
        'select id, lock_version from dashboard_widgets where organization_id = $1 order by id',
      );
      const widgets = all.map(({ id, lock_version }, y) => ({
        id: Number(id),
        x: world.upTo(2),
        y: y * 2,
        w: 2,
        h: 2,
        lock_version,
      }));
      await world.ask(dashboardWidgetRoutes.arrange, { body: { widgets } });
    },
  ],
  'widget removed': [
    1,
    async (world) => world.ask(dashboardWidgetRoutes.remove, { params: { id: await of('dashboard_widgets')(world) } }),
  ],
  'message pinned': [
    2,
    async (world) => {
      const body = { subject: world.word('Message'), body: 'Text' };
      await world.ask(pinnedMessageRoutes.create, { params: { permission_group_id: await group(world) }, body });
    },
  ],
  'message changed': [
    1,
    async (world) => {
      const { id, above } = await below(world, 'pinned_messages', 'permission_group_id');
      const params = { permission_group_id: above, id };
      await world.ask(pinnedMessageRoutes.update, { params, body: { subject: world.word('Message') } });
    },
  ],
  'message removed': [
    1,
    async (world) => {
      const { id, above } = await below(world, 'pinned_messages', 'permission_group_id');
      await world.ask(pinnedMessageRoutes.remove, { params: { permission_group_id: above, id } });
    },
  ],
  'group added': [
    2,
    async (world) =>
      world.ask(permissionGroupRoutes.create, { body: { name: world.word('Group'), privileges: privileges(world) } }),
  ],
  'group changed': [
    2,
    async (world) => {
      const body = world.chance(0.5) ? { name: world.word('Group') } : { privileges: privileges(world) };
      await world.ask(permissionGroupRoutes.update, { params: { id: await group(world) }, body });
    },
  ],
  'places of a group set': [
    1,
    async (world) => {
      const locations = ['North', 'South'].map((name) => ({
        name: world.word(name),
        address: '1 Main St',
        location: null,
      }));
      await world.ask(permissionGroupRoutes.setLocations, { params: { id: await group(world) }, body: { locations } });
    },
  ],
  'group deleted': [
    1,
    async (world) => world.ask(permissionGroupRoutes.remove, { params: { id: await group(world) } }),
  ],
  'user invited': [
    2,
    async (world) => {
      const body = { ...drawUser(world), permission_group_ids: [await group(world)] };
      await world.ask(userRoutes.create, { body });
    },
  ],
  'user changed': [
    2,
    async (world) => {
      const id = await world.one(`memberships where organization_id = $1 and id <> ${world.owner.id}`);
      const permission_group_ids = world.some(await world.ids('permission_groups where organization_id = $1'), 3);
      const body = { role: world.pick(['orgadmin', 'orguser']), permission_group_ids };
      await world.ask(userRoutes.update, { params: { id }, body });
    },
  ],
  'user archived or brought back': [
    1,
    async (world) => {
      const id = await world.one(`memberships where organization_id = $1 and id <> ${world.owner.id}`);
      await world.ask(world.chance(0.6) ? userRoutes.archive : userRoutes.unarchive, { params: { id } });
    },
  ],
  'record given': [4, grant],
  'head of each person set': [
    1,
    async (world) => {
      const all = await world.rows<{ id: string }>(
        `select e.id from form_fields e join forms o on o.organization_id = $1 and o.id = e.form_id
          where e.organization_id = $1 and o.form_type = 'client' order by e.id`,
      );
      const form_field_ids = world.some(
        all.map(({ id }) => Number(id)),
        3,
      );
      await world.ask(clientDashboardRoutes.set, { body: { form_field_ids } });
    },
  ],
  'categories set': [
    2,
    async (world) => {
      const record_type = world.pick(['clients', 'forms', 'report_definitions']);
      const record_id = await world.one(
        `${record_type} where organization_id = $1${record_type === 'clients' ? ' and archived_at is null' : ''}`,
      );
      const body = { category_records: [{ category_id: await category(world) }] };
      await world.ask(categoryRoutes.setOfRecord, { params: { record_type, record_id }, body });
    },
  ],
  'data groups set': [
    2,
    async (world) => {
      const record_id = await world.one('clients where organization_id = $1 and archived_at is null');
      const body = { data_group_records: [{ data_group_id: await dataGroup(world) }] };
      await world.ask(dataGroupRoutes.setOfRecord, { params: { record_type: 'clients', record_id }, body });
    },
  ],
  // What no rollback writes: trees, and the organization itself.
  'category changed': [
    1,
    async (world) => {
      const body = { name: world.word('Category') };
      await (world.chance(0.5)
        ? world.ask(categoryRoutes.create, { body })
        : world.ask(categoryRoutes.update, { params: { id: await category(world) }, body }));
    },
  ],
  'data group changed': [
    1,
    async (world) => {
      const body = { name: world.word('Cases') };
      await (world.chance(0.5)
        ? world.ask(dataGroupRoutes.create, { body })
        : world.ask(dataGroupRoutes.update, { params: { id: await dataGroup(world) }, body }));
    },
  ],
  'organization changed': [
    1,
    async (world) => {
      const body = world.chance(0.5)
        ? { mail_sender: world.word('Desk') }
        : { small_numbers_below: world.pick([5, 10, null]) };
      await world.ask(organizationAccountRoutes.changeOrganizationAccount, { body });
    },
  ],
};
