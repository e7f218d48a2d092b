import { randomBytes } from 'node:crypto';
import type { Entity } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { categoryRoutes } from '#contract/resources/categories.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { dataGroupRoutes } from '#contract/resources/data-groups.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { reportDefinitionRoutes } from '#contract/resources/report-definitions.ts';
import { userRoutes } from '#contract/resources/users.ts';
import type { TestServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

type Verb = 'list' | 'page' | 'show' | 'update' | 'create';

/** How the matrix asks for the records of an entity. */
export type Subject = {
  /** Users are archived instead of removed. */
  routes: Record<Verb, RouteSpec> & { remove?: RouteSpec };
  /** The records of an organization that are not archived. */
  rows: string;
  /** What stands in the path besides the record's id. */
  params: Record<string, number>;
  /** A body that creates one. */
  body: () => object;
};

const word = () => `Matrix ${randomBytes(5).toString('hex')}`;
const person = () =>
  ({ first_name: word(), last_name: 'Ruiz', dob: '1990-01-02', gender: 'female', ssn_suffix: '1234' }) as const;
const of = (table: string) => `select id from ${table} where organization_id = $1`;

export type Subjects = Awaited<ReturnType<typeof newSubjects>>;

/** The entities that have lists and single records, in an organization with what their records need. */
export const newSubjects = async ({ call }: TestServer, { owner: as }: TestOrganization) => {
  const client = await call(clientRoutes.create, { as, body: person() });
  const field = await call(fieldRoutes.create, { as, body: { name: word(), field_type: 'freeform-short' } });
  const form_fields = [{ field_id: field.id, is_required: false }];
  const form = await call(formRoutes.create, { as, body: { name: word(), form_fields } });
  const report = await call(reportDefinitionRoutes.create, {
    as,
    body: {
      name: word(),
      report_type: 'system',
      settings: { table: 'people' },
      fields: [{ field: 'client_id' }],
    },
  });
  return {
    users: {
      routes: userRoutes,
      rows: `${of('memberships')} and archived_at is null`,
      params: {},
      body: () => ({ first_name: 'Ines', last_name: 'Roy', email: `${word().replace(' ', '-')}@example.org` }),
    },
    clients: {
      routes: clientRoutes,
      rows: `${of('clients')} and archived_at is null`,
      params: {},
      body: person,
    },
    permission_groups: {
      routes: permissionGroupRoutes,
      rows: of('permission_groups'),
      params: {},
      body: () => ({ name: word() }),
    },
    client_forms: {
      routes: clientFormRoutes,
      rows: `${of('responses')} and client_id is not null`,
      params: { client_id: client.id },
      body: () => ({ form_id: form.id, answers: [{ field_id: field.id, value: word() }] }),
    },
    data_groups: {
      routes: dataGroupRoutes,
      rows: of('data_groups'),
      params: {},
      body: () => ({ name: word() }),
    },
    dashboards: {
      routes: dashboardWidgetRoutes,
      rows: of('dashboard_widgets'),
      params: {},
      body: () => ({ record_type: 'ReportDefinition', record_id: report.id }),
    },
    categories: {
      routes: categoryRoutes,
      rows: of('categories'),
      params: {},
      body: () => ({ name: word() }),
    },
    report_definitions: {
      routes: reportDefinitionRoutes,
      rows: of('report_definitions'),
      params: {},
      body: () => ({
        name: word(),
        report_type: 'system',
        settings: { table: 'people' },
        fields: [{ field: 'client_id' }],
      }),
    },
    forms: {
      routes: formRoutes,
      rows: of('forms'),
      params: {},
      body: () => ({ name: word(), form_fields }),
    },
    fields: {
      routes: fieldRoutes,
      rows: of('fields'),
      params: {},
      body: () => ({ name: word(), field_type: 'freeform-short' }),
    },
  } satisfies Partial<Record<Entity, Subject>>;
};
