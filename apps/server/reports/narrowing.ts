import { holds } from '#server/access/demands.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import type { ResultPage } from './report.ts';
import { maySee, type ReportRow } from './stored.ts';

/** What narrows a report, for those who can read it. Those who can only use it see its results, not its conditions. */
export const narrowingFor = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { id }: ReportRow,
  narrowing: ResultPage['narrowing'],
): Promise<ResultPage['narrowing']> => {
  const mayRead =
    holds(caller, { entity: 'report_definitions', action: 'read' }) || (await maySee({ tx, caller }, id, 'read'));
  return mayRead
    ? narrowing
    : {
        conditions: { and: [] },
        columns: [],
        forms: [],
        filters: [],
        windows: [],
        matches: [],
        after_window: null,
        rows_after_window: false,
        archived_people: narrowing.archived_people,
        parameters: [],
        base: null,
      };
};
