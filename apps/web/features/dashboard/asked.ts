import type { ParameterValue, ParameterValues } from '#reports/definition.ts';
import { chosenOf } from '#reports/parameters.ts';
import { unusedName } from '#web/parts/slug.ts';
import type { AskedParameter } from '#web/reports/report.ts';
import type { ReportRecord } from './widget.ts';

type Parameter = ReportRecord['parameters'][number];

/** What several widgets ask alike, asked once: by the key that stands in the address. */
export type SharedQuestion = Pick<Parameter, 'label' | 'type' | 'column'> & {
  key: string;
  /** Of a period: what counts while nothing is chosen; undefined where the reports have different defaults. */
  default: ParameterValue | undefined;
  /** What the widgets call it, by the IDs of the widgets. */
  keys: ReadonlyMap<number, readonly string[]>;
};

type Asking = { id: number; parameters: readonly Parameter[] };

/** Reports ask the same where they call it the same, and offer the same values. */
const identityOf = ({ label, type, column }: Parameter): string =>
  JSON.stringify([type, label.trim().toLowerCase(), column && [column.form, column.field, column.type]]);

/** What all of these are; undefined where they differ. */
const commonOf = ([first, ...others]: readonly (ParameterValue | undefined)[]): ParameterValue | undefined =>
  others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : undefined;

/** In characters: keys with a number behind them are as long as addresses allow. */
const maxKey = 36;

/** What the widgets of a dashboard ask, each question once, in the order of the widgets. */
export const sharedQuestions = (widgets: readonly Asking[]): SharedQuestion[] => {
  const all = widgets.flatMap(({ id, parameters }) => parameters.map((parameter) => ({ id, parameter })));
  const taken = new Set<string>();
  return [...Map.groupBy(all, ({ parameter }) => identityOf(parameter)).values()].map((alike) => {
    const [{ parameter: first }] = alike as [(typeof all)[number]];
    const key = unusedName(first.key.slice(0, maxKey), { isTaken: (name) => taken.has(name) });
    taken.add(key);
    const { label, type, column } = first;
    const byWidget = Map.groupBy(alike, ({ id }) => id);
    return {
      key,
      label,
      type,
      column,
      default: commonOf(alike.map(({ parameter }) => parameter.default)),
      keys: new Map([...byWidget].map(([id, own]) => [id, own.map(({ parameter }) => parameter.key)])),
    };
  });
};

/** What reports ask, with their results, by the IDs of their widgets. */
export type Offers = ReadonlyMap<number, readonly AskedParameter[]>;

/** What can be chosen, and what counts while nothing is: of a choice, results bring both. */
export const offeredOf = (
  { type, keys, default: usual }: SharedQuestion,
  offers: Offers,
): Pick<AskedParameter, 'column'> & { default: ParameterValue | undefined } => {
  if (type === 'period') return { column: null, default: usual };
  const found = [...keys].flatMap(([id, own]) => (offers.get(id) ?? []).filter(({ key }) => own.includes(key)));
  return {
    column: found.find(({ column }) => column)?.column ?? null,
    default: commonOf(found.map((one) => one.default)),
  };
};

/** What was chosen of what a widget's report asks, by the report's own keys. */
export const chosenFor = (id: number, questions: readonly SharedQuestion[], chosen: ParameterValues): ParameterValues =>
  Object.fromEntries(
    questions.flatMap(({ key, keys }) => {
      const value = chosenOf(chosen, key);
      return value === undefined ? [] : (keys.get(id) ?? []).map((own) => [own, value] as const);
    }),
  );
