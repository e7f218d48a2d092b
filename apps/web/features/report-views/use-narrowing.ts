import { useMemo } from 'react';
import { isField, type ReportType } from '#reports/columns.ts';
import type { ReportConditions } from '#reports/conditions.ts';
import { reportKinds } from '#reports/kinds.ts';
import { matchInWords } from '#reports/matching.ts';
import { useNames } from '#web/forms/conditions/use-names.ts';
import { type ColumnGroup, nameOfColumn, ownGroup } from '#web/reports/columns.ts';
import { reportSentences, speaksOfUsers, textOf } from '#web/reports/conditions/report-sentences.ts';
import type { Header, ViewPage } from '#web/reports/report.ts';

type Narrowing = ViewPage['narrowing'];
type ConditionSet = Pick<Narrowing, 'columns' | 'forms'>;

/** Columns by their forms, as conditions are told and changed by who cannot open the report's catalogue. */
const groupsOf = ({ columns, forms }: ConditionSet): ColumnGroup[] =>
  [...Map.groupBy(columns, ({ form }) => form)].map(([form, own]): ColumnGroup => {
    const key = form === null ? 'report' : String(form);
    const title = forms.find(({ id }) => id === form)?.name ?? 'Columns';
    return { key, title, of: form === null ? 'report' : 'form', restricted: false, columns: own };
  });

/** The columns that a report computes of each row: those that its conditions speak of, and those that are shown. */
export const computedIn = (
  headers: readonly Header[],
  { columns }: Pick<Narrowing, 'columns'>,
): ConditionSet['columns'][number][] => {
  const asked = columns.filter(({ computed }) => computed);
  const shown = headers.filter(({ key, computed }) => computed && asked.every(({ field }) => field !== key));
  return [
    ...asked,
    ...shown.map(({ key, label, type: result, restricted }) => ({
      ...{ form: null, field: key, type: 'field' as const, computed: true },
      ...{ label, result, restricted },
    })),
  ];
};

/**
 * What a result of a report of this type tells of its columns: those that conditions speak of, and those that are shown.
 */
export const groupsOfResult = (
  report_type: ReportType,
  headers: readonly Header[],
  { columns, forms }: Pick<Narrowing, 'columns' | 'forms'>,
): ColumnGroup[] => {
  const { latestAnswers } = reportKinds[report_type];
  const shown = headers.flatMap(
    ({ form, field, label, type: result, restricted, computed }): ConditionSet['columns'][number][] => {
      if (field === null || computed) return [];
      const column = { form, field, type: 'field', label, result, restricted } as const;
      return [latestAnswers && isField(column) ? { ...column, latest: true } : column];
    },
  );
  // A heading does not tell a question from a calculation of the same number: one that conditions speak of is known.
  const asked = columns.filter(({ computed }) => !computed);
  const known = new Set(asked.map(({ form, field }) => nameOfColumn({ form, field, type: 'field' })));
  return [
    ...groupsOf({ columns: [...asked, ...shown.filter((one) => !known.has(nameOfColumn(one)))], forms }),
    ...ownGroup(computedIn(headers, { columns })),
  ];
};

/** Conditions in words, each for itself. */
export const useSentences = (groups: readonly ColumnGroup[] | undefined, conditions: ReportConditions) => {
  const names = useNames({ users: groups !== undefined && speaksOfUsers(groups, conditions), groups: false });
  return groups ? reportSentences(conditions, { groups, names }) : [];
};

/** The conditions of a single column, or of the window of a form, in words. */
export type ColumnSentences = { key: string; label: string; sentences: string[] };

/** Notes on the conditions of columns, by their keys. A column that is named after the choice that it counts needs none. */
export const headingNotes = (filters: readonly ColumnSentences[]): Map<string, string> =>
  new Map(
    filters.flatMap(({ key, label, sentences }): [string, string][] =>
      sentences.length === 1 && sentences[0]?.endsWith(` is ${label}`)
        ? []
        : [[key, `where ${sentences.join(' and ')}`]],
    ),
  );

const none: ReportConditions = { and: [] };
const hidden = 'The source report has conditions you can’t see';

/** Which rows a result counts beside what its conditions say, in sentences. */
const notesOn = ({ matches, archived_people, after_window, rows_after_window }: Narrowing): string[] => [
  ...matches.map(({ name, ...match }) => `${name}: ${matchInWords(match)}.`),
  ...(after_window === null
    ? []
    : [`Conditions on answers apply ${after_window ? 'after' : 'before'} the window function.`]),
  ...(rows_after_window && !after_window
    ? ['Conditions on calculated columns, on matched responses and on several forms apply after the window function.']
    : []),
  ...(archived_people === null
    ? []
    : [archived_people ? 'Includes archived people.' : 'Archived people aren’t included.']),
];

/** What narrows a result besides the report's own conditions: those of single columns, and of the report below. */
export const useNarrowing = (
  groups: readonly ColumnGroup[] | undefined,
  narrowing: Narrowing | undefined,
): { filters: ColumnSentences[]; windows: ColumnSentences[]; base: string[]; notes: string[] } => {
  const below = useMemo(() => narrowing?.base && groupsOf(narrowing.base), [narrowing]);
  const { filters = [], windows = [], base = null } = narrowing ?? {};
  const all = { and: [...filters, ...windows].flatMap(({ conditions }) => conditions.and) };
  const names = useNames({
    users:
      (groups !== undefined && speaksOfUsers(groups, all)) ||
      (!!below && speaksOfUsers(below, base?.conditions ?? none)),
    groups: false,
  });
  const told = (conditions: ReportConditions) =>
    groups ? reportSentences(conditions, { groups, names }).map(textOf) : [];
  return {
    notes: narrowing ? notesOn(narrowing) : [],
    filters: filters.map(({ key, label, conditions }) => ({ key, label, sentences: told(conditions) })),
    windows: windows.map(({ form, name, conditions }) => ({
      key: String(form),
      label: name,
      sentences: told(conditions),
    })),
    base:
      !base || !below
        ? []
        : base.conditions
          ? reportSentences(base.conditions, { groups: below, names }).map(textOf)
          : [hidden],
  };
};
