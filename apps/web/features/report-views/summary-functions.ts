import { type ResultType, type SummaryFunction, summaryFunctions } from '#reports/columns.ts';

/** Which functions of a column a summary holds. */
export type SummaryEntry = { key: string; functions: SummaryFunction[] };

const all = Object.keys(summaryFunctions) as SummaryFunction[];
const ofNumbers: readonly SummaryFunction[] = ['sum', 'avg'];
const ordered: readonly ResultType[] = ['number', 'date', 'time', 'timestamp'];

/** What may be said of a column that holds this. */
export const functionsOf = ({ type, numeric = false }: { type: ResultType; numeric?: boolean }): SummaryFunction[] =>
  all.filter((one) => {
    if (ofNumbers.includes(one)) return numeric || type === 'number';
    return one === 'min' || one === 'max' ? numeric || ordered.includes(type) : true;
  });

/** What is stored: a column without functions is counted, one with an empty list is not there. */
export const entriesOf = (settings: string): SummaryEntry[] => {
  const stored = JSON.parse(settings || '[]') as { key: string; functions?: SummaryFunction[] }[];
  return stored
    .map(({ key, functions = ['count'] }) => ({ key, functions }))
    .filter(({ functions }) => functions.length > 0);
};

/** A new column is counted. */
export const withColumn = (entries: SummaryEntry[], key: string): SummaryEntry[] =>
  entries.some((one) => one.key === key) ? entries : [...entries, { key, functions: ['count'] }];

/** With a function more or less of a column; one without any goes. */
export const toggled = (entries: SummaryEntry[], key: string, of: SummaryFunction): SummaryEntry[] =>
  entries
    .map((one) =>
      one.key === key ? { key, functions: all.filter((each) => one.functions.includes(each) !== (each === of)) } : one,
    )
    .filter(({ functions }) => functions.length > 0);
