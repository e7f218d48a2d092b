import type { ReactNode } from 'react';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Asks before what a program works with is taken away. */
export const DeleteQuestion = ({
  what,
  name,
  remove,
  onClose,
  children,
}: {
  /** What it is, in small letters but for names: "webhook". */
  what: string;
  name: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) => (
  <ConfirmWrite
    title={`Delete ${what} ${name}`}
    verb="Delete"
    danger
    write={async () => {
      await remove();
      toast.success(`${what.charAt(0).toUpperCase()}${what.slice(1)} ${name} deleted`);
      onClose();
    }}
    onClose={onClose}
  >
    {children}
  </ConfirmWrite>
);
