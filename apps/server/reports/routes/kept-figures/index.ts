import { sql } from 'kysely';
import { type KeptFigures, keptFiguresRoutes } from '#contract/resources/kept-figures.ts';
import type { ViewType } from '#reports/views.ts';
import { knownAs } from '#server/access/member-names.ts';
import { smallNumbersBelow } from '#server/access/small-numbers.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { conditionOn, findRow, insertRow, ofOrganization, type Row, removeRow, type Where } from '#server/kit/rows.ts';
import { readable } from '#server/reports/asked.ts';
import { askedInWords } from '#server/reports/asked-words.ts';
import { narrowingFor } from '#server/reports/narrowing.ts';
import { lockReport, maySee, type ReportRow } from '#server/reports/stored.ts';
import { type FiguresPage, figuresNow, formsToRead } from './keep.ts';

/** So many are kept of one report for all who can open it, and so many by each person for themselves. */
const maxKept = { readers: 500, keeper: 100 };

/**
 * Those of a report that the caller may see: they kept them or were allowed to see them, and may read every form behind
 * them. When one of these forms has been deleted, only the keeper and the owner see them.
 */
const seenOf = ({ tx, caller }: MemberContext, { id }: ReportRow): Where<'kept_figures'> => {
  const { and, or, eb } = conditionOn('kept_figures');
  const behind = ofOrganization(tx, 'forms', caller)
    .select('forms.id')
    .where(sql<boolean>`forms.id = any(kept_figures.form_ids)`);
  const open = behind.where(formsToRead(caller));
  const count = (rows: typeof behind) => sql<number>`(select count(*) from ${rows} counted)`;
  const isOwn = eb('kept_by_id', '=', caller.person.id);
  return and([
    eb('report_definition_id', '=', id),
    or([eb('seen_by', '=', 'readers'), isOwn]),
    sql<boolean>`${count(open)} = ${count(behind)}`,
    or([isOwn, sql<boolean>`${caller.everything} or ${count(behind)} = cardinality(form_ids)`]),
  ]);
};

/** Whether figures show counts that the organization hides now. */
const tellsTooMuch = (row: Pick<Row<'kept_figures'>, 'hidden_below'>, now: number | null): boolean =>
  now !== null && (row.hidden_below ?? 0) < now;

/** Kept figures as lists show them, the newest first. */
const listed = async (context: MemberContext, report: ReportRow, only?: number): Promise<KeptFigures[]> => {
  const { tx, caller } = context;
  const isChanging = await maySee(context, report.id, 'write');
  const now = report.settings.small_numbers ? null : await smallNumbersBelow(context);
  const named = knownAs(caller.organization.id, 'kept_figures.kept_by_id');
  const rows = await ofOrganization(tx, 'kept_figures', caller)
    .select([
      'id',
      'report_definition_id',
      'name',
      'seen_by',
      'kept_by_id',
      'created_at',
      'lock_version',
      'hidden_below',
    ])
    .select([
      sql<ViewType>`page -> 'view' ->> 'view_type'`.as('view_type'),
      sql<string | null>`(select first_name from ${named} called)`.as('first_name'),
      sql<string | null>`(select last_name from ${named} called)`.as('last_name'),
    ])
    .where(seenOf(context, report))
    .$if(only !== undefined, (query) => query.where('id', '=', only as number))
    .orderBy('id', 'desc')
    .limit(maxKept.readers + maxKept.keeper)
    .execute();
  return rows.map(({ kept_by_id, first_name, last_name, created_at, seen_by, hidden_below, ...row }) => ({
    ...row,
    seen_by: seen_by as KeptFigures['seen_by'],
    kept_at: created_at,
    kept_by: { id: kept_by_id, first_name, last_name },
    hidden: tellsTooMuch({ hidden_below }, now),
    removable: isChanging || kept_by_id === caller.person.id,
  }));
};

const shown = async (context: MemberContext, report: ReportRow, id: number): Promise<KeptFigures> => {
  const [found] = await listed(context, report, id);
  if (!found) throw new Problem('not_found');
  return found;
};

const rowOf = (context: MemberContext, report: ReportRow, id: number) =>
  findRow(context.tx, 'kept_figures', {
    organization_id: context.caller.organization.id,
    id,
    where: seenOf(context, report),
  });

/**
 * The figures with what narrowed them, as far as the caller may know it: what was chosen by the names that the caller
 * knows, and conditions of a report below an Aggregate for who may read that.
 */
const pageFor = async (
  context: MemberContext,
  report: ReportRow,
  { page, target_id }: Row<'kept_figures'>,
): Promise<FiguresPage> => {
  const { narrowing, view } = page;
  const parameters = await Promise.all(
    // A period is that of the day on which the figures were kept.
    narrowing.parameters.map(async (one) => (one.type === 'choice' ? await askedInWords(context, [one]) : [one])),
  );
  const told = await narrowingFor(context, report, { ...narrowing, parameters: parameters.flat() });
  const isAsked = (told.base?.conditions?.and ?? []).length > 0;
  const isClosed = isAsked && !(target_id !== null && (await maySee(context, target_id, 'read')));
  const base = isClosed ? { conditions: null, columns: [], forms: [] } : told.base;
  return { ...page, view: { ...view, data: page.data }, narrowing: { ...told, base } };
};

/** Figures of reports as they were at a time. */
export const keptFiguresFeature = implement(keptFiguresRoutes, {
  list: async ({ params }, context) => ({
    data: await listed(context, await readable(params.report_id, context)),
  }),
  show: async ({ params: { report_id, id } }, context) => {
    const report = await readable(report_id, context);
    const found = await shown(context, report, id);
    if (found.hidden)
      throw new Problem('forbidden', {
        base: ['These figures show counts of fewer people than your organization shows now.'],
      });
    return { ...found, page: await pageFor(context, report, await rowOf(context, report, id)) };
  },
  create: async ({ params, body }, context) => {
    const { caller, tx } = context;
    const report = await readable(params.report_id, context);
    const figures = await figuresNow(context, report, body);
    await lockReport(context, report.id);
    const { count } = await ofOrganization(tx, 'kept_figures', caller)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('report_definition_id', '=', report.id)
      .where('seen_by', '=', body.seen_by)
      .$if(body.seen_by === 'keeper', (query) => query.where('kept_by_id', '=', caller.person.id))
      .executeTakeFirstOrThrow();
    const most = maxKept[body.seen_by];
    if (Number(count) >= most)
      throw invalid('base', `You can keep figures of one report at most ${most} times. Delete some of them first.`);
    const { id } = await insertRow(tx, 'kept_figures', {
      organization_id: caller.organization.id,
      report_definition_id: report.id,
      name: body.name,
      seen_by: body.seen_by,
      kept_by_id: caller.person.id,
      ...figures,
      page: JSON.stringify(figures.page),
    });
    return shown(context, report, id);
  },
  remove: async ({ params: { report_id, id }, body }, context) => {
    const report = await readable(report_id, context);
    const { removable } = await shown(context, report, id);
    if (!removable) throw new Problem('forbidden');
    await removeRow(context.tx, 'kept_figures', {
      row: await rowOf(context, report, id),
      lock_version: body?.lock_version,
    });
  },
});
