// Over 300 lines: how the history of every type of record reads, in one place.
import { words } from '#contract/kit/issues.ts';
import { entityLabels } from '#contract/kit/privileges.ts';
import { type RecordType, recordTypes } from '#contract/record-types.ts';
import { type Gender, genders } from '#contract/resources/clients.ts';
import { type Giver, givers } from '#contract/resources/consents.ts';
import type { SmartConditions } from '#contract/resources/data-groups.ts';
import { formatDate, monthNames } from '#forms/calendar.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { personLabels } from '#forms/person-columns.ts';
import { offeredWords } from '#forms/words/option-words.ts';
import { conditionsIn, type ReportConditions } from '#reports/conditions.ts';
import { householdTitles } from '#server/access/household-titles.ts';
import {
  type AccessScope,
  clientsOfAnyTime,
  visibleAffiliations,
  visibleCategories,
  visibleDataGroups,
  visibleInternalForms,
  visiblePermissionGroups,
  visibleReports,
} from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { always, among, ofOrganization } from '#server/kit/rows.ts';
import { fieldOf } from './definitions.ts';

/** What an id stands for: its name, and how a value under it reads. */
export type ReferenceLabel = { name: string; text?: (value: unknown) => string };
export type ReferenceReader = {
  read: (context: Pick<MemberContext, 'tx' | 'caller'>, ids: string[]) => Promise<(ReferenceLabel & { id: number })[]>;
  /** What stands for one that is gone, or that the reader may not see. */
  unseen: string;
};

type ChangeReader = {
  /** Labels of the screens, where they are not the words of the column. */
  labels?: Record<string, string>;
  /** Values that are stored in other words than people use. */
  values?: Record<string, (value: unknown) => string>;
  /** Columns that hold an id, and kinds of entry that stand under one, such as `answers.12`. */
  names?: Record<string, ReferenceReader>;
  /** Columns that mean nothing to people. */
  technical?: string[];
};

const naming = <
  T extends
    | 'fields'
    | 'forms'
    | 'permission_groups'
    | 'data_groups'
    | 'categories'
    | 'report_definitions'
    | 'report_views',
>(
  table: T,
  unseen: string,
  scope?: AccessScope<T>,
): ReferenceReader => ({
  unseen,
  read: ({ tx, caller }, ids) =>
    ofOrganization(tx, table as 'forms', caller)
      .select(['id', 'name'])
      .where('id', '=', among(ids))
      .where(scope?.(caller, 'read') ?? always)
      .execute(),
});

const deletedField = 'A deleted field';
const fields = naming('fields', deletedField);

/** Fields as what is answered, in the words of their options. */
const questions: ReferenceReader = {
  unseen: deletedField,
  read: async ({ tx, caller }, ids) => {
    const rows = await ofOrganization(tx, 'fields', caller).selectAll().where('id', '=', among(ids)).execute();
    return rows.map(fieldOf).map((field) => ({
      id: field.id,
      name: field.name,
      text: (value) => fieldType(field.field_type).text(value, field),
    }));
  },
};

type Person = { id: number; first_name: string | null; last_name: string | null };
const asNamed = ({ id, first_name, last_name }: Person) => ({
  id,
  name: [first_name, last_name].filter(Boolean).join(' '),
});

const people: ReferenceReader = {
  unseen: 'A person you cannot see',
  read: async ({ tx, caller }, ids) => {
    const rows = await ofOrganization(tx, 'clients', caller)
      .select(['id', 'first_name', 'last_name'])
      .where('id', '=', among(ids))
      // Those who were archived or merged keep their names.
      .where(clientsOfAnyTime(caller, 'read'))
      .execute();
    return rows.map(asNamed);
  },
};

const colleagues: ReferenceReader = {
  unseen: 'System',
  read: async ({ tx }, ids) => {
    const rows = await tx
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name'])
      .where('id', '=', among(ids))
      .execute();
    return rows.map(asNamed);
  },
};

const households: ReferenceReader = {
  unseen: 'A household',
  read: async (context, ids) => {
    const titles = await householdTitles(context, ids);
    return [...titles].map(([id, name]) => ({ id, name }));
  },
};

const resultStates: Record<string, string> = {
  kept: 'Kept as they were calculated',
  recalculating: 'Being recalculated',
  recalculated: 'Recalculated',
  undoing: 'Being restored',
  undone: 'Restored',
};

/** What was decided about the results of calculations that changed. */
const results: ReferenceReader = {
  unseen: 'Results',
  read: async ({ tx, caller }, ids) => {
    const rows = await ofOrganization(tx, 'recalculations', caller)
      .select(['id', 'name'])
      .where('id', '=', among(ids))
      .execute();
    return rows.map(({ id, name }) => ({
      id,
      name: `Results of ${name}`,
      text: (value) => resultStates[(value as { state: string }).state] ?? '',
    }));
  },
};

const forms = naming('forms', 'A deleted form');
const entities: Record<string, string> = entityLabels;

/** How a value reads that the database holds in a known shape. */
const reading =
  <T>(say: (value: T) => string) =>
  (value: unknown) =>
    say(value as T);

/** "3 columns". */
const counted = (list: unknown[], one: string) => `${list.length} ${one}${list.length === 1 ? '' : 's'}`;

const privileges = reading((value: Record<string, string[]>) =>
  Object.entries(value)
    .filter(([, held]) => held.length > 0)
    .map(([entity, held]) => `${entities[entity] ?? words(entity)}: ${held.join(', ')}`)
    .join('; '),
);

type MembershipValues = { client_id?: number; started_on?: string; ended_on?: string; is_head?: boolean };
const inHousehold = reading(
  ({ client_id, started_on, ended_on, is_head }: MembershipValues) =>
    [
      started_on && `Since ${formatDate(started_on)}`,
      ended_on && `Until ${formatDate(ended_on)}`,
      is_head && 'Head of the household',
    ]
      .filter(Boolean)
      .join(', ') || (client_id ? 'Member' : ''),
);

/** Merges are told by the records that came, and that they were undone. */
const merges: ReferenceReader = {
  unseen: 'Merge',
  read: async (_, ids) => ids.map((id) => ({ id: Number(id), name: 'Merge' })),
};
const merged = reading(({ client_ids = [], undone_at }: { client_ids?: number[]; undone_at?: string | null }) =>
  undone_at ? 'Undone' : client_ids.length > 0 ? `With ${client_ids.map((id) => `ID ${id}`).join(', ')}` : '',
);

/** Consents are called after what was agreed to. */
type ConsentValues = {
  given_by?: Giver;
  given_by_name?: string | null;
  begins_on?: string;
  ends_on?: string | null;
  response_id?: number | null;
  note?: string | null;
  withdrawn_at?: string;
};
const consented = reading(
  ({ given_by, given_by_name, begins_on, ends_on, response_id, note, withdrawn_at }: ConsentValues) =>
    withdrawn_at
      ? 'Withdrawn'
      : [
          given_by && `Given by ${givers[given_by].toLowerCase()}`,
          given_by_name && `Their name: ${given_by_name}`,
          begins_on && `From ${formatDate(begins_on)}`,
          ends_on && `Until ${formatDate(ends_on)}`,
          ends_on === null && 'Until withdrawn',
          response_id && 'Signed',
          note && `Note: ${note}`,
        ]
          .filter(Boolean)
          .join(', '),
);

/** Affiliations are called after the organization on the other side. */
const affiliations: ReferenceReader = {
  unseen: 'An affiliation that has ended',
  read: ({ tx, caller }, ids) =>
    ofOrganization(tx, 'affiliations', caller)
      .innerJoin('organizations', 'organizations.id', 'affiliations.affiliate_organization_id')
      .select(['affiliations.id', 'organizations.name'])
      .where('affiliations.id', '=', among(ids))
      .where(visibleAffiliations(caller, 'read'))
      .execute(),
};

const tiers: ReferenceReader = {
  unseen: 'A removed pricing tier',
  read: ({ tx }, ids) => tx.selectFrom('pricing_tiers').select(['id', 'name']).where('id', '=', among(ids)).execute(),
};

type TranslationValues = { texts?: Record<string, { text: string }> };
/** The beginning of what a form says in another language. */
const translated = reading(({ texts = {} }: TranslationValues) => {
  const said = Object.values(texts).map(({ text }) => text);
  const first = said.slice(0, 10).map((text) => text.slice(0, 100));
  return [...first, ...(said.length > first.length ? [`and ${said.length - first.length} more`] : [])].join(', ');
});

const ofForm: ChangeReader = {
  labels: { form_type: 'Form Use', logic: 'Rules', redirect_url: 'Custom redirect URL' },
  values: {
    form_type: (type) => (type === 'client' ? 'Client' : 'Internal'),
    translation: translated,
    affiliation_id: () => 'Shared',
    logic: reading((rules: { name: string }[]) => rules.map(({ name }) => name).join(', ')),
  },
  names: { field_id: fields, affiliation_id: affiliations, results },
};

/** How the history of types of record reads, and of what stands on records, where not all columns read by themselves. */
export const readings: Partial<Record<RecordType | 'notes' | 'organizations', ChangeReader>> = {
  organizations: {
    labels: {
      slug: 'Address',
      owner_id: 'Owner',
      next_owner_id: 'Next owner',
      pricing_tier_id: 'Pricing tier',
      api_access_enabled: 'API access',
      logo_file_id: 'Logo',
      small_numbers_below: 'Hide counts below',
      allow_answers_in_email: 'Answers in emails',
      mail_sender: 'Sender name',
      mail_reply_to: 'Reply-to address',
      suspended_at: 'Suspended since',
      suspended_reason: 'Reason for the suspension',
      can_be_found: 'Others can find it',
      allow_unknown: 'Unknown and declined allowed',
      week_starts_on: 'First day of the week',
      fiscal_year_start_month: 'First month of the fiscal year',
      consent_required: 'Consent is required for',
      consent_wording: 'Consent wording',
    },
    values: {
      logo_file_id: () => 'A picture',
      week_starts_on: (day) => (day === 'monday' ? 'Monday' : 'Sunday'),
      fiscal_year_start_month: (month) => monthNames[Number(month) - 1] ?? String(month),
      consent_required: reading((purposes: string[]) => purposes.map((one) => words(one)).join(', ')),
      consent_wording: reading((texts: Record<string, string>) => Object.values(texts).join('; ')),
    },
    names: { owner_id: colleagues, next_owner_id: colleagues, pricing_tier_id: tiers },
  },
  notes: {
    labels: { body: 'Note', client_id: 'Person', record_type: 'On', record_id: 'Record ID', user_id: 'Written by' },
    values: { record_type: reading((type: RecordType) => recordTypes[type].title.one) },
    names: { client_id: people, user_id: colleagues },
  },
  clients: {
    labels: {
      ...personLabels,
      photo_file_id: 'Photo',
      archived_at: 'Deleted',
      merged_into_id: 'Merged into',
      case_worthy_client_id: 'Record in DTD',
    },
    values: {
      gender: reading((gender: Gender) => genders[gender]),
      photo_file_id: () => 'A photo',
      household: inHousehold,
      distinct_from: () => 'Marked as distinct',
      merged_into_id: (id) => `ID ${id}`,
      merge: merged,
      consent: consented,
    },
    names: { household: households, distinct_from: people, merge: merges },
  },
  client_forms: {
    labels: { form_id: 'Form', client_id: 'Person', administrator_id: 'Recorded by', completed_at: 'Recorded at' },
    names: { answers: questions, form_id: forms, client_id: people, administrator_id: colleagues },
  },
  internal_records: {
    labels: { form_id: 'Form', title: 'Title' },
    names: { answers: questions, form_id: forms, administrator_id: colleagues },
    technical: ['client_id', 'title'],
  },
  forms: ofForm,
  internal_forms: ofForm,
  fields: {
    labels: {
      metadata: 'Settings',
      field_options: 'Options',
      internal_form_id: 'Internal form',
      internal_field_id: 'Field that names its records',
    },
    values: {
      field_type: reading((type: FieldTypeName) => fieldType(type).title),
      field_options: reading(offeredWords),
    },
    names: {
      internal_form_id: naming('forms', 'A form you cannot see', visibleInternalForms),
      internal_field_id: fields,
    },
    technical: ['data_type'],
  },
  data_groups: {
    labels: { parent_id: 'Parent Data Group', smart_conditions: 'SmartGroup conditions' },
    values: {
      smart_conditions: reading(({ and }: SmartConditions) => counted(and, 'condition')),
    },
    names: { parent_id: naming('data_groups', 'A data group you cannot see', visibleDataGroups) },
  },
  categories: {
    labels: { parent_id: 'Parent category' },
    names: { parent_id: naming('categories', 'A category you cannot see', visibleCategories) },
  },
  sequences: { names: { form_id: forms } },
  report_definitions: {
    labels: {
      report_type: 'Type',
      report_target_id: 'Source report',
      fields: 'Columns',
      default_order: 'Order',
      window: 'Window functions',
      partition_field: 'Window functions, for each',
      parameters: 'Asked when opened',
    },
    values: {
      fields: reading((fields: unknown[]) => counted(fields, 'column')),
      conditions: reading((conditions: ReportConditions) => counted(conditionsIn(conditions), 'condition')),
      default_order: reading((entries: unknown[]) => counted(entries, 'column')),
      summary: reading((entries: unknown[]) => counted(entries, 'column')),
      window: () => 'Set',
      partition_field: () => 'Set',
      parameters: reading((asked: { label: string }[]) => asked.map(({ label }) => label).join(', ') || 'Nothing'),
      settings: reading((settings: { small_numbers?: boolean }) =>
        settings.small_numbers ? 'Small counts are shown' : 'As usual',
      ),
      id: reading(({ name }: { name?: string }) => (name === undefined ? 'Changed' : `View: ${name}`)),
    },
    names: {
      report_target_id: naming('report_definitions', 'A report you cannot see', visibleReports),
      id: naming('report_views', 'A deleted view'),
    },
  },
  permission_groups: {
    labels: { default: 'Default group', record_permission_assignments: 'Extended permissions' },
    values: { privileges, record_permission_assignments: privileges },
  },
  affiliations: {
    labels: { approver_name: 'Answered by', approved_at: 'Approved', rejected_at: 'Rejected' },
    values: {
      type: (type) => (type === 'owner' ? 'You invited them' : 'They invited you'),
      state: reading((state: string) => `${state.charAt(0).toUpperCase()}${state.slice(1)}`),
    },
    technical: ['affiliate_organization_id'],
  },
  users: {
    labels: { role: 'Administrator', accepted_at: 'Invitation accepted', archived_at: 'Archived' },
    values: { role: (role) => (role === 'orgadmin' ? 'Yes' : 'No'), permission_group_id: () => 'Member' },
    names: { permission_group_id: naming('permission_groups', 'A group you cannot see', visiblePermissionGroups) },
  },
};
