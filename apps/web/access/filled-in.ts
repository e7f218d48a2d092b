import { words } from '#contract/kit/issues.ts';
import { ApiError } from '#web/kit/api.ts';

/** Throws, as the server would, when one of the values is empty: "Enter password". */
export const assertFilledIn = (values: Record<string, string>): void => {
  const empty = Object.keys(values).filter((name) => values[name]?.trim() === '');
  if (empty.length) throw new ApiError(422, Object.fromEntries(empty.map((name) => [name, [`Enter ${words(name)}`]])));
};
