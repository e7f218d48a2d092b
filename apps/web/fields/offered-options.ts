import type { AnswerInputProps } from './answer-props.ts';

/**
 * The options to choose from. A chosen one that was removed, or that a rule leaves out now, stays: else it could not be
 * taken off. @param options those that the rules leave; all without them
 */
export const offeredOptions = (
  { field, options = field.field_options }: Pick<AnswerInputProps, 'field' | 'options'>,
  chosen: readonly unknown[],
) => {
  const offered = new Set(options.filter(({ hidden }) => !hidden).map(({ value }) => value));
  return field.field_options.filter(({ value }) => offered.has(value) || chosen.includes(value));
};
