import { Modal } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { IconButton } from './button.tsx';
import css from './dialog.module.css';
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

/** A window over the page. It traps the focus and gives it back to where it was; Esc closes the topmost only. */
export function Dialog({ opened, onClose, title, width = 480, foot, note, dirty, role, children }: DialogProps) {
  // Mantine sets role="dialog" after all props, so another role can be set on the element only. A ref that were new at
  // each render would make the focus trap begin anew, and take the focus out of what is being typed.
  const ref = useCallback((element: HTMLElement | null) => void (role && element?.setAttribute('role', role)), [role]);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      centered
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
        {/* Not the banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{title}</Modal.Title>
          <IconButton label="Close" icon={IconX} onClick={onClose} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
        {foot && (
          <footer className={css.foot}>
            <span className={css.note} role="status">
              {note}
            </span>
            {foot}
          </footer>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
