import { Button } from './button.tsx';
import css from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.tsx';

export type ErrorReport = {
  /** Each field by its shown name, with its messages; `name` is empty where the messages belong to no field. */
  fields: { name: string; messages: string[] }[];
  requestId?: string;
  /** Does again what failed. */
  onRetry?: () => void;
};

/** The dialog "Error": for errors that no form on the screen can show. OK clears it, and so does Retry. */
export function ErrorDialog({ report, onClose }: { report: ErrorReport | null; onClose: () => void }) {
  const { requestId, onRetry } = report ?? {};
  const copy = async () => {
    await navigator.clipboard.writeText(requestId!);
    toast.success('Request id copied');
  };
  return (
    <Dialog
      opened={report !== null}
      title="Error"
      onClose={onClose}
      foot={
        <>
          <Button {...(onRetry ? {} : { tone: 'filled', 'data-autofocus': true })} onClick={onClose}>
            OK
          </Button>
          {onRetry && (
            <Button
              tone="filled"
              data-autofocus
              onClick={() => {
                onClose();
                onRetry();
              }}
            >
              Retry
            </Button>
          )}
        </>
      }
    >
      <dl className={css.fields}>
        {report?.fields.map(({ name, messages }) => (
          <div key={name}>
            {name && <dt>{name}</dt>}
            {messages.map((message) => (
              <dd key={message}>{message}</dd>
            ))}
          </div>
        ))}
      </dl>
      {requestId && (
        <p className={css.request}>
          Request <code>{requestId}</code>
          <Button tone="subtle" size="small" onClick={copy}>
            Copy
          </Button>
        </p>
      )}
    </Dialog>
  );
}
