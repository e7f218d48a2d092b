import { IconForms, IconStack2 } from '@tabler/icons-react';
import { type Notice, type NoticeKind, noticeRoutes } from '#contract/resources/notices.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
import { queries } from '#web/kit/queries.ts';
import { formatDateTime } from '#web/ui/dates.ts';
import type { IconType } from '#web/ui/icon.tsx';

/** The screen on which somebody says how they want to be told. */
export const preferencesPath = '/myprofile/notifications';

export const iconOf: Record<NoticeKind, IconType> = { form: IconForms, job: IconStack2 };

const dayOf = (moment: string, zone: string) => formatDateTime(moment, zone).slice(0, 8);
const oneDay = 24 * 60 * 60 * 1000;

/** Under which heading a notice stands, and what says when it came. */
export const momentOf = (created_at: string, zone: string, now = Date.now()): { heading: string; time: string } => {
  const [day, time] = [dayOf(created_at, zone), formatDateTime(created_at, zone).slice(9)];
  if (day === dayOf(new Date(now).toISOString(), zone)) return { heading: 'Today', time };
  if (day === dayOf(new Date(now - oneDay).toISOString(), zone)) return { heading: 'Yesterday', time };
  return { heading: 'Earlier', time: day };
};

const write = async (writing: Promise<unknown>): Promise<void> => {
  await writing.catch((error: unknown) => failures.report(error));
  await queries.reload(noticeRoutes.page);
};

/** Marks a notice as read. That it could not be is said, and it stays as it is. */
export const markRead = ({ id, read_at }: Notice): void => {
  if (read_at === null) void write(call(noticeRoutes.read, { params: { id }, body: { read: true } }));
};

export const markAllRead = (): Promise<void> => write(call(noticeRoutes.readAll, { body: { read: true } }));
