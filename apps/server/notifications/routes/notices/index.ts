import { sql } from 'kysely';
import { pageSize } from '#contract/kit/list.ts';
import { type NoticePreference, noticeKinds, noticeRoutes } from '#contract/resources/notices.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { always, conditionOn, findRow } from '#server/kit/rows.ts';
import { publishNotices } from '#server/notifications/bell-channel.ts';
import { waysOf } from '#server/notifications/preferences.ts';
import { inBell } from '#server/notifications/visible-notices.ts';
import { countUnread, findNotices, serialize } from './bell-state.ts';
import type { Bells } from './bells.ts';

/** How long a stream stays open unless somebody says otherwise, in seconds: then browsers come back by themselves. */
const usualSeconds = 3600;

const now = sql<string>`now()`;
const unread = conditionOn('notices')('read_at', 'is', null);

const preferencesOf = async ({ tx, caller }: MemberContext): Promise<{ preferences: NoticePreference[] }> => {
  const { organization, person } = caller;
  const preferences = await Promise.all(
    noticeKinds.map(async (kind) => {
      const wayOf = await waysOf(tx, { organization_id: organization.id, kind }, [person.id]);
      return { kind, ...wayOf(person.id) };
    }),
  );
  return { preferences };
};

/** What members are notified of inside the product, and how they want to be. */
export const noticesFeature = (bells: Bells) =>
  implement(noticeRoutes, {
    page: async ({ params, query }, context) => {
      const { filters, page_size = pageSize } = query;
      const { page } = params;
      const { rows, total_count, unread_count } = await findNotices(context, {
        condition: filters?.unread ? unread : always,
        by: 'created_at',
        from: (page - 1) * page_size,
        most: page_size,
      });
      const total_pages = Math.ceil(total_count / page_size);
      return { data: rows.map(serialize), metadata: { page, page_size, total_count, total_pages, unread_count } };
    },

    read: async ({ params }, { tx, caller }) => {
      const organization_id = caller.organization.id;
      const row = await findRow(tx, 'notices', { organization_id, id: params.id, where: inBell(caller) });
      if (row.read_at !== null) return serialize(row);
      const read = await tx
        .updateTable('notices')
        .set({ read_at: now })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await publishNotices(tx, organization_id, [caller.person.id]);
      return serialize(read);
    },

    readAll: async (_, context) => {
      const { tx, caller } = context;
      const organization_id = caller.organization.id;
      await tx
        .updateTable('notices')
        .set({ read_at: now })
        .where('user_id', '=', caller.person.id)
        .where('in_bell', '=', true)
        .where('read_at', 'is', null)
        .execute();
      await publishNotices(tx, organization_id, [caller.person.id]);
      return { unread_count: await countUnread(context) };
    },

    stream: async ({ query }, { caller }) => {
      const ringing = { last: query.last ?? null, seconds: query.seconds ?? usualSeconds };
      return async () => ({
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
        body: bells.open(caller, ringing),
      });
    },

    preferences: (_, context) => preferencesOf(context),

    changePreferences: async ({ body }, context) => {
      const { tx, caller } = context;
      const whose = { organization_id: caller.organization.id, user_id: caller.person.id };
      await tx
        .insertInto('notice_preferences')
        .values(body.preferences.map((one) => ({ ...whose, ...one })))
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'user_id', 'kind']).doUpdateSet((eb) => ({
            bell: eb.ref('excluded.bell'),
            mail: eb.ref('excluded.mail'),
          })),
        )
        .execute();
      return preferencesOf(context);
    },
  });
