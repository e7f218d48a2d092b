import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './keys.module.css';

/** Shows keys and secrets in the one moment in which they are known: it is not closed by mistake. */
export const KeysDialog = ({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <Dialog
    opened
    dirty
    width={720}
    title={title}
    onClose={onClose}
    foot={
      <Button tone="filled" onClick={onClose}>
        Close
      </Button>
    }
  >
    <div className={css.keys}>{children}</div>
  </Dialog>
);

/** A key or secret to be copied. */
export const Key = ({ label, help, value }: { label: string; help: string; value: string }) => {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(`${label} copied`);
    } catch {
      // Not every browser lets a page write there: the key is then ready for the person's own copying.
      const input = document.getElementById(id) as HTMLInputElement;
      input.focus();
      input.select();
    }
  };
  return (
    <div className={css.key}>
      <TextField
        id={id}
        label={label}
        help={help}
        mono
        readOnly
        value={value}
        onChange={() => undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon={IconCopy} onClick={copy} aria-label={`Copy ${label}`}>
        Copy
      </Button>
    </div>
  );
};
