import { noticeRoutes } from '#contract/resources/notices.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import { NoticeList } from './notice-list.tsx';

/** One's newest notices, for a place on another screen; the bell keeps them fresh. */
export const NewestNotices = () => {
  const { data, error, refetch } = useRouteQuery(noticeRoutes.page, {
    params: { page: '1' as never },
    query: { page_size: '5' },
  });
  if (data) return data.data.length > 0 ? <NoticeList notices={data.data} /> : <Note>No notifications yet</Note>;
  if (error) return <LoadFailed helper={whyNotLoaded(error)} onRetry={() => void refetch()} />;
  return <AreaSkeleton label="Loading notifications" height={120} />;
};
