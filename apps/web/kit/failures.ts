import { useSyncExternalStore } from 'react';
import { words } from '#contract/kit/issues.ts';
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

const byStatus: Record<number, string> = {
  404: problems.not_found.message,
  409: problems.conflict.message,
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
    const literal = byStatus[error.status];
    const fields = Object.entries(error.errors).map(([name, messages]) => ({
      name: name === 'base' ? '' : capital(words(name.split('.').at(-1) ?? '')),
      messages,
    }));
    show({
      fields: literal ? [{ name: '', messages: [literal] }] : fields,
      ...(error.requestId ? { requestId: error.requestId } : {}),
    });
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
