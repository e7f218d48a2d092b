import type { NotificationEvent } from '#contract/resources/notifications.ts';
import type { ResultVersion } from '#forms/calculations/kept.ts';
import type { Calculation } from '#forms/definition/calculation.ts';
import type { Rule, RuleCondition } from '#forms/definition/rule.ts';
import type { DataType, FieldTypeName } from '#forms/field-types/field-type.ts';
import type { Tx } from '../kit/db.ts';
import { keptBySize } from '../kit/kept-by-size.ts';
import { among, type Row, type Where } from '../kit/rows.ts';

type StoredField = Pick<
  Row<'fields'>,
  'id' | 'name' | 'description' | 'field_type' | 'data_type' | 'metadata' | 'field_options'
> &
  Pick<Row<'fields'>, 'internal_form_id' | 'internal_field_id'>;

/** The columns of a field that `fieldOf` reads, except its id. */
export const fieldColumns = [
  'fields.name',
  'fields.description',
  'fields.field_type',
  'fields.data_type',
  'fields.metadata',
  'fields.field_options',
  'fields.internal_form_id',
  'fields.internal_field_id',
] as const;

/** A field as a form carries it. */
export const fieldOf = ({ internal_form_id, internal_field_id, ...row }: StoredField) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  field_type: row.field_type as FieldTypeName,
  data_type: row.data_type as DataType,
  metadata: row.metadata,
  field_options: row.field_options,
  internal_option: internal_form_id === null ? null : { internal_form_id, internal_field_id },
});

/** The entries of forms with their fields, by form, in the order in which they are asked. */
const formFieldsOf = async (tx: Tx, organization_id: number, form_ids: number[]) => {
  const rows = await tx
    .selectFrom('form_fields')
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'form_fields.organization_id')
        .onRef('fields.id', '=', 'form_fields.field_id'),
    )
    .select([
      'form_fields.form_id',
      'form_fields.id',
      'form_fields.field_id',
      'form_fields.is_required',
      'form_fields.required_since',
      'form_fields.is_quick_view',
      'form_fields.is_locked',
      'form_fields.position',
      'form_fields.settings',
      'form_fields.parameters_mapping',
      ...fieldColumns,
    ])
    .where('form_fields.organization_id', '=', organization_id)
    .where('form_fields.form_id', '=', among(form_ids))
    .orderBy('form_fields.form_id')
    .orderBy('form_fields.position')
    .orderBy('form_fields.id')
    .execute();
  const entries = rows.map((row) => {
    const { name, description, data_type, metadata, field_options, internal_form_id, internal_field_id, ...entry } =
      row;
    const field = fieldOf({ ...row, id: row.field_id });
    return {
      ...entry,
      field_type: field.field_type,
      settings: entry.settings,
      parameters_mapping: entry.parameters_mapping,
      field,
    };
  });
  return Map.groupBy(entries, ({ form_id }) => form_id);
};

export type FormFieldRow = NonNullable<ReturnType<Awaited<ReturnType<typeof formFieldsOf>>['get']>>[number];

const calculationsOf = async (tx: Tx, organization_id: number, form_ids: number[]) => {
  const rows = await tx
    .selectFrom('calculations')
    .select([
      'id',
      'form_id',
      'name',
      'equation',
      'calculation_type',
      'calculation_subtype',
      'display_unit',
      'position',
      'variables',
      'formatter',
      'result_version as current',
      'first_result_version as first',
      'created_at',
      'updated_at',
      'lock_version',
    ])
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', among(form_ids))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows as (CalculationRow & ResultVersion)[], ({ form_id }) => form_id);
};

/** A calculation as it is stored. */
export type CalculationRow = Calculation & {
  form_id: number;
  created_at: string;
  updated_at: string;
  lock_version: number;
};

/** What decides whether a notification of a form is sent. */
export type NotifyingRule = {
  id: number;
  name: NotificationEvent;
  conditions: RuleCondition | null;
  /** At most one field: an update counts when its answer changed. */
  scoped_fields: number[];
};

const notificationsOf = async (tx: Tx, organization_id: number, form_ids: number[]) => {
  const rows = await tx
    .selectFrom('notification_definitions')
    .select(['form_id', 'id', 'name', 'conditions', 'scoped_fields'])
    .where('organization_id', '=', organization_id)
    .where('form_id', '=', among(form_ids))
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows as (NotifyingRule & { form_id: number })[], ({ form_id }) => form_id);
};

/** A form with all that is needed to ask it, to read answers to it and to store them. */
export type FormDefinition = {
  id: number;
  name: string;
  active: boolean;
  form_type: string;
  form_fields: FormFieldRow[];
  logic: Rule[];
  calculations: CalculationRow[];
  /** The versions of the results of its calculations, by the IDs of these. */
  result_versions: ReadonlyMap<number, ResultVersion>;
  /** Which typed column holds which field, of fields that have left the form too. */
  slots: { field_id: number; slot: string; field_type: FieldTypeName }[];
  /** Fields that it asked before and no longer asks, by name. Responses can still hold answers to them. */
  former_fields: { field_id: number; field: ReturnType<typeof fieldOf> }[];
  /** Its active notifications. */
  notifications: NotifyingRule[];
};

/** The fields that forms ask or asked, by form, each with its typed column if it has one. */
const slotsOf = async (tx: Tx, organization_id: number, form_ids: number[]) => {
  const rows = await tx
    .selectFrom('field_slots')
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organization_id', '=', 'field_slots.organization_id')
        .onRef('fields.id', '=', 'field_slots.field_id'),
    )
    .select(['field_slots.form_id', 'field_slots.field_id', 'field_slots.slot', ...fieldColumns])
    .where('field_slots.organization_id', '=', organization_id)
    .where('field_slots.form_id', '=', among(form_ids))
    .orderBy('fields.sort_name')
    .orderBy('fields.id')
    .execute();
  return Map.groupBy(rows, ({ form_id }) => form_id);
};

type SlotRow = NonNullable<ReturnType<Awaited<ReturnType<typeof slotsOf>>['get']>>[number];

const typedSlots = (rows: readonly SlotRow[]): FormDefinition['slots'] =>
  rows
    .flatMap(({ field_id, slot, field_type }) =>
      slot === null ? [] : [{ field_id, slot, field_type: field_type as FieldTypeName }],
    )
    .toSorted((one, other) => (one.slot < other.slot ? -1 : 1));

const formerFields = (rows: readonly SlotRow[], asked: readonly FormFieldRow[]): FormDefinition['former_fields'] => {
  const current = new Set(asked.map(({ field_id }) => field_id));
  return rows
    .filter(({ field_id }) => !current.has(field_id))
    .map((row) => ({ field_id: row.field_id, field: fieldOf({ ...row, id: row.field_id }) }));
};

type CachedDefinition = { version: number } & Pick<
  FormDefinition,
  'form_fields' | 'logic' | 'calculations' | 'result_versions' | 'slots' | 'former_fields' | 'notifications'
>;
/** In characters of JSON; in memory it is some times as much. */
const maxKnown = 32 * 1024 * 1024;
const known = keptBySize<CachedDefinition>(maxKnown);

/** How large the definitions are that are kept in memory, in characters of JSON. */
export const sizeOfKnown = (): number => known.size();

const formColumns = ['id', 'name', 'active', 'form_type', 'definition_version'] as const;

const formRows = (tx: Tx, organization_id: number, form_ids: number[]) =>
  tx
    .selectFrom('forms')
    .select(formColumns)
    .where('organization_id', '=', organization_id)
    .where('id', '=', among(form_ids));

/**
 * The definitions of forms, by id. What a form asks is kept in memory; the row that is read each time says whether it
 * is still true, so several processes agree.
 */
export const formDefinitions = async (
  tx: Tx,
  organization_id: number,
  form_ids: number[],
): Promise<Map<number, FormDefinition>> =>
  definitionsOf(tx, organization_id, await formRows(tx, organization_id, form_ids).execute());

/** The definition of a form that meets the condition; undefined when it does not, or when there is no such form. */
export const definitionWhere = async (
  tx: Tx,
  { organization_id, id }: { organization_id: number; id: number },
  where: Where<'forms'>,
): Promise<FormDefinition | undefined> => {
  const forms = await formRows(tx, organization_id, [id]).where(where).execute();
  return (await definitionsOf(tx, organization_id, forms)).get(id);
};

/** The definition of the form of a response, asked while the response itself is; undefined when there is no such one. */
export const definitionOfResponse = async (
  tx: Tx,
  { organization_id, id }: { organization_id: number; id: number },
): Promise<FormDefinition | undefined> => {
  const response = tx.selectFrom('responses').select('form_id').where('id', '=', id);
  const forms = await tx.selectFrom('forms').select(formColumns).where('id', '=', response).execute();
  return [...(await definitionsOf(tx, organization_id, forms)).values()][0];
};

type FormRow = Pick<Row<'forms'>, (typeof formColumns)[number]>;

const definitionsOf = async (
  tx: Tx,
  organization_id: number,
  forms: readonly FormRow[],
): Promise<Map<number, FormDefinition>> => {
  const keyOf = (id: number) => `${organization_id} ${id}`;
  // Kept apart from what is known: another request may forget that at any await.
  const current = new Map<number, CachedDefinition>();
  for (const { id, definition_version } of forms) {
    const one = known.get(keyOf(id));
    if (one?.version === definition_version) current.set(id, one);
  }
  const missing = forms.filter(({ id }) => !current.has(id));
  if (missing.length) {
    const ids = missing.map(({ id }) => id);
    const [fields, calculations, slots, notifications, rules] = await Promise.all([
      formFieldsOf(tx, organization_id, ids),
      calculationsOf(tx, organization_id, ids),
      slotsOf(tx, organization_id, ids),
      notificationsOf(tx, organization_id, ids),
      tx
        .selectFrom('forms')
        .select(['id', 'logic'])
        .where('organization_id', '=', organization_id)
        .where('id', '=', among(ids))
        .execute(),
    ]);
    for (const { id, definition_version } of missing) {
      const [asked, ever, counted] = [fields.get(id) ?? [], slots.get(id) ?? [], calculations.get(id) ?? []];
      const one = {
        version: definition_version,
        form_fields: asked,
        logic: rules.find((one) => one.id === id)?.logic ?? [],
        calculations: counted.map(({ current: _, first: __, ...calculation }) => calculation),
        result_versions: new Map(counted.map(({ id, current, first }) => [id, { current, first }])),
        slots: typedSlots(ever),
        former_fields: formerFields(ever, asked),
        notifications: notifications.get(id) ?? [],
      };
      current.set(id, one);
      known.set(keyOf(id), one, JSON.stringify(one).length);
    }
  }
  return new Map(
    forms.map(({ id, name, active, form_type }) => {
      const { version: _, ...definition } = current.get(id) as CachedDefinition;
      return [id, { id, name, active, form_type, ...definition }];
    }),
  );
};
