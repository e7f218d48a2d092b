import { Link } from 'react-router';
import type { Notice } from '#contract/resources/notices.ts';
import { useZone } from '#web/access/account.tsx';
import { Icon } from '#web/ui/icon.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import { iconOf, markRead, momentOf } from './notice.ts';
import css from './notices.module.css';

type NoticeItem = Notice & { heading: string; time: string };

/** Notices under the days on which they came. Whoever follows one has read it. */
export const NoticeList = ({ notices, onFollow }: { notices: Notice[]; onFollow?: () => void }) => {
  const zone = useZone();
  const told: NoticeItem[] = notices.map((notice) => ({ ...notice, ...momentOf(notice.created_at, zone) }));
  return [...Map.groupBy(told, ({ heading }) => heading)].map(([heading, group]) => (
    <section key={heading} aria-label={heading}>
      <h3 className={css.day}>{heading}</h3>
      <ul>
        {group.map((notice) => (
          <li key={notice.id} className={css.notice} data-unread={notice.read_at === null || undefined}>
            <span className={css.sign}>
              <Icon of={iconOf[notice.kind]} size="s" />
            </span>
            <Link
              className={css.text}
              to={notice.url}
              onClick={() => {
                markRead(notice);
                onFollow?.();
              }}
            >
              {notice.text}
            </Link>
            <span className={css.time}>
              <time dateTime={notice.created_at}>{notice.time}</time>
              {notice.read_at === null && <span className={hidden.text}>, unread</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
};
