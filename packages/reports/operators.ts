import type { Operator } from '#forms/field-types/condition.ts';
import type { ResultType } from './columns.ts';

const always: readonly Operator[] = ['EMPTY', 'NEMPTY'];
const same: readonly Operator[] = ['EQ', 'NEQ', 'IN', 'NIN'];
const within: readonly Operator[] = ['CONTAINS', 'NCONTAINS'];
const ordered: readonly Operator[] = [...same, 'LT', 'LTE', 'GT', 'GTE', 'RANGE', 'NRANGE'];
const days: readonly Operator[] = [...ordered, 'DOW', 'NDOW'];

/** The operators that a condition may use on what a column holds. */
export const operatorsOf: Record<ResultType, readonly Operator[]> = {
  text: [...same, 'BWITH', 'EWITH', ...within, ...always],
  number: [...ordered, ...always],
  date: [...days, ...always],
  time: [...ordered, ...always],
  timestamp: [...days, ...always],
  boolean: ['TRUE', 'FALSE', ...always],
  choice: [...same, ...within, ...always],
  scale: [...ordered, ...within, ...always],
  choices: ['IN', 'NIN', ...within, ...always],
  address: [...within, ...always],
  file: always,
  record: [...same, ...always],
  user: [...same, ...always],
};
