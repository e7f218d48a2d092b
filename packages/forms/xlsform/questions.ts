import { checkField } from '../definition/field.ts';
import type { Field } from '../field-types/field-type.ts';
import { readCalculations } from './calculations.ts';
import type { Subject, XlsformDraft } from './draft.ts';
import {
  type EntryRow,
  expressionIn,
  type ImportReporter,
  type Lists,
  leaveAll,
  readField,
  titleOf,
} from './fields.ts';
import { readLimits } from './limits.ts';
import { effectsOf, maxRules, rulesOf } from './rules.ts';
import { leftRows, type SurveyRow } from './survey.ts';
import { type ChoiceLabels, readTranslations } from './translated.ts';
import { parseXpath } from './xpath.ts';

type Questions = Omit<XlsformDraft, 'name' | 'description'> & {
  questions: number;
  mapped: number;
  remarks: ColumnRemark[];
};

/** What is told of a column of the survey sheet: in one row, or where `row` is null in several. */
export type ColumnRemark = { row: number | null; column: string; message: string };

/** What the rows of the survey sheet make of a form: entries, rules and calculations. */
export const readQuestions = (rows: readonly SurveyRow[], lists: Lists, labels: ChoiceLabels): Questions => {
  const remarks: ColumnRemark[] = [];
  const left = new Map<string, SurveyRow[]>();
  const telling: ImportReporter = {
    remark: ({ row }, column, message) => remarks.push({ row, column, message }),
    leave: (column, row) => left.set(column, [...(left.get(column) ?? []), row]),
  };
  const subjects = new Map<string, Subject>();
  const placed = placeFields(rows, { lists, subjects, telling });
  const calculations = readCalculations(rows, subjects, telling);
  for (const one of placed) limit(one, telling);
  const rules = rulesOf(effectsOf(rows, placed, { lookup: (name) => subjects.get(name) ?? null, telling }));
  const tooMany = rules.slice(maxRules).flatMap(({ actions }) => actions);
  for (const { entry } of placed)
    if (tooMany.some(({ field_id }) => field_id === entry.field_id)) entry.is_required = false;
  if (tooMany.length > 0) {
    const message = `A form can have at most ${maxRules} different conditions, and this one has ${rules.length}: ${tooMany.length} of their questions are always shown and optional`;
    remarks.push({ row: null, column: 'relevant', message });
  }
  return {
    form_fields: placed.map(({ entry }) => entry),
    logic: rules.slice(0, maxRules),
    calculations,
    translations: readTranslations(placed, labels),
    questions: rows.filter(isQuestion).length,
    mapped: placed.filter(({ row }) => isQuestion(row)).length,
    remarks: [
      ...remarks,
      ...[...left].map(([column, at]) => ({
        row: null,
        column,
        message: leftRows(at[0]?.called(column) ?? column, at),
      })),
    ],
  };
};

const isQuestion = ({ type }: SurveyRow) => !['begin', 'end', 'calculation', 'unasked'].includes(type.kind);

/** A group with a label opens a section; one without only holds questions together. */
const isSection = ({ type, label }: SurveyRow) => type.kind === 'begin' && label !== '';

const placeFields = (
  rows: readonly SurveyRow[],
  { lists, subjects, telling }: { lists: Lists; subjects: Map<string, Subject>; telling: ImportReporter },
) => {
  const placed: EntryRow[] = [];
  for (const row of rows) {
    const { type, name, key } = row;
    if (type.kind === 'unasked')
      telling.remark(row, 'type', `${titleOf(row)} is left out: forms can’t ask for ${row.written}`);
    if (type.kind === 'begin' && type.of === 'repeat')
      telling.remark(row, 'type', `The questions of ${titleOf(row)} are asked once, not repeatedly`);
    if (type.kind === 'begin') leaveAll(row, ['required', 'read_only'], telling);
    if (type.kind === 'begin' && !isSection(row)) leaveAll(row, ['hint', 'constraint', 'appearance'], telling);
    const field = isQuestion(row) || isSection(row) ? readField(row, lists, telling) : null;
    if (!field) continue;
    const field_id = placed.length + 1;
    if (subjects.has(name))
      telling.remark(
        row,
        'name',
        `${name} is also the name of an earlier row: expressions use that row, unless they give a path`,
      );
    if (name && isQuestion(row) && !subjects.has(key)) subjects.set(key, { scope: 'form', id: field_id, field });
    placed.push({ row, entry: { field_id, field, is_required: false, settings: {} } });
  }
  return placed;
};

/** A range has limits of its own. */
const narrowed = (metadata: Field['metadata'], { min, max }: { min?: number; max?: number }): Field['metadata'] => ({
  ...metadata,
  ...(min !== undefined && { min: Math.max(min, Number(metadata.min ?? min)) }),
  ...(max !== undefined && { max: Math.min(max, Number(metadata.max ?? max)) }),
});

/** Takes over what a row says of the answers that it accepts. */
const limit = ({ row, entry }: EntryRow, { remark, leave }: ImportReporter) => {
  if (row.get('calculation')) leave('calculation', row);
  const constraint = row.get('constraint');
  if (!constraint || /^(1|true\(\))$/.test(constraint)) return;
  const expression = parseXpath(constraint);
  const limits = expression && readLimits(expression, entry.field);
  const field = limits && { ...entry.field, metadata: narrowed(entry.field.metadata, limits.metadata) };
  const isTaken = field && checkField(field).issues.length === 0;
  if (isTaken) {
    Object.assign(entry.settings, limits.settings);
    entry.field = field;
  }
  if (isTaken && limits.isWhole) return;
  const isPart = isTaken && Object.keys({ ...limits.metadata, ...limits.settings }).length > 0;
  remark(
    row,
    'constraint',
    `The ${row.called('constraint')} of ${titleOf(row)} ${isPart ? 'is only partly imported' : 'isn’t imported'}: ${expressionIn(row, 'constraint')}`,
  );
};
