import { type ReactNode, useState } from 'react';
import { ApiError } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import css from './confirm-write.module.css';

/**
 * Asks before something is written, and writes it. What the server refuses is said in the question, which stays open.
 * @param write throws ApiError as `call` does; what follows when it succeeds is its affair
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
  children: ReactNode;
}) => {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ messages: string[]; attempt: number }>({ messages: [], attempt: 0 });
  const confirm = async () => {
    setBusy(true);
    try {
      await write();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.status !== 401)
        setRefusal(({ attempt }) => ({ messages: Object.values(error.errors).flat(), attempt: attempt + 1 }));
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
      <div className={css.body}>
        <ErrorSummary errors={refusal.messages.map((message) => ({ message }))} attempt={refusal.attempt} />
        {children}
      </div>
    </Confirm>
  );
};
