import { sql } from 'kysely';
import { checkField, type FieldDraft } from '#forms/definition/field.ts';
import type { FieldSettings } from '#forms/definition/field-settings.ts';
import type { Issue } from '#forms/issue.ts';
import { usableFields } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { among, deleteOf, ofOrganization } from '#server/kit/rows.ts';
import { prePopulateIssues } from './pre-populate.ts';

/** A field of a form as it is sent. */
export type Entry = {
  field_id: number;
  /** A field that is to be made with the form. */
  field?: FieldDraft | undefined;
  is_required?: boolean;
  is_quick_view?: boolean;
  is_locked?: boolean;
  position?: number;
  settings?: FieldSettings | undefined;
  parameters_mapping?: Record<string, number>;
};

/** Of the settings and options of all fields of a form, in bytes of JSON: whoever opens the form reads them all. */
const largestForm = 2 * 1024 * 1024;
export const tooLarge = 'The settings and options of a form’s fields can take at most 2 MB together';

/** How much of that a field takes. */
export const sizeOfField = sql<number>`octet_length(fields.metadata::text) + octet_length(fields.field_options::text)`;

/** Each parameter of a field's endpoint is given by another field of the form, and nothing else is. */
const mappingIssues = ({
  path,
  entry: { field_id, parameters_mapping = {} },
  names,
  onForm,
}: {
  path: string;
  entry: Entry;
  names: string[];
  onForm: ReadonlySet<number>;
}) => [
  ...names
    .filter((name) => !Object.hasOwn(parameters_mapping, name))
    .map((name) => ({ path: `${path}.parameters_mapping.${name}`, message: `Choose the field that gives ${name}` })),
  ...Object.entries(parameters_mapping).flatMap(([name, source]) => {
    const at = `${path}.parameters_mapping.${name}`;
    if (!names.includes(name)) return [{ path: at, message: `Remove ${name}: this field has no such parameter` }];
    if (source === field_id) return [{ path: at, message: 'Choose another field: this one can’t depend on itself' }];
    return onForm.has(source) ? [] : [{ path: at, message: 'Choose a field of this form' }];
  }),
];

const storedSettings = async ({ tx, caller }: MemberContext, form_id: number | undefined) => {
  const rows = form_id
    ? await ofOrganization(tx, 'form_fields', caller)
        .select(['field_id', 'settings'])
        .where('form_id', '=', form_id)
        .execute()
    : [];
  return new Map(rows.map(({ field_id, settings }) => [field_id, settings]));
};

/**
 * What is wrong with the fields of a form: those that stand twice, are not the organization's or not for the caller to put on a form, or are too
 * large together, and parameters that are not mapped or from elsewhere. What is on the form already may stay.
 * @param isCopy whether the entries are those of another form, as they were stored: then they are copied as they are
 */
export const entryIssues = async (
  context: MemberContext,
  { form_id, entries, isCopy = false }: { form_id: number | undefined; entries: Entry[]; isCopy?: boolean },
): Promise<Issue[]> => {
  const { tx, caller } = context;
  const [known, stored] = await Promise.all([
    ofOrganization(tx, 'fields', caller)
      .select(['id', sql<unknown>`metadata -> 'api_parameters'`.as('parameters'), sizeOfField.as('size')])
      .where('id', '=', among(entries.map(({ field_id }) => field_id)))
      .where((eb) =>
        eb.or([
          usableFields(caller),
          eb.exists(
            eb
              .selectFrom('form_fields')
              .select('form_fields.id')
              .where('form_fields.organization_id', '=', caller.organization.id)
              .where('form_fields.form_id', '=', form_id ?? 0)
              .whereRef('form_fields.field_id', '=', 'fields.id'),
          ),
        ]),
      )
      .execute(),
    storedSettings(context, form_id),
  ]);
  const byId = new Map(known.map((field) => [field.id, field]));
  const onForm = new Set(entries.map(({ field_id }) => field_id));
  const seen = new Set<number>();
  const sources: Parameters<typeof prePopulateIssues>[1] = [];
  const issues = entries.flatMap((entry, index) => {
    const path = `form_fields.${index}`;
    const drafted = entry.field && checkField(entry.field);
    if (drafted && drafted.issues.length > 0)
      return drafted.issues.map((issue) => ({ ...issue, path: `${path}.field.${issue.path}` }));
    const field = drafted ? { parameters: drafted.field.metadata.api_parameters } : byId.get(entry.field_id);
    if (!field) return [{ path: `${path}.field_id`, message: 'Choose a field of this organization' }];
    if (seen.has(entry.field_id)) return [{ path: 'form_fields', message: 'A field can be on a form only once' }];
    seen.add(entry.field_id);
    if (isCopy) return [];
    const source = entry.settings?.pre_populate;
    const before = stored.get(entry.field_id)?.pre_populate;
    if (source) sources.push({ path: `${path}.settings.pre_populate`, source, before });
    const names = Array.isArray(field.parameters) ? field.parameters.map(String) : [];
    return mappingIssues({ path, entry, names, onForm });
  });
  const size = known.reduce((sum, one) => sum + one.size, 0) + sizeOfDrafts(entries);
  return [
    ...issues,
    ...(await prePopulateIssues(context, sources)),
    ...(size > largestForm ? [{ path: 'form_fields', message: tooLarge }] : []),
  ];
};

const sizeOfDrafts = (entries: Entry[]): number =>
  entries.reduce((sum, { field }) => sum + (field ? Buffer.byteLength(JSON.stringify(field)) : 0), 0);

/** Refuses a change to a field with which a form that asks it would become too large. */
export const refuseTooLarge = async ({ tx, caller }: MemberContext, field: { id: number }, size: number) => {
  const large = await ofOrganization(tx, 'form_fields', caller)
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'form_fields.organization_id')
        .onRef('fields.id', '=', 'form_fields.field_id'),
    )
    .select('form_fields.form_id')
    .where(
      'form_fields.form_id',
      'in',
      ofOrganization(tx, 'form_fields', caller).select('form_id').where('field_id', '=', field.id),
    )
    .where('form_fields.field_id', '!=', field.id)
    .groupBy('form_fields.form_id')
    .having(sql<number>`sum(${sizeOfField})`, '>', largestForm - size)
    .limit(1)
    .executeTakeFirst();
  refuse(large ? [{ path: 'base', message: `${tooLarge}: a form with this field is full` }] : []);
};

/**
 * The entries with their locks. Only a superuser locks a field of a form, unlocks it or takes it away; what is
 * sent without a word about it keeps its lock.
 */
export const withLocks = async ({ tx, caller }: MemberContext, form_id: number | undefined, entries: Entry[]) => {
  const rows =
    form_id === undefined
      ? []
      : await ofOrganization(tx, 'form_fields', caller)
          .select('field_id')
          .where('form_id', '=', form_id)
          .where('is_locked', '=', true)
          .execute();
  const locked = new Set(rows.map(({ field_id }) => field_id));
  const kept = entries.map((entry) => ({ ...entry, is_locked: entry.is_locked ?? locked.has(entry.field_id) }));
  if (caller.is_superuser) return kept;
  const gone = [...locked].some((id) => !entries.some(({ field_id }) => field_id === id));
  refuse([
    ...(gone ? [{ path: 'form_fields', message: 'Only the platform team can remove a locked field' }] : []),
    ...kept.flatMap(({ field_id, is_locked }, index) =>
      is_locked === locked.has(field_id)
        ? []
        : [{ path: `form_fields.${index}.is_locked`, message: 'Only the platform team can lock or unlock a field' }],
    ),
  ]);
  return kept;
};

/** Makes these the form's fields, in this order. Entries that stay keep their id; only what differs is written. */
export const saveEntries = async ({ tx, caller }: MemberContext, form_id: number, entries: Entry[]): Promise<void> => {
  const organization_id = caller.organization.id;
  const ordered = entries
    .map((entry, index) => ({ ...entry, position: entry.position ?? index }))
    .toSorted((a, b) => a.position - b.position);
  await deleteOf(tx, 'form_fields', organization_id)
    .where('form_id', '=', form_id)
    .where('field_id', '!=', sql<number>`all(${ordered.map(({ field_id }) => field_id)}::bigint[])`)
    .execute();
  // A form can have lost its last question by a rollback, and then be copied or followed.
  if (ordered.length === 0) return;
  const rows = ordered.map((entry, position) => ({
    organization_id,
    form_id,
    field_id: entry.field_id,
    position,
    is_required: entry.is_required ?? true,
    is_quick_view: entry.is_quick_view ?? false,
    is_locked: entry.is_locked ?? false,
    settings: JSON.stringify(entry.settings ?? {}),
    parameters_mapping: JSON.stringify(entry.parameters_mapping ?? {}),
  }));
  await tx
    .insertInto('form_fields')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'form_id', 'field_id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        is_required: eb.ref('excluded.is_required'),
        required_since: sql<string>`case when excluded.is_required and not form_fields.is_required
          then excluded.required_since else form_fields.required_since end`,
        is_quick_view: eb.ref('excluded.is_quick_view'),
        is_locked: eb.ref('excluded.is_locked'),
        settings: eb.ref('excluded.settings'),
        parameters_mapping: eb.ref('excluded.parameters_mapping'),
      })),
    )
    .execute();
};
