import { IconBell, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { maxUnread, type Notice, noticeRoutes } from '#contract/resources/notices.ts';
import { useList } from '#web/kit/use-list.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { FilterChip } from '#web/ui/filter-chip.tsx';
import { useFocusBack } from '#web/ui/focus-back.ts';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { useEndOfScroll } from '#web/ui/use-end-of-scroll.ts';
import { markAllRead, preferencesPath } from './notice.ts';
import { NoticeList } from './notice-list.tsx';
import css from './notices.module.css';

/** "3", or "99+" when there are more than are counted. */
export const inWords = (unread: number): string => (unread >= maxUnread ? `${maxUnread - 1}+` : String(unread));

/** What the bell has told, over the page, until something else is pressed. */
export const Panel = ({ unread, onClose }: { unread: number; onClose: () => void }) => {
  const box = useRef<HTMLDivElement>(null);
  const [onlyUnread, setOnlyUnread] = useState(false);
  const [isMarking, setMarking] = useState(false);
  useFocusBack(true);
  useEffect(() => box.current?.focus(), []);
  const mark = async () => {
    setMarking(true);
    await markAllRead();
    setMarking(false);
    box.current?.focus();
  };
  return (
    <div
      ref={box}
      className={css.panel}
      role="dialog"
      aria-labelledby="notices-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={css.head}>
        <h2 id="notices-title" className={css.title}>
          Notifications
        </h2>
        {unread > 0 && (
          <Button tone="subtle" size="small" busy={isMarking} onClick={() => void mark()}>
            Mark all as read
          </Button>
        )}
        <IconButton size="small" label="Close" icon={IconX} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and form semantics */}
      <div className={css.filters} role="group" aria-label="Show">
        <FilterChip pressed={!onlyUnread} onClick={() => setOnlyUnread(false)}>
          All
        </FilterChip>
        <FilterChip pressed={onlyUnread} onClick={() => setOnlyUnread(true)}>
          Unread {inWords(unread)}
        </FilterChip>
      </div>
      <Found onlyUnread={onlyUnread} onClose={onClose} />
      <div className={css.foot}>
        <Link to={preferencesPath} onClick={onClose}>
          Notification settings
        </Link>
        <span className={css.muted}>Kept for 90 days</span>
      </div>
    </div>
  );
};

const Found = ({ onlyUnread, onClose }: { onlyUnread: boolean; onClose: () => void }) => {
  const list = useList<Notice>(noticeRoutes.page, { filters: onlyUnread ? { unread: true } : {} });
  const box = useRef<HTMLElement>(null);
  useEndOfScroll(() => box.current, list, list.status === 'ready');
  if (list.status === 'failed') return <LoadFailed helper={whyNotLoaded(list.error)} onRetry={list.onRetry} />;
  if (list.status === 'loading') return <AreaSkeleton label="Loading notifications" height={160} />;
  if (list.rows.length === 0)
    return (
      <EmptyState
        icon={IconBell}
        title={onlyUnread ? 'No unread notifications' : 'No notifications yet'}
        helper="You’ll see notifications from forms and about your background work here."
      />
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard
    <section ref={box} className={css.scroll} aria-label="Notifications, newest first" tabIndex={0}>
      <NoticeList notices={list.rows} onFollow={onClose} />
      {list.more && (
        <Button size="small" tone="subtle" busy={list.loadingMore} onClick={list.onEnd}>
          {`Load more, ${list.rows.length} of ${list.total} loaded`}
        </Button>
      )}
    </section>
  );
};
