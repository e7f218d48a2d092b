import { useSyncExternalStore } from 'react';
import { type Errors, words } from '#contract/kit/issues.ts';
import { problems } from '#contract/problems.ts';
import { keptWords } from '#web/parts/absence.ts';
import type { ErrorReport } from '#web/ui/error-dialog.tsx';
import { ApiError, Unreached } from './api.ts';
import { capital } from './formats.ts';

let report: ErrorReport | null = null;
const listeners = new Set<() => void>();
const show = (next: ErrorReport | null) => {
  report = next;
  for (const listener of listeners) listener();
};

/** The errors of a failed call, as a person reads them: of a conflict the reason, without who it was and when. */
export const readableErrors = ({ status, errors }: ApiError): Errors => {
  if (status === 404) return { base: [problems.not_found.message] };
  return status === 409 ? { base: errors.base ?? [problems.conflict.message] } : errors;
};

/** The error dialog of the whole application, for failures that no form on the screen can show. */
export const failures = {
  /**
   * Shows what failed. A 401 is not shown: it leads to signing in.
   * @param retry saves again what somebody entered, where it is still on the screen: offered when nobody answered
   */
  report: (error: unknown, retry?: () => void): void => {
    if (!(error instanceof ApiError)) {
      console.error(error);
      show({ fields: [{ name: '', messages: [problems.internal.message] }] });
      return;
    }
    if (error.status === 401) return;
    if (retry && error instanceof Unreached) {
      show({ fields: [{ name: '', messages: [keptWords(error.why)] }], onRetry: retry });
      return;
    }
    const fields = Object.entries(readableErrors(error)).map(([name, messages]) => ({
      name: name === 'base' ? '' : capital(words(name.split('.').at(-1) ?? '')),
      messages,
    }));
    show({ fields, ...(error.requestId ? { requestId: error.requestId } : {}) });
  },
  clear: (): void => show(null),
};

export const useFailure = (): ErrorReport | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => report,
  );
