import { sql } from 'kysely';
import type { Clock } from '#forms/calculations/clock.ts';
import { runCalculations } from '#forms/calculations/run.ts';
import { displayCalculation } from '#forms/calculations/show.ts';
import { kindOf } from '#forms/definition/calculation.ts';
import type { Field, FieldTypeName, Slot } from '#forms/field-types/field-type.ts';
import { fieldType, isScale } from '#forms/field-types/index.ts';
import type { AddressComponent, ResultType } from '#reports/columns.ts';
import type { CalculationRow } from '#server/forms/definitions.ts';
import { type Sql, type SqlColumn, sortedByLabel } from './relation.ts';

const results: Partial<Record<FieldTypeName, ResultType>> = {
  number: 'number',
  date: 'date',
  time: 'time',
  checkbox: 'boolean',
  'select-one': 'choice',
  'select-many': 'choices',
  address: 'address',
  attachment: 'file',
  signature: 'file',
  search: 'choice',
  'ref-picker': 'record',
};

/** What a column holds that shows the answers to a field. */
export const resultOfField = (field: Pick<Field, 'field_type' | 'data_type' | 'metadata'>): ResultType =>
  isScale(field) ? 'scale' : (results[field.field_type] ?? 'text');

/** What a column holds that shows the results of a calculation. */
export const resultOfCalculation = (calculation: CalculationRow): ResultType => {
  const kind = kindOf(calculation);
  return kind === 'numeric' ? 'number' : kind;
};

/** Where an answer is: in the JSON of its response, or in a typed column beside it. */
export type Place = {
  /** The response, joined under this name. */
  of: string;
  /** The typed column; null while there is none that is ready. */
  slot: string | null;
};

const answerIn = ({ of }: Place, field_id: number): Sql => sql`${sql.ref(`${of}.answers`)} -> ${String(field_id)}`;

/** A JSON value as a column of its type; what is of another type is blank. */
const typed: Record<Slot, (json: Sql) => Sql> = {
  number: (json) => sql`case when jsonb_typeof(${json}) = 'number' then (${json})::float8 end`,
  boolean: (json) => sql`case when jsonb_typeof(${json}) = 'boolean' then (${json})::boolean end`,
  text: (json) => sql`(${json} #>> '{}')`,
  timestamp: (json) => sql`(${json} #>> '{}')::date`,
  text_array: (json) =>
    sql`case when jsonb_typeof(${json}) = 'array' then array(select jsonb_array_elements_text(${json})) end`,
};

const inSlot = ({ of, slot }: Place, kind: Slot | null): Sql | null => {
  if (slot === null) return null;
  const column = sql.ref(`${of}.${slot}`);
  return kind === 'timestamp' ? sql`(${column} at time zone 'UTC')::date` : sql`${column}`;
};

/** Numbers as they are written in JSON, within what PostgreSQL holds. */
const numeral = '^-?([0-9]{1,25}([.][0-9]{1,25})?|[0-9]([.][0-9]{1,25})?e[-+]?([0-9]{1,2}|[12][0-9]{2}|30[0-7]))$';

/** Text as a number; what is none is blank. */
const numberIn = (text: Sql): Sql => sql`case when ${text} ~ ${numeral} then (${text})::float8 end`;

const textOf = (field: Field) => (value: unknown) => fieldType(field.field_type).text(value, field);

/** The option that a typed column holds as text, as it was chosen. */
const choiceReader = ({ field_options, data_type }: Field) => {
  const options = new Map(field_options.map(({ value }) => [String(value), value]));
  const isNumber = (text: string) => data_type.startsWith('numeric') && Number.isFinite(Number(text));
  const cast = (text: string) => (isNumber(text) ? Number(text) : text);
  return (text: string) => options.get(text) ?? cast(text);
};

const wordsOf = ({ field_options }: Field) => new Map(field_options.map(({ value, label }) => [String(value), label]));

/** By what answers are compared that hold more than one value, and what people see first of them. */
const inParts: Partial<Record<FieldTypeName, (json: Sql) => Pick<SqlColumn, 'plain' | 'sorted'>>> = {
  address: (json) => ({ plain: sql`(${json} ->> 'text')` }),
  attachment: (json) => ({ plain: sql`coalesce(${json} -> 0 ->> 'filename', ${json} ->> 'filename')` }),
  signature: (json) => ({ plain: sql`(${json} ->> 'filename')` }),
  search: (json) => ({ plain: sql`(${json} ->> 'value')`, sorted: sortedByLabel(json) }),
  'ref-picker': (json) => ({
    plain: typed.number(sql`(${json} -> 'record_id')`),
    sorted: sortedByLabel(json),
  }),
};

/** Whether a field's column compares a typed column but shows what stands in the JSON of its response. */
export const showsMoreThanSlot = ({ field_type }: Pick<Field, 'field_type'>): boolean => field_type in inParts;

/** The answers to a field, as a column. */
export const answerColumn = (field: Field & { id: number }, place: Place): SqlColumn => {
  const { slot: kind } = fieldType(field.field_type);
  const json = sql`(${answerIn(place, field.id)})`;
  const slot = inSlot(place, kind);
  const show = textOf(field);
  const parts = inParts[field.field_type]?.(json);
  if (parts) return { ...parts, plain: slot ?? parts.plain, shown: json, late: place.of, show };
  const plain = slot ?? typed[kind ?? 'text'](json);
  const stored = place.slot !== null && kind === 'timestamp' ? { moment: sql.ref(`${place.of}.${place.slot}`) } : {};
  const late = slot ? stored : { late: place.of };
  if (field.field_type === 'select-one') {
    const read = choiceReader(field);
    return {
      plain: isScale(field) ? numberIn(plain) : plain,
      ...late,
      words: wordsOf(field),
      read: (raw) => read(String(raw)),
      show,
    };
  }
  if (field.field_type === 'select-many') {
    const read = choiceReader(field);
    return { plain, ...late, words: wordsOf(field), read: (raw) => (raw as string[]).map(read), show };
  }
  return { plain, ...late, show };
};

/** One part of the addresses that answer a field. */
export const addressPart = (field: Field & { id: number }, component: AddressComponent, place: Place): SqlColumn => {
  const json = answerIn(place, field.id);
  const plain = component === 'text' ? sql`(${json} ->> 'text')` : sql`(${json} -> 'components' ->> ${component})`;
  return { plain, late: place.of, show: String };
};

/** The results of a calculation, as a column. */
export const calculationColumn = (calculation: CalculationRow, { of }: Place): SqlColumn => {
  const json = sql`(${sql.ref(`${of}.calculation_results`)} -> ${String(calculation.id)})`;
  const kind = kindOf(calculation);
  const slot = kind === 'numeric' ? 'number' : kind === 'date' ? 'timestamp' : 'text';
  return {
    plain: typed[slot](json),
    late: of,
    show: (value) => displayCalculation(calculation, value as number | string),
  };
};

/** The results of a calculation that changes with the day, worked out from the answers when they are read. */
export const changingColumn = (
  calculation: CalculationRow,
  { of }: Place,
  { calculations, clock }: { calculations: CalculationRow[]; clock: Clock },
): SqlColumn => ({
  ...calculationColumn(calculation, { of, slot: null }),
  plain: sql`null::text`,
  shown: sql`${sql.ref(`${of}.answers`)}`,
  read: (answers) =>
    runCalculations(calculations, (id) => (answers as Record<string, unknown>)[id] ?? null, clock).get(
      calculation.id,
    ) ?? null,
});
