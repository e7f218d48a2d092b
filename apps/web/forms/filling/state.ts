import type { Answers } from '#forms/definition/answer.ts';
import type { Calculation, CalculationValue } from '#forms/definition/calculation.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import type { FieldState } from '#forms/logic/compile.ts';
import type { RulesResult } from '#forms/logic/settle.ts';
import type { FormError } from '#web/ui/error-summary.tsx';

/** A question as it stands: its answer, what is wrong with it, and what the rules of the form make of it. */
export type QuestionState = {
  value: unknown;
  error: string | null;
  state: FieldState;
  /** The answers that the form gives the field's api_parameters. */
  parameters?: Record<string, unknown>;
  /** Where the answer comes from that nobody has touched yet: an earlier response, or the rule that suggests it. */
  source?: string;
  rule?: string;
  /** Why it is asked, where it is not always asked. */
  why?: string;
};

/** An answer in words that its form no longer takes, or the names of files that could not be kept. */
export type Leftover = { name: string; text: string; isFile?: true };

type Result = { calculation: Calculation; value: CalculationValue };

/** What the screen shows of the form as a whole; it changes seldom, a question at each key. */
export type Overview = {
  /** The questions that the rules show now, presentation among them. */
  visibleFields: readonly FormField[];
  /** Required questions without an answer. */
  missing: readonly FormField[];
  answered: number;
  isDirty: boolean;
  /** The errors of the last attempt to save that still stand. */
  errors: FormError[];
  results: readonly Result[];
  /** Why the rules of the form came to no end, in a sentence. */
  problem: string | null;
  /** What was answered before the form changed and no longer fits it. */
  leftovers: readonly Leftover[];
};

/**
 * A form that is being filled in. It is never changed: each event makes another one, in which whatever stays the same is
 * the same object. Fields are named by their ids.
 */
export type FillingState = {
  form: FormDefinition;
  /** What the response has already; null for a new one. */
  saved: Answers | null;
  /** What was typed, chosen or stored, whether or not the rules let it count. */
  given: ReadonlyMap<number, unknown>;
  /** The fields that somebody answered here. */
  changed: ReadonlySet<number>;
  /** Where answers come from that were filled in and not touched. */
  filled: ReadonlyMap<number, string>;
  /** What rules filled in and nobody touched since, with the names of the rules. */
  suggested: ReadonlyMap<number, string>;
  /** The fields that rules filled in or emptied, whatever was done with them since. */
  ruled: ReadonlySet<number>;
  isDirty: boolean;
  /** What the rules made of what is given when they ran last. */
  settled: RulesResult;
  questions: ReadonlyMap<number, QuestionState>;
  visible: readonly FormField[];
  missing: ReadonlySet<number>;
  answered: ReadonlySet<number>;
  results: readonly Result[];
  /** What the last attempt to save found and still stands: under questions, and of the form as a whole. */
  summary: ReadonlyMap<number, string>;
  general: readonly FormError[];
  leftovers: readonly Leftover[];
  overview: Overview;
};

/** The id of a question's control, which is also the path of its errors. */
export const pathOf = (field_id: number | string): string => `answers.${field_id}`;

/** Whether the answer is not the person's to give. */
export const isHeld = ({ locked, heldBy }: FieldState): boolean => locked || heldBy !== null;

/** The same list as long as it holds the same: what draws it need not be drawn again. */
export const sameList = <T>(before: readonly T[], now: readonly T[]): readonly T[] =>
  before.length === now.length && before.every((one, at) => one === now[at]) ? before : now;

/** The map with other entries; the same one where there are none. */
export const withEntries = <V>(
  map: ReadonlyMap<number, V>,
  entries: readonly (readonly [number, V])[],
): ReadonlyMap<number, V> => {
  if (entries.length === 0) return map;
  const copy = new Map(map);
  for (const [id, value] of entries) copy.set(id, value);
  return copy;
};

/** The map without some keys; the same one where it has none of them. */
export const without = <V>(map: ReadonlyMap<number, V>, ...ids: number[]): ReadonlyMap<number, V> => {
  if (!ids.some((id) => map.has(id))) return map;
  return new Map([...map].filter(([id]) => !ids.includes(id)));
};
