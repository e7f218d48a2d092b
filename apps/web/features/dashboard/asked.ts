import type { ParameterValue, ParameterValues } from '#reports/definition.ts';
import { chosenOf } from '#reports/parameters.ts';
import { unusedName } from '#web/parts/slug.ts';
import type { ReportRecord } from './widget.ts';

type Parameter = ReportRecord['parameters'][number];

/** What several widgets ask alike, asked once: by the key that stands in the address. */
export type SharedQuestion = Pick<Parameter, 'label' | 'type' | 'column'> & {
  key: string;
  /** What it asks, as one text: reports that ask the same have the same. */
  identity: string;
  /** What counts while nothing is chosen; undefined where the reports have different defaults. */
  default: ParameterValue | undefined;
  /** What the widgets call it, by the IDs of the widgets. */
  keys: ReadonlyMap<number, readonly string[]>;
};

type Asking = { id: number; parameters: readonly Parameter[] };

/** Reports ask the same where they call it the same, and offer the same values. */
const identityOf = ({ label, type, column }: Parameter): string =>
  JSON.stringify([type, label.trim().toLowerCase(), column && [column.form, column.field, column.type]]);

const isSame = (one: ParameterValue, other: ParameterValue) => JSON.stringify(one) === JSON.stringify(other);

/** In characters: keys with a number behind them are as long as addresses allow. */
const maxKey = 36;

/** What the widgets of a dashboard ask, each question once, in the order of the widgets. */
export const sharedQuestions = (widgets: readonly Asking[]): SharedQuestion[] => {
  const all = widgets.flatMap(({ id, parameters }) => parameters.map((parameter) => ({ id, parameter })));
  const taken = new Set<string>();
  return [...Map.groupBy(all, ({ parameter }) => identityOf(parameter))].map(([identity, alike]) => {
    const [{ parameter: first }] = alike as [(typeof all)[number]];
    const key = unusedName(first.key.slice(0, maxKey), { isTaken: (name) => taken.has(name) });
    taken.add(key);
    const { label, type, column } = first;
    const hasOneDefault = alike.every(({ parameter }) => isSame(parameter.default, first.default));
    const byWidget = Map.groupBy(alike, ({ id }) => id);
    return {
      key,
      identity,
      label,
      type,
      column,
      default: hasOneDefault ? first.default : undefined,
      keys: new Map([...byWidget].map(([id, own]) => [id, own.map(({ parameter }) => parameter.key)])),
    };
  });
};

/** What was chosen of what a widget's report asks, by the report's own keys. */
export const chosenFor = (id: number, questions: readonly SharedQuestion[], chosen: ParameterValues): ParameterValues =>
  Object.fromEntries(
    questions.flatMap(({ key, keys }) => {
      const value = chosenOf(chosen, key);
      return value === undefined ? [] : (keys.get(id) ?? []).map((own) => [own, value] as const);
    }),
  );
