import { sql } from 'kysely';
import { grid, overlap, type Place } from '#contract/dashboard-grid.ts';
import type { Issue } from '#contract/kit/issues.ts';
import { visibleWidgets } from '#server/access/dashboard-scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { checkVersion, ofOrganization } from '#server/kit/rows.ts';
import type { Widget } from './serialize.ts';

type WidgetSpan = { [K in 'x' | 'w']?: number | undefined };

/** Whether a widget would reach beyond the last column, said of what was sent of it. */
export const outside = (sent: WidgetSpan, { x = 0, w = 2 }: WidgetSpan = {}): Issue[] => {
  const place = { x: sent.x ?? x, w: sent.w ?? w };
  const beyond = place.x + place.w - grid.columns;
  if (beyond <= 0) return [];
  const message = `Keep the widget within ${grid.columns} columns: it extends ${beyond} too far`;
  return [{ path: sent.w === undefined ? 'x' : 'w', message }];
};

/** A widget where somebody puts it, and the version that they saw. */
type WidgetMove = Place & { id: number; lock_version: number };

/** What is wrong with a layout: what was moved stands outside, twice, or over something. */
const layoutIssues = (moved: readonly WidgetMove[], staying: readonly Widget[]): Issue[] =>
  moved.flatMap((one, index) => {
    const before = moved.slice(0, index);
    if (before.some(({ id }) => id === one.id))
      return [{ path: `widgets.${index}.id`, message: 'Send each widget once' }];
    const under = [...before, ...staying].find((other) => overlap(one, other));
    const issues = outside(one).map(({ path, message }) => ({ path: `widgets.${index}.${path}`, message }));
    if (!under) return issues;
    const message = `Choose another place: this one overlaps widget ${under.id}`;
    return [...issues, { path: `widgets.${index}.y`, message }];
  });

const isGone = 'Someone else removed a widget while you were editing. Reload the dashboard.';

/** Moves and resizes widgets, all of them or none, for who saw what is there; else a Problem. */
export const arrange = async (context: MemberContext, moved: readonly WidgetMove[]): Promise<void> => {
  const { tx, caller } = context;
  const standing: Widget[] = await ofOrganization(tx, 'dashboard_widgets', caller)
    .selectAll()
    .where(visibleWidgets(caller, 'write'))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, lock_version } of moved) {
    const row = standing.find((one) => one.id === id);
    if (!row) throw new Problem('not_found', { base: [isGone] });
    await checkVersion(tx, 'dashboard_widgets', { row, lock_version });
  }
  const ids = new Set(moved.map(({ id }) => id));
  refuse(
    layoutIssues(
      moved,
      standing.filter(({ id }) => !ids.has(id)),
    ),
  );
  const column = (key: keyof Place) => moved.map((one) => one[key]);
  await sql`
    update dashboard_widgets set x = place.x, y = place.y, w = place.w, h = place.h,
           lock_version = dashboard_widgets.lock_version + 1, updated_at = now()
      from unnest(${[...ids]}::bigint[], ${column('x')}::int[], ${column('y')}::int[], ${column('w')}::int[],
                  ${column('h')}::int[]) as place (id, x, y, w, h)
     where dashboard_widgets.organization_id = ${caller.organization.id} and dashboard_widgets.id = place.id`.execute(
    tx,
  );
};
