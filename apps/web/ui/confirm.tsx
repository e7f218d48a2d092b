import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before something is done. The title names the thing ("Delete form Intake"), `verb` is the button ("Delete"). */
export function Confirm({
  opened,
  title,
  verb,
  cancel = 'Cancel',
  danger,
  staying,
  busy,
  onConfirm,
  onCancel,
  children,
}: {
  opened: boolean;
  title: string;
  verb: string;
  /** "Stay", where the question is whether to leave. */
  cancel?: string;
  danger?: boolean;
  /** The other button is the one to press: `verb` gives something up. */
  staying?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What follows from it. */
  children?: ReactNode;
}) {
  return (
    <Dialog
      role="alertdialog"
      opened={opened}
      title={title}
      onClose={onCancel}
      foot={
        <>
          <Button {...(staying ? { tone: 'filled' } : {})} onClick={onCancel} data-autofocus>
            {cancel}
          </Button>
          <Button tone={danger || staying ? 'danger' : 'filled'} onClick={onConfirm} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
