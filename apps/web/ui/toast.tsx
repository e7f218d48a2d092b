import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconArchive, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { Button, IconButton } from './button.tsx';
import { Icon, type IconType } from './icon.tsx';
import css from './toast.module.css';

type Toast = {
  text: string;
  icon: IconType;
  tone: 'ok' | 'info' | 'error';
  /** How long it stays, in ms; hovering or focusing it stops the clock. */
  stay: number | false;
  action?: { label: string; onClick: () => void };
  link?: { label: string; href: string };
};

let made = 0;

function show({ text, icon, tone, stay, action, link }: Toast) {
  const id = `toast-${made++}`;
  const close = () => notifications.hide(id);
  const message = (
    <div className={css.line}>
      <Icon of={icon} className={css[tone]} />
      <span>{text}</span>
      {action && (
        <Button
          tone="subtle"
          size="small"
          onClick={() => {
            close();
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      {link && <a href={link.href}>{link.label}</a>}
      <IconButton size="small" label="Close notice" icon={IconX} onClick={close} />
    </div>
  );
  const notice = { id, role: 'status', message, withCloseButton: false };
  notifications.show({
    ...notice,
    autoClose: stay,
    onFocusCapture: () => notifications.update({ ...notice, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...notice, autoClose: stay }),
  });
}

/** Short notices at the foot of the screen, at most three. Words: sentence case, what happened, nothing more. */
export const toast = {
  /** "Note saved": 6 s. `link` leads to what came of it, also at another address. */
  success: (text: string, link?: { label: string; href: string }) =>
    show({ text, icon: IconCircleCheck, tone: 'ok', stay: 6000, link }),
  /** "Order not saved. The old order is back.": stays until it is closed. */
  error: (text: string, onRetry?: () => void) =>
    show({
      text,
      icon: IconAlertCircle,
      tone: 'error',
      stay: false,
      action: onRetry && { label: 'Retry', onClick: onRetry },
    }),
  /** "The form changed. Check the questions, then save again.": stays until it is closed. */
  info: (text: string) => show({ text, icon: IconInfoCircle, tone: 'info', stay: false }),
  /** "Widget removed", with Undo: 8 s. */
  undo: (text: string, onUndo: () => void) =>
    show({ text, icon: IconArchive, tone: 'info', stay: 8000, action: { label: 'Undo', onClick: onUndo } }),
  /** Takes all of them away. */
  clear: () => notifications.clean(),
};
