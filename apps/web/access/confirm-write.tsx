import { type ReactNode, useState } from 'react';
import { inSentences } from '#contract/kit/in-sentences.ts';
import type { Errors } from '#contract/kit/issues.ts';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import layout from '#web/ui/layout.module.css';
import css from './confirm-write.module.css';

/**
 * Asks before something is written, and writes it. What the server refuses is said in the question, which stays open.
 * @param write throws ApiError as `call` does; what follows when it succeeds is its affair
 * @param children what follows from it; where it has fields, a function that is told what is wrong with each by its path,
 *   which is also its id
 */
export const ConfirmWrite = ({
  title,
  verb,
  danger,
  write,
  onClose,
  children,
}: {
  title: string;
  verb: string;
  danger?: boolean;
  write: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode | ((error: (path: string) => string | null) => ReactNode);
}) => {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ errors: Errors; attempt: number }>({ errors: {}, attempt: 0 });
  const hasFields = typeof children === 'function';
  const messages = Object.entries(refusal.errors).flatMap(([path, said]) =>
    said.map((message) => (hasFields && path !== 'base' ? { id: path, message } : { message })),
  );
  const confirm = async () => {
    setBusy(true);
    try {
      await write();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.status !== 401)
        setRefusal(({ attempt }) => ({ errors: error.errors, attempt: attempt + 1 }));
      else failures.report(error);
    }
  };
  return (
    <Confirm
      opened
      title={title}
      verb={verb}
      {...(danger ? { danger } : {})}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className={`${layout.alerts} ${css.body}`}>
        <ErrorSummary errors={messages} attempt={refusal.attempt} />
        {hasFields ? children((path) => inSentences(refusal.errors[path])) : children}
      </div>
    </Confirm>
  );
};
