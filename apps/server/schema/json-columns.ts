import type { z } from 'zod';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import type { Purpose } from '#contract/kit/purposes.ts';
import type { SmartConditions } from '#contract/resources/data-groups.ts';
import type { importCounts, importFindings } from '#contract/resources/imports.ts';
import type { Recipient } from '#contract/resources/notifications.ts';
import type { RecordFileQuery } from '#contract/resources/record-files.ts';
import type { ReferralPart } from '#contract/resources/referral-system.ts';
import type { summarySettings, viewPage } from '#contract/resources/report-results.ts';
import type { ReportViewRecord } from '#contract/resources/report-views.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { Calculation, CalculationValue } from '#forms/definition/calculation.ts';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { Rule, RuleCondition } from '#forms/definition/rule.ts';
import type { FieldOption } from '#forms/field-types/field-type.ts';
import type { Translations } from '#forms/translation/translations.ts';
import type { CopiedForm } from '#forms/updates/copied-form.ts';
import type { ReportDefinition } from '#reports/definition.ts';
import type { Overrides } from '#reports/plan/plan-report.ts';
import type { Jobs } from './background-work.ts';

/** What a view of a report showed. */
type KeptPage = z.output<typeof viewPage>;

/** A row as history keeps it: its columns by name. */
export type RowValues = Record<string, unknown>;

/** What a recalculation replaced in a response. */
export type ReplacedResults = {
  recalculation_id: number;
  results: Record<string, CalculationValue>;
  versions: Record<string, string>;
  /** The answers that rules gave otherwise by the new results; null where there was none. */
  answers: Record<string, unknown>;
  /** Whether a result became another one, and whether one became blank. */
  is_changed: boolean;
  is_blank: boolean;
};

/** The settings of a field that the server reads; its type has others. */
export type FieldMetadata = RowValues & {
  pre_populate?: FieldSettings['pre_populate'] | boolean;
  presentation_content?: string;
  api_endpoint?: string;
  api_parameters?: string[];
};

/** What a referral says, apart from what is added when it is sent. */
export type ReferralContent = Partial<Record<ReferralPart, string | null>>;

/** What a file was prepared with: the rights of the person who asked for it, as far as they decide what it may show. */
export type HeldRights = {
  everything: boolean;
  entity_privileges: EntityPrivileges;
  principals: number[];
  /** The grants to these principals: how many there were, and the newest. */
  grants: { count: number; newest: number };
  /** The restricted forms that were closed to them. */
  closed_forms: number[];
};

/** The IDs in a copied form by those in its original. */
export type StoredNumbers = { fields: Record<string, number>; calculations: Record<string, number> };

/** Which field of a form holds which part of a referral. */
export type ReferralMappings = Partial<Record<ReferralPart, number | null>>;

/** How a table is written in a file. */
export type TableFormat = {
  kind: 'csv' | 'xlsx';
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  separator: string;
  /** Whether the first line says which separator it is, and nothing else: sep=; */
  has_separator_line?: boolean;
};

/** A row of an imported file below the first, numbered as a spreadsheet does: the first row is 1. */
export type TableRow = { row: number; cells: string[] };

/** Where a column of an imported file goes. */
export type Mapping = { destination_id: string; origin_id: number | null; force: boolean };

/** What an import did with its rows. */
export type Counts = z.output<typeof importCounts>;

/** A record that stayed as it was when an import was undone, because it was changed since. */
export type KeptRecord = { item_type: string; item_id: number };

/** What a check of a file found. Of changes only the rows of the file: what they change is read each time. */
export type Findings = Pick<z.input<typeof importFindings>, 'kinds' | 'errors'> & { changed: TableRow[] };

/** An entry in the log of an import. */
export type ImportLogEntry = { at: string; user_id: number; what: string };

/** How the values of a report are summed up, as it is kept. */
export type SummarySettings = z.output<typeof summarySettings>;

/** What a restored organization could not get as it was. */
export type RestoreSummary = {
  accounts_found: number;
  accounts_made: number;
  members_invited: number;
  access_keys_made: number;
  left_behind: Record<string, number>;
  files_missing: number;
};

/**
 * The content of each column that holds JSON. The generated types of the tables ask for an entry, so a column without
 * one does not compile. `unknown` is for content that its reader checks, since it differs by another column.
 */
export type JsonColumns = {
  'calculations.variables': Calculation['variables'];
  'calculations.formatter': Calculation['formatter'];
  'case_worthy_affiliations.referral_form_field_mappings': ReferralMappings;
  'data_groups.smart_conditions': SmartConditions;
  'erasure_certificates.tables': Record<string, number>;
  /** Files of records have a query, those of reports may have conditions and an order; the rest differs by `subject_type`. */
  'exports.options': RowValues & Overrides & { format: 'csv' | 'xlsx'; query: RecordFileQuery };
  'exports.made_with': HeldRights;
  'fields.metadata': FieldMetadata;
  'fields.field_options': FieldOption[];
  'form_fields.settings': FieldSettings;
  'form_fields.parameters_mapping': Record<string, number>;
  'form_translations.texts': Translations;
  'forms.logic': Rule[];
  'imports.format': TableFormat;
  'imports.header': string[];
  'imports.preview': string[][];
  'imports.mappings': Mapping[];
  'imports.errors': Record<string, string[]>;
  'imports.counts': Counts;
  'imports.kept': KeptRecord[];
  'imports.findings': Findings;
  'imports.log': ImportLogEntry[];
  /** By `kind`. */
  'jobs.payload': Jobs[keyof Jobs];
  'merges.client_ids': number[];
  'merges.moved': unknown;
  'notification_definitions.conditions': RuleCondition;
  'notification_definitions.recipients': Recipient[];
  'notification_definitions.recipient_field_ids': number[];
  'notification_definitions.scoped_fields': number[];
  'notification_definitions.recipient_group_ids': number[];
  'organization_restores.counts': Record<string, number>;
  'organization_restores.mapped': Partial<RestoreSummary>;
  'organization_restores.errors': string[];
  'kept_figures.page': KeptPage;
  'organization_states.consent_wording': Partial<Record<Purpose, string>>;
  'organizations.consent_wording': Partial<Record<Purpose, string>>;
  'permission_groups.privileges': EntityPrivileges;
  'permission_groups.record_permission_assignments': EntityPrivileges;
  'referrals.content': ReferralContent;
  'removed_rows.removed': RowValues;
  'report_definitions.fields': ReportDefinition['fields'];
  'report_definitions.conditions': ReportDefinition['conditions'];
  'report_definitions.default_order': ReportDefinition['default_order'];
  'report_definitions.window': ReportDefinition['window'];
  'report_definitions.partition_field': ReportDefinition['partition_field'];
  'report_definitions.parameters': ReportDefinition['parameters'];
  'report_definitions.settings': ReportDefinition['settings'];
  'report_definitions.summary': SummarySettings;
  'report_views.series': ReportViewRecord['series'];
  'report_views.settings': ReportViewRecord['settings'];
  'responses.answers': Answers;
  'responses.calculation_results': Record<string, CalculationValue>;
  'responses.result_versions': Record<string, string>;
  'responses.replaced_results': ReplacedResults;
  'recalculations.calculation_ids': number[];
  'shared_forms.numbers': StoredNumbers;
  'shared_forms.before': CopiedForm;
  'template_forms.numbers': StoredNumbers;
  'template_forms.taken': CopiedForm;
  'versions.old_values': RowValues;
  'versions.new_values': RowValues;
  'written_entries.former_values': RowValues;
};
