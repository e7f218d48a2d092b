import type { Reach } from '#web/kit/reach.ts';

/** Forms and fields stand in each other, in what is filled in, and in what is chosen to be filled in. */
const definitions = [
  'forms',
  'fields',
  'usable_fields',
  'fillable_forms',
  'sequences',
  'fillable_sequences',
  'clients',
  'client_forms',
  'internal_forms',
  'form_templates',
  'client_dashboard',
];

/** What people, responses and forms are put into, and counted in. */
const trees = ['data_groups', 'data_group_records', 'categories', 'category_records'];

/**
 * What is loaded afresh after a write, beside the collections that its own path names: where the records of a
 * collection are spoken of, or counted. Who creates a record may be given it by their groups, so that what the viewer
 * may do is asked anew each time (`always`), and so is what goes on in the background. What is not listed reaches everything: users, groups and grants change what
 * anybody may see. When in doubt list more, or nothing.
 */
const reached = {
  /** With a person go their responses, which forms and fields count. */
  clients: ['client_pairs', 'client_forms', 'forms', 'fields', 'internal_forms', ...trees],
  /** What is filled in next is looked at anew: somebody may have made it inactive meanwhile. */
  client_forms: ['clients', 'forms', 'fields', 'internal_forms', 'fillable_forms', 'fillable_sequences', ...trees],
  /** With whom a form is shared, affiliations tell. */
  forms: [...definitions, ...trees, 'affiliations'],
  fields: definitions,
  report_definitions: ['report_catalogue', 'forms', 'categories', 'category_records', 'dashboard_widgets'],
  report_views: ['report_definitions', 'dashboard_widgets'],
  kept_figures: ['report_definitions'],
  sequences: ['forms', 'fields', 'fillable_sequences'],
  /** Whose a response is makes one of that person. */
  public_form_instances: ['public_forms', 'clients', 'client_forms', 'forms', 'fields', ...trees],
  public_form_instance_client_form_links: ['public_forms', 'clients', 'client_forms', 'forms', 'fields', ...trees],
  internal_forms: ['forms', 'fields', 'clients', 'client_forms'],
  notification_definitions: ['forms', 'fields'],
  notification_messages: [],
  notifications: [],
  notification_preferences: [],
  notification_test: ['notification_messages'],
  public_forms: ['forms'],
  translations: ['forms'],
  pinned_messages: ['permission_groups', 'dashboard_widgets'],
  dashboard_widgets: [],
  data_groups: ['pickable_data_groups', 'data_group_records'],
  data_group_records: ['data_groups'],
  categories: ['pickable_categories', 'category_records', 'clients', 'forms'],
  category_records: ['categories', 'clients', 'forms'],
  address_suggestions: ['address_autocomplete', 'address_detail'],
  affiliations: [],
  /** The status of a referral stands on its response, the link on its person. */
  case_worthy: ['clients', 'client_forms'],
  webhooks: ['webhooks'],
  retention_rules: ['retention_runs'],
  notes: [],
  consents: [],
  /** Chosen for everybody: what each person's page shows. */
  client_dashboard: ['clients'],
  /** Who moves from one household to another changes both. */
  household_members: ['households', 'clients'],
  households: ['household_members', 'clients'],
  /** That two people are told apart stands in the history of both. */
  merge_clients: ['clients', 'client_pairs'],
  locations: ['permission_groups'],
  xlsforms: definitions,
  redcap_dictionaries: definitions,
  /** Copies of templates: the templates tell who has one. */
  form_assignments: [...definitions, 'organizations'],
  form_templates: definitions,
};

const always = ['organization_account', 'jobs'];

export const reach: Reach = {
  ...Object.fromEntries(Object.entries(reached).map(([written, others]) => [written, [...others, ...always]])),
  record_permissions: 'everything',
};
