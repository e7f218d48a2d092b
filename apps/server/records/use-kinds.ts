import { type Expression, type SqlBool, sql } from 'kysely';
import {
  inEntry,
  inMapping,
  inMetadata,
  inNotification,
  inRule,
  inVariables,
  type Reference,
  referencesIn,
} from '#forms/definition/references.ts';
import { inReport } from '#reports/references.ts';
import { visibleWidgets } from '#server/access/dashboard-scopes.ts';
import { holds } from '#server/access/demands.ts';
import { plainScope, visibleFields, visibleForms, visibleReports } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, conditionOn, ofOrganization } from '#server/kit/rows.ts';
import { definitionOf } from '#server/reports/stored.ts';

export type UseContext = Pick<MemberContext, 'tx' | 'caller'>;
type Thing = Reference['thing'];

/** The things whose uses are asked for: of one kind, by their IDs. */
export type Search = { thing: Thing; ids: readonly number[] };

/** A definition, with all that it refers to. */
export type UsingDefinition = {
  id: number;
  /** Null for what has no name. */
  name: string | null;
  /** The form that it belongs to. */
  form: { id: number; name: string } | null;
  /** Whether the caller can see it. */
  visible: boolean;
  references: Reference[];
};

/** The columns of a report that refer to something. */
const parts = 'fields conditions default_order window partition_field parameters settings report_target_id'.split(' ');

type UseKind = {
  /** What one is called, and several. */
  words: readonly [string, string];
  /** What it can refer to. */
  things: readonly Thing[];
  /** Finds those that refer to something searched for, and possibly others. */
  find: (context: UseContext, search: Search) => Promise<UsingDefinition[]>;
};

/** Narrows down to rows whose JSON has one of the IDs somewhere as a whole number. */
const mentions = ({ ids }: Search, ...columns: string[]): Expression<SqlBool> =>
  sql<boolean>`concat_ws(' ', ${sql.join(columns.map((column) => sql`${sql.ref(column)}::text`))}) ~ ${`\\m(${ids.join('|')})\\M`}`;

const isVisible = (condition: Expression<SqlBool>) => sql<boolean>`${condition}`.as('visible');

/** What conditions on answers can refer to, with the recipients of what they decide. */
const conditionThings: Thing[] = ['field', 'option', 'calculation', 'permission_group'];

/** The rows of a table that belong to forms, with the form and whether the caller can see that. */
const ofForms = (
  { tx, caller }: UseContext,
  table: 'form_fields' | 'calculations' | 'notification_definitions' | 'retention_rules',
) =>
  ofOrganization(tx, table, caller)
    .innerJoin('forms', (join) =>
      join.onRef('forms.organization_id', '=', `${table}.organization_id`).onRef('forms.id', '=', `${table}.form_id`),
    )
    .select(['forms.id as form_id', 'forms.name as form_name', isVisible(visibleForms(caller, 'read'))])
    .orderBy('forms.sort_name')
    .orderBy('forms.id');

const formOf = ({ form_id, form_name }: { form_id: number; form_name: string }) => ({ id: form_id, name: form_name });

/**
 * All that can use a field, an option, a calculation, a form, a report or a permission group, so that this is not deleted.
 * What goes with its form or its group, or stays without it, isn't here: docs/areas/forms.md lists it.
 */
export const useKinds = {
  form: {
    words: ['form', 'forms'],
    things: ['field', 'form'],
    find: async (context, search) => {
      const rows = await ofForms(context, 'form_fields')
        .select(['form_fields.field_id', 'form_fields.settings', 'form_fields.parameters_mapping'])
        .where((eb) =>
          eb.or([
            ...(search.thing === 'field' ? [eb('form_fields.field_id', '=', among(search.ids))] : []),
            mentions(search, 'form_fields.settings', 'form_fields.parameters_mapping'),
          ]),
        )
        .execute();
      return rows.map(({ visible, form_id, form_name, ...entry }) => ({
        id: form_id,
        name: form_name,
        form: null,
        visible,
        references: referencesIn(inEntry, entry),
      }));
    },
  },
  field: {
    words: ['field', 'fields'],
    things: ['field', 'option', 'form'],
    find: async ({ tx, caller }, search) => {
      const rows = await ofOrganization(tx, 'fields', caller)
        .select(['id', 'name', 'metadata', 'internal_form_id', 'internal_field_id'])
        .select(isVisible(visibleFields(caller, 'read')))
        .where((eb) =>
          eb.or([
            eb('internal_form_id', '=', among(search.ids)),
            eb('internal_field_id', '=', among(search.ids)),
            mentions(search, 'metadata'),
          ]),
        )
        .orderBy('sort_name')
        .orderBy('id')
        .execute();
      return rows.map(({ id, name, visible, metadata, internal_form_id, internal_field_id }) => ({
        id,
        name,
        form: null,
        visible,
        references: [
          ...referencesIn(inMetadata, metadata),
          ...(internal_form_id === null ? [] : [{ thing: 'form' as const, id: internal_form_id }]),
          ...(internal_field_id === null ? [] : [{ thing: 'field' as const, id: internal_field_id }]),
        ],
      }));
    },
  },
  rule: {
    words: ['rule', 'rules'],
    things: conditionThings,
    find: async ({ tx, caller }, search) => {
      const forms = await ofOrganization(tx, 'forms', caller)
        .select(['id', 'name', 'logic', isVisible(visibleForms(caller, 'read'))])
        .where(mentions(search, 'logic'))
        .orderBy('sort_name')
        .orderBy('id')
        .execute();
      return forms.flatMap(({ id, name, visible, logic }) =>
        logic.map((rule, place) => ({
          id: place,
          name: rule.name,
          form: { id, name },
          visible,
          references: referencesIn(inRule, rule),
        })),
      );
    },
  },
  calculation: {
    words: ['calculation', 'calculations'],
    things: ['field', 'calculation'],
    find: async (context, search) => {
      const rows = await ofForms(context, 'calculations')
        .select(['calculations.id', 'calculations.name', 'calculations.variables'])
        .where(mentions(search, 'calculations.variables'))
        .orderBy('calculations.position')
        .orderBy('calculations.id')
        .execute();
      return rows.map(({ id, name, visible, variables, ...form }) => ({
        id,
        name,
        form: formOf(form),
        visible,
        references: referencesIn(inVariables, variables),
      }));
    },
  },
  notification: {
    words: ['notification', 'notifications'],
    things: conditionThings,
    find: async (context, search) => {
      const columns = ['conditions', 'recipient_field_ids', 'recipient_group_ids', 'scoped_fields'] as const;
      const rows = await ofForms(context, 'notification_definitions')
        .select(['notification_definitions.id', 'notification_definitions.subject_template', ...columns])
        .where(mentions(search, ...columns))
        .orderBy('notification_definitions.id')
        .execute();
      const opened = holds(context.caller, { entity: 'notification_messages', action: 'read' });
      return rows.map((row) => ({
        id: row.id,
        name: row.subject_template,
        form: formOf(row),
        visible: row.visible && opened,
        references: referencesIn(inNotification, row),
      }));
    },
  },
  report: {
    words: ['report', 'reports'],
    things: ['field', 'option', 'calculation', 'form', 'report'],
    find: async ({ tx, caller }, search) => {
      const reports = conditionOn('report_definitions');
      const ofForm = reports.exists(
        reports
          .selectFrom('report_forms')
          .select('report_forms.id')
          .whereRef('report_forms.report_definition_id', '=', 'report_definitions.id')
          .where('report_forms.form_id', '=', among(search.ids)),
      );
      const rows = await ofOrganization(tx, 'report_definitions', caller)
        .selectAll()
        .select(isVisible(visibleReports(caller, 'read')))
        .where(search.thing === 'form' ? ofForm : mentions(search, ...parts))
        .orderBy('sort_name')
        .orderBy('id')
        .execute();
      return rows.map(({ visible, ...row }) => ({
        id: row.id,
        name: row.name,
        form: null,
        visible,
        references: referencesIn(inReport, definitionOf(row)),
      }));
    },
  },
  dashboard_widget: {
    words: ['dashboard widget', 'dashboard widgets'],
    things: ['report'],
    find: async ({ tx, caller }, { ids }) => {
      const rows = await ofOrganization(tx, 'dashboard_widgets', caller)
        .select(['id', 'report_definition_id', isVisible(visibleWidgets(caller, 'read'))])
        .where('report_definition_id', '=', among(ids))
        .orderBy('id')
        .execute();
      return rows.map(({ id, visible, report_definition_id }) => ({
        id,
        name: null,
        form: null,
        visible,
        references: [{ thing: 'report', id: report_definition_id as number }],
      }));
    },
  },
  sequence: {
    words: ['sequence', 'sequences'],
    things: ['form'],
    find: async ({ tx, caller }, { ids }) => {
      const rows = await ofOrganization(tx, 'sequences', caller)
        .innerJoin('sequence_forms', (join) =>
          join
            .onRef('sequence_forms.organization_id', '=', 'sequences.organization_id')
            .onRef('sequence_forms.sequence_id', '=', 'sequences.id'),
        )
        .select(['sequences.id', 'sequences.name', 'sequence_forms.form_id'])
        .select(isVisible(plainScope('sequences')(caller, 'read')))
        .where('sequence_forms.form_id', '=', among(ids))
        .orderBy('sequences.sort_name')
        .orderBy('sequences.id')
        .execute();
      return rows.map(({ id, name, visible, form_id }) => ({
        id,
        name,
        form: null,
        visible,
        references: [{ thing: 'form', id: form_id }],
      }));
    },
  },
  retention_rule: {
    words: ['retention rule', 'retention rules'],
    things: ['form'],
    find: async (context, { ids }) => {
      const rows = await ofForms(context, 'retention_rules')
        .select('retention_rules.id')
        .where('retention_rules.form_id', '=', among(ids))
        .execute();
      const visible = holds(context.caller, { entity: 'organization_accounts', action: 'write' });
      return rows.map(({ id, form_id }) => ({
        id,
        name: null,
        form: null,
        visible,
        references: [{ thing: 'form', id: form_id }],
      }));
    },
  },
  referral_system: {
    words: ['referral system', 'referral systems'],
    things: ['field', 'form'],
    find: async ({ tx, caller }) => {
      const rows = await ofOrganization(tx, 'case_worthy_affiliations', caller)
        .select(['organization_id', 'template_referral_form_id', 'referral_form_field_mappings'])
        .execute();
      return rows.map(({ organization_id, template_referral_form_id, referral_form_field_mappings }) => ({
        id: organization_id,
        name: null,
        form: null,
        visible: true,
        references: [
          ...referencesIn(inMapping, referral_form_field_mappings),
          ...(template_referral_form_id === null ? [] : [{ thing: 'form' as const, id: template_referral_form_id }]),
        ],
      }));
    },
  },
} as const satisfies Record<string, UseKind>;
export type UseKindName = keyof typeof useKinds;
