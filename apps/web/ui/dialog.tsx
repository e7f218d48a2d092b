import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { Button, type ButtonProps, IconButton } from './button.tsx';
import css from './dialog.module.css';
import { firstField, useFocusBack } from './focus-back.ts';
import layout from './layout.module.css';

export type DialogProps = {
  opened: boolean;
  onClose: () => void;
  /** A verb and a noun: it names the dialog. */
  title: string;
  width?: 480 | 720 | 960;
  /** The buttons, the primary one last. */
  foot?: ReactNode;
  /** A few words at the start of the foot: "3 changes, not saved yet". */
  note?: string;
  /** Something would be lost: Esc and a press beside the dialog do nothing. */
  dirty?: boolean;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

/** A question stands over every other dialog, whichever of them came first. */
const layers = { dialog: 200, alertdialog: 210 };

/** Where the focus begins: at `data-autofocus`, else in the first field, else at the title, which is then read aloud. */
const markFirst = (dialog: HTMLElement) => {
  if (dialog.querySelector('[data-autofocus]')) return;
  (firstField(dialog) ?? dialog.querySelector('h2'))?.setAttribute('data-autofocus', '');
};

/** A window over the page. It traps the focus and gives it back to what opened it; Esc closes the topmost only. */
export function Dialog({ opened, onClose, title, width = 480, foot, note, dirty, role, children }: DialogProps) {
  // Mantine sets role="dialog" after all props, so another role can be set on the element only. A ref that were new at
  // each render would make the focus trap begin anew, and take the focus out of what is being typed.
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (role) element?.setAttribute('role', role);
      if (element) markFirst(element);
    },
    [role],
  );
  useFocusBack(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      zIndex={layers[role ?? 'dialog']}
      centered
      returnFocus={false}
      closeOnEscape={!dirty}
      closeOnClickOutside={!dirty}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{
        content: css.content,
        header: `${layout.top} ${css.head}`,
        title: css.title,
        body: css.body,
        overlay: css.scrim,
      }}
    >
      <Modal.Overlay />
      <Modal.Content ref={ref}>
        {/* Not the head of the page, which a header outside of its parts would be. */}
        <Modal.Header role="presentation">
          <Modal.Title tabIndex={-1}>{title}</Modal.Title>
          <IconButton label="Close" icon={IconX} onClick={onClose} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
        {foot && (
          <div className={css.foot}>
            <span className={css.note} role="status">
              {note}
            </span>
            {foot}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

/** The foot of a dialog that does one thing: "Cancel", and the button for it. @param verb what it says */
export const VerbFoot = ({
  onClose,
  verb,
  ...button
}: { onClose: () => void; verb: string } & Omit<ButtonProps, 'tone' | 'children'>) => (
  <>
    <Button onClick={onClose}>Cancel</Button>
    <Button tone="filled" {...button}>
      {verb}
    </Button>
  </>
);
