import type { FormError } from '#web/ui/error-summary.tsx';
import { inSummaryOf } from './error-words.ts';
import { type FillingState, type Overview, pathOf, withEntries } from './state.ts';

/** Says what is wrong with some questions, or with null that nothing is. */
export const withErrors = (
  state: FillingState,
  errors: readonly (readonly [number, string | null])[],
): FillingState => {
  const fresh = errors.flatMap(([id, error]) => {
    const before = state.questions.get(id);
    return before && before.error !== error ? [[id, { ...before, error }] as const] : [];
  });
  return fresh.length === 0 ? state : { ...state, questions: withEntries(state.questions, fresh) };
};

/** Says what an attempt to save found: under the questions, all of which the summary tells of, and of the form as a whole. */
export const withSummary = (
  state: FillingState,
  errors: readonly (readonly [number, string | null])[],
  general: readonly FormError[],
): FillingState => {
  const now = withErrors(state, errors);
  const found = [...now.questions].flatMap(([id, { error }]) => (error === null ? [] : [[id, error] as const]));
  return { ...now, summary: new Map(found), general };
};

const errorsOf = ({ general, visible, summary }: FillingState): FormError[] => [
  ...general,
  ...visible.flatMap(({ field_id, field }) => {
    const error = summary.get(field_id);
    return error ? [{ id: pathOf(field_id), message: inSummaryOf(field, error) }] : [];
  }),
];

/**
 * Tells of the form as a whole. Lists stay the same objects as long as they say the same, and are not even gathered while
 * what they are made of is the same. @param before the state that the screen shows
 */
export const withOverview = (state: FillingState, before?: FillingState): FillingState => {
  const { visible, missing, answered, isDirty, results, settled, leftovers, overview: was } = state;
  const isAsBefore = (...parts: (keyof FillingState)[]) => parts.every((part) => state[part] === before?.[part]);
  const errors = isAsBefore('visible', 'summary', 'general') ? was.errors : errorsOf(state);
  const isSaid = errors === was.errors || JSON.stringify(errors) === JSON.stringify(was.errors);
  const overview: Overview = {
    visibleFields: visible,
    missing: isAsBefore('visible', 'missing') ? was.missing : visible.filter(({ field_id }) => missing.has(field_id)),
    answered: answered.size,
    isDirty,
    errors: isSaid ? was.errors : errors,
    results,
    problem: settled.problem,
    leftovers,
  };
  const isSame = (Object.keys(overview) as (keyof Overview)[]).every((part) => overview[part] === was[part]);
  return isSame ? state : { ...state, overview };
};
