import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { errorsOf, label } from '#contract/kit/issues.ts';
import { clients, dateIssues } from '#contract/resources/clients.ts';
import { errorIn } from '#forms/error-cell.ts';
import { openColumnList, openColumnsFromGiven, openColumnTypes } from '#server/access/person-sql.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { sealedSsn, ssnOf } from '#server/access/ssn.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { enqueueIn } from '#server/kit/enqueue.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { possibleDuplicate } from '#server/people/match.ts';
import { allowsUnknown, unknownIssues } from '#server/people/not-answered.ts';
import { candidatesFor } from '#server/people/pairs.ts';
import type { TableRow } from '#server/schema/json-columns.ts';
import {
  type CheckedRow,
  cellError,
  columnAt,
  type Difference,
  type ImportContext,
  type Importer,
  idIn,
  type RowError,
  raggedness,
  twice,
} from './importing.ts';
import { type PersonColumn, readPersonCell } from './person-cells.ts';

type Client = Row<'clients'>;
type Values = Partial<z.output<typeof clients.fields>>;

/** What the columns of a file are for people. Places are counted from 0. */
export type PeoplePlan = {
  header: readonly string[];
  place: number;
  columns: { place: number; column: PersonColumn; force: boolean }[];
  /** What becomes of rows without an ID of people who may be there already. */
  duplicates: 'skip' | 'update' | 'add';
};

type WrittenPerson = { before: Client | null; values: Values };

/** The values that the cells of a row stand for, laid over what is stored. */
const valuesOf = ({ columns, header }: PeoplePlan, { cells }: TableRow, before: Client | null) => {
  const errors: RowError[] = [];
  const values: Record<string, unknown> = {};
  for (const { place, column, force } of columns) {
    const text = (cells[place] ?? '').trim();
    // The digits are never blank, and whether they differ is asked where they are written.
    if (before && !force && before[column as keyof Client] !== null) continue;
    const isNew = before === null && text === '';
    if (isNew && clients.optional.some((one) => one === column)) continue;
    const error = errorIn(text);
    const cell = text === '' ? { value: null } : error === null ? readPersonCell(column, text) : { message: error };
    const checked = cell.message === undefined ? clients.fields.shape[column].safeParse(cell.value) : null;
    if (cell.message !== undefined) errors.push({ column: columnAt(header, place), message: cell.message });
    else if (checked && !checked.success)
      errors.push({
        column: columnAt(header, place),
        message: Object.values(errorsOf(checked.error.issues))[0]?.[0] ?? '',
      });
    else if (checked) values[column] = checked.data;
  }
  return { values: values as Values, errors };
};

const placeOf = ({ columns, header }: PeoplePlan, column: string) =>
  columnAt(header, columns.find((one) => one.column === column)?.place ?? null);

/** Columns that a new person must have and the file does not. */
const lacking = ({ columns }: PeoplePlan): RowError[] =>
  Object.keys(clients.fields.shape)
    .filter((name) => !clients.optional.some((one) => one === name) && !columns.some(({ column }) => column === name))
    .map((name) => ({ column: '', message: `Choose the column of ${label(name)}: new people need it` }));

const differs = (context: ImportContext, before: Client, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([column, value]) =>
      column === 'ssn_suffix' ? ssnOf(context.keys, before) !== value : before[column as keyof Client] !== value,
    ),
  );

type New = { index: number; values: Values };

/** Those who may be there already, by the place of their row in the batch. */
const whoIsThere = async (
  { tx, keys, caller }: ImportContext,
  added: New[],
  locks: boolean,
): Promise<Map<number, Client[]>> => {
  const people = new Map(
    added.map(({ index, values: { first_name = '', last_name = '', dob = '', ssn_suffix = null } }) => [
      index,
      { first_name, last_name, dob, ssn_suffix },
    ]),
  );
  const sought = [...people].map(([index, person]) => ({ id: -1 - index, person }));
  const candidates = await candidatesFor({ tx, keys, organization_id: caller.organization.id }, sought);
  const alike = candidates.flatMap(({ of_id, ...row }) => {
    const index = -1 - of_id;
    const person = people.get(index);
    return person && possibleDuplicate(person, { ...row, ssn_suffix: ssnOf(keys, row) }) ? [{ index, id: row.id }] : [];
  });
  const rows = await ofOrganization(tx, 'clients', caller)
    .selectAll()
    .where('id', '=', among(alike.map(({ id }) => id)))
    .where(visibleClients(caller, 'write'))
    .$if(locks, (query) => query.forUpdate())
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = alike.flatMap(({ index, id }) => ({ index, row: byId.get(id) }));
  return new Map(
    [...Map.groupBy(found, ({ index }) => index)].map(([index, all]) => [index, all.flatMap(({ row }) => row ?? [])]),
  );
};

const insertPeople = async ({ tx, caller, keys }: ImportContext, people: Values[]): Promise<void> => {
  if (people.length === 0) return;
  const organization_id = caller.organization.id;
  const given = people.map(({ ssn_suffix = '', ...values }, place) => {
    const sealed_as = randomUUID();
    const { ssn_sealed, ...ssn } = sealedSsn(keys.newest(), { organization_id, sealed_as }, ssn_suffix);
    return { active: true, ...values, place, sealed_as, ...ssn, ssn_sealed: ssn_sealed.toString('base64') };
  });
  await sql`
    insert into clients (organization_id, ${openColumnList}, sealed_as, ssn_suffix, ssn_key_id, ssn_sealed, ssn_hash)
    select ${organization_id}::bigint, ${openColumnList}, sealed_as, 1,
           ssn_key_id, decode(ssn_sealed, 'base64'), ssn_hash
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (place integer, ${openColumnTypes},
        sealed_as uuid, ssn_key_id integer, ssn_sealed text, ssn_hash bigint)
     order by place
    returning id`.execute(tx);
};

const updatePeople = async ({ tx, caller, keys }: ImportContext, people: { before: Client; values: Values }[]) => {
  if (people.length === 0) return;
  const organization_id = caller.organization.id;
  const given = people.map(({ before, values: { ssn_suffix, ...values } }) => {
    const { sealed_as } = before;
    const fresh =
      ssn_suffix === undefined ? before : sealedSsn(keys.newest(), { organization_id, sealed_as }, ssn_suffix);
    return {
      ...before,
      ...values,
      ssn_suffix: before.ssn_suffix + (ssn_suffix === undefined ? 0 : 1),
      ssn_key_id: fresh.ssn_key_id,
      ssn_sealed: fresh.ssn_sealed.toString('base64'),
      ssn_hash: fresh.ssn_hash,
    };
  });
  await sql`
    update clients
       set ${openColumnsFromGiven}, ssn_suffix = given.ssn_suffix,
           ssn_key_id = given.ssn_key_id, ssn_sealed = decode(given.ssn_sealed, 'base64'), ssn_hash = given.ssn_hash,
           updated_at = now(), lock_version = clients.lock_version + 1
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id bigint, ${openColumnTypes},
        ssn_suffix integer, ssn_key_id integer, ssn_sealed text, ssn_hash bigint)
     where clients.organization_id = ${organization_id} and clients.id = given.id`.execute(tx);
};

/** What a row changes of a person, under the names of the file's columns. The last 4 of SSN are told to nobody who did not ask for them. */
const differenceOf = (plan: PeoplePlan, { before, values }: WrittenPerson): Difference | null => {
  if (!before) return null;
  const shown = (column: string, value: unknown) => {
    if (column === 'ssn_suffix') return '••••';
    return value === null || value === undefined || value === '' ? null : String(value);
  };
  return {
    item_id: before.id,
    values: Object.entries(values).map(([column, value]) => ({
      field: placeOf(plan, column),
      now: shown(column, before[column as keyof Client]),
      planned: shown(column, value),
    })),
  };
};

const noPerson = 'There is no person with this ID';

/**
 * Rows that are people: those with an ID change one, of the others it is asked first whether they may be there already.
 * Pairs of possible duplicates are looked for once all is written.
 */
export const peopleImporting = (plan: PeoplePlan): Importer<WrittenPerson> => {
  const seen = new Map<number, number>();
  const named = new Map<string, number>();
  const idColumn = columnAt(plan.header, plan.place);

  /** What becomes of a row without an ID, once it is known who may be the same. */
  const decided = (
    context: ImportContext,
    row: TableRow,
    { values, alike }: { values: Values; alike: Client[] },
  ): CheckedRow<WrittenPerson> => {
    if (plan.duplicates === 'add') return { row, effect: 'created', write: { before: null, values } };
    const key = [values.first_name, values.last_name, values.dob].join('\0').toLowerCase();
    const before = named.get(key);
    named.set(key, before ?? row.row);
    if (before !== undefined)
      return { row, errors: [{ column: idColumn, message: `This person is already in row ${before}` }] };
    const [one] = alike;
    if (!one) return { row, effect: 'created', write: { before: null, values } };
    if (plan.duplicates === 'skip') return { row, effect: 'unchanged' };
    if (alike.length > 1) {
      const ids = alike.map(({ id }) => id).join(', ');
      return {
        row,
        errors: [{ column: idColumn, message: `Several people may be this one: ${ids}. Fill in the ID.` }],
      };
    }
    return changeOf(context, row, { before: one, values });
  };

  const changeOf = (
    context: ImportContext,
    row: TableRow,
    { before, values }: { before: Client; values: Values },
  ): CheckedRow<WrittenPerson> => {
    const changes = differs(context, before, values);
    if (Object.keys(changes).length === 0) return { row, effect: 'unchanged' };
    const again = twice(seen, before.id, row);
    if (again) return { row, errors: [{ column: idColumn, message: again }] };
    return { row, effect: 'updated', write: { before, values: changes } };
  };

  return {
    check: async (context, rows, locks) => {
      const { tx, caller } = context;
      const ids = rows.map(({ cells }) => idIn(cells[plan.place])).filter((id) => id !== null && !Number.isNaN(id));
      const stored = await ofOrganization(tx, 'clients', caller)
        .selectAll()
        .where('id', '=', among(ids))
        .where(visibleClients(caller, 'write'))
        .$if(locks, (query) => query.forUpdate())
        .execute();
      const byId = new Map(stored.map((row) => [row.id, row]));
      const added: New[] = [];
      const today = todayIn(caller.organization.time_zone);
      const allowed = await allowsUnknown(tx, caller.organization.id);
      const checked = rows.map((row, index): CheckedRow<WrittenPerson> | null => {
        const ragged = raggedness(row, plan.header);
        if (ragged.length > 0) return { row, errors: ragged };
        const id = idIn(row.cells[plan.place]);
        const before = id === null ? null : (byId.get(id) ?? null);
        if (id !== null && !before)
          return { row, errors: [cellError({ header: plan.header, cells: row.cells }, plan.place, noPerson)] };
        const { values, errors } = valuesOf(plan, row, before);
        if (!before) errors.push(...lacking(plan));
        const issues = [
          ...dateIssues(values, today, before ?? undefined),
          ...unknownIssues(allowed, before ? differs(context, before, values) : values),
        ];
        errors.push(...issues.map(({ path, message }) => ({ column: placeOf(plan, path), message })));
        if (errors.length > 0) return { row, errors };
        if (before) return changeOf(context, row, { before, values });
        added.push({ index, values });
        return null;
      });
      const alike = plan.duplicates === 'add' ? new Map<number, Client[]>() : await whoIsThere(context, added, locks);
      for (const { index, values } of added)
        checked[index] = decided(context, rows[index] as TableRow, { values, alike: alike.get(index) ?? [] });
      return checked.filter((one) => one !== null);
    },
    difference: (write) => differenceOf(plan, write),
    write: async (context, writes) => {
      await insertPeople(
        context,
        writes.flatMap(({ before, values }) => (before ? [] : [values])),
      );
      await updatePeople(
        context,
        writes.flatMap(({ before, values }) => (before ? [{ before, values }] : [])),
      );
    },
    finish: async ({ tx }) => enqueueIn(tx)('find_pairs', {}),
  };
};
