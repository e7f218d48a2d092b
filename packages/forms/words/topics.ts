import type { RuleCondition } from '../definition/rule.ts';
import type { Operator } from '../field-types/condition.ts';
import { fieldType } from '../field-types/index.ts';
import { genders } from '../genders.ts';
import { type RuleForm, type SubjectPlace, subjectOf } from '../logic/check.ts';
import { type Condition, groupsOf, joined } from './expression.ts';

type TopicOption = { value: string | number | boolean; label: string };

/** What a condition is about, and how it is asked for on the screen. */
export type Topic = {
  label: string;
  kind: 'text' | 'number' | 'date' | 'time' | 'boolean';
  operators: readonly Operator[];
  /** The values to choose from, where there are only these. */
  options: TopicOption[] | null;
  /** The values are ids of these records. */
  of: 'users' | 'groups' | null;
  /** The values are ids of the records of an internal form that this field picks from. */
  picks?: number;
};

const equalities: readonly Operator[] = ['EQ', 'NEQ', 'IN', 'NIN', 'EMPTY', 'NEMPTY'];

const roles: TopicOption[] = [
  { value: 'orguser', label: 'User' },
  { value: 'orgadmin', label: 'Administrator' },
  { value: 'superuser', label: 'Superuser' },
];
const columnOptions: Record<string, TopicOption[]> = {
  gender: Object.entries(genders).map(([value, label]) => ({ value, label })),
  role: roles,
};
const columnRecords: Record<string, 'users' | 'groups'> = {
  groups: 'groups',
  created_by: 'users',
  updated_by: 'users',
};

/** What a name stands for in a scope; null when the form does not know it. */
export const topicOf = (form: RuleForm, place: SubjectPlace): Topic | null => {
  const { scope, name } = place;
  const subject = subjectOf(form, place);
  if (!subject) return null;
  const { label, operators, entry } = subject;
  if (entry) {
    const { field } = entry;
    const hasOptions = field.field_options.length > 0 && fieldType(field.field_type).hasOptions;
    return {
      label,
      kind: field.field_type === 'time' ? 'time' : subject.kind,
      operators,
      options: hasOptions ? field.field_options : null,
      of: null,
    };
  }
  const options = columnOptions[name] ?? null;
  const of = columnRecords[name] ?? null;
  return scope === 'calculator'
    ? { label, kind: subject.kind, operators, options: null, of: null }
    : { label, kind: subject.kind, operators: options || of ? equalities : operators, options, of };
};

/** The records whose names a condition needs to be told in words. */
export const neededNames = (value: RuleCondition): { users: boolean; groups: boolean } => {
  const records = (groupsOf(value)?.parts ?? []).flatMap(({ scope, conditions }) =>
    scope === 'administrator' || scope === 'response'
      ? (joined<Condition>(conditions)?.parts ?? []).map(({ field_name }) => columnRecords[field_name])
      : [],
  );
  return { users: records.includes('users'), groups: records.includes('groups') };
};
