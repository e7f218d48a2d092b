import { Notifications } from '@mantine/notifications';
import css from './toast.module.css';

/** Where toasts stand. Those that were shown before it came wait for it. */
export const Toasts = () => (
  <Notifications
    position="bottom-left"
    limit={3}
    autoClose={6000}
    containerWidth={360}
    transitionDuration={180}
    data-print="hide"
    classNames={{ root: css.place, notification: css.toast }}
  />
);
