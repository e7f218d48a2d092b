import type { Errors } from '#contract/kit/issues.ts';
import type { Issue } from '#forms/issue.ts';

/** Issues as a form shows them: the messages at each path. */
export const errorsOf = (issues: readonly Issue[]): Errors =>
  Object.fromEntries(
    [...Map.groupBy(issues, ({ path }) => path)].map(([path, found]) => [path, found.map(({ message }) => message)]),
  );
