import { IconBell } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { inSentences } from '#contract/kit/in-sentences.ts';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { useMember } from '#web/access/account.tsx';
import { queries } from '#web/kit/queries.ts';
import { IconButton } from '#web/ui/button.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { hearBell } from './hear-bell.ts';
import css from './notices.module.css';
import { inWords, Panel } from './panel.tsx';

/** The bell of who is signed in: how many notices are unread, said as they come, and the notices behind it. */
export const Bell = () => {
  const { account, organization } = useMember();
  const [unread, setUnread] = useState(0);
  const [said, setSaid] = useState('');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const who = `${organization.id} ${account.id}`;
  useEffect(
    () =>
      hearBell(who, ({ unread_count, newest }) => {
        setUnread(unread_count);
        const words = inSentences(newest.map(({ text }) => `New notification. ${text}`));
        if (words) setSaid(words);
        void queries.reload(noticeRoutes.page);
      }),
    [who],
  );
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, leave);
    return () => {
      for (const type of ['pointerdown', 'focusin']) document.removeEventListener(type, leave);
    };
  }, [isOpen]);
  const label = unread > 0 ? `Notifications, ${inWords(unread)} unread` : 'Notifications';
  return (
    <span ref={box} className={css.bell}>
      <IconButton label={label} icon={IconBell} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
      {unread > 0 && (
        <span className={css.badge} aria-hidden>
          {inWords(unread)}
        </span>
      )}
      <span className={hidden.text} role="status">
        {said}
      </span>
      {isOpen && <Panel unread={unread} onClose={() => setOpen(false)} />}
    </span>
  );
};
