import { pageSize } from '#contract/kit/list.ts';
import { timelineRoutes } from '#contract/resources/timeline.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement } from '#server/kit/handlers.ts';
import { colleagues, describeEntries } from './describe-entries.ts';
import { countEntries, type Key, newestKeys } from './entries.ts';

const cursorOf = ({ at, kind, id }: Key): string => `${at}_${kind}_${id}`;

/** What was recorded, written and changed about a person, in one list. */
export const timelineFeature = implement(timelineRoutes, {
  page: async ({ params: { client_id }, query }, context) => {
    await findFor({ table: 'clients', scope: visibleClients }, client_id, context);
    const search = { ...query, client_id };
    const size = query.page_size ?? pageSize;
    const [keys, counted] = await Promise.all([
      newestKeys(search, context, size + 1),
      query.cursor ? null : countEntries(search, context),
    ]);
    const shown = keys.slice(0, size);
    const [data, people] = await Promise.all([
      describeEntries(shown, search, context),
      counted && colleagues(counted.user_ids, context),
    ]);
    const last = shown.at(-1);
    return {
      data,
      next: last && keys.length > size ? cursorOf(last) : null,
      total_count: counted?.total ?? null,
      people,
    };
  },
});
