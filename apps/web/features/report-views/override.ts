import { useSearchParams } from 'react-router';
import { type ReportConditions, reportConditions } from '#reports/conditions.ts';
import type { ParameterValues } from '#reports/definition.ts';
import { chosenIn, chosenQuery, parsed, searchFrom } from '#web/reports/chosen.ts';
import type { Sort } from '#web/ui/sort.ts';

const conditionsIn = (params: URLSearchParams): ReportConditions | null =>
  reportConditions.safeParse(parsed(params.get('conditions'))).data ?? null;

const isSort = (value: unknown): value is Sort[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one?.field === 'string' && (one.order === 'asc' || one.order === 'desc'));

/** What of a result is looked at: it stands in the address, is nobody else's, and is saved nowhere. */
export type Override = {
  /** In place of the report's own; null for those. */
  conditions: ReportConditions | null;
  /** What was chosen of what the report asks, by its keys. */
  parameters: ParameterValues;
  sort: Sort[];
  page: number;
};

/** What the address says of the result, as the server takes it. */
export const queryOf = ({ conditions, parameters, sort }: Pick<Override, 'conditions' | 'parameters' | 'sort'>) => ({
  ...chosenQuery(parameters),
  ...(conditions ? { conditions: JSON.stringify(conditions) } : {}),
  ...(sort.length > 0 ? { sort: JSON.stringify(sort) } : {}),
});

/** The same as the end of an address, for links between views: the order is of one table alone. */
export const searchOf = ({ conditions, parameters }: Pick<Override, 'conditions' | 'parameters'>): string =>
  searchFrom(queryOf({ conditions, parameters, sort: [] }));

/** Reads what the address says of the result, and changes it. Another order, and other conditions, begin at page 1. */
export const useOverride = () => {
  const [params, setParams] = useSearchParams();
  const sort = parsed(params.get('sort'));
  const page = Number(params.get('page'));
  const override: Override = {
    conditions: conditionsIn(params),
    parameters: chosenIn(params),
    sort: isSort(sort) ? sort : [],
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  const change = (next: Partial<Override>) => {
    const { page, ...asked } = { ...override, page: 1, ...next };
    setParams({ ...queryOf(asked), ...(page > 1 ? { page: String(page) } : {}) }, { replace: true });
  };
  return { override, change };
};
