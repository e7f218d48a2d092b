import { sql } from 'kysely';
import type { z } from 'zod';
import type { RetentionSubject, retentionPreview } from '#contract/resources/retention.ts';
import {
  clientsOfAnyTime,
  visibleInternalRecords,
  visiblePublicInstances,
  visibleResponses,
} from '../access/scopes.ts';
import type { Tx } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';
import { always, conditionOn, ofOrganization, type Where } from '../kit/rows.ts';
import { usesOf } from '../records/uses.ts';
import {
  type DatedRule,
  goingPeople,
  goingResponses,
  isPicked,
  lastOldEvent,
  leadsOthers,
  oldDeletions,
  oldEvents,
  oldPeople,
  oldResponses,
} from './old.ts';

type Preview = z.input<typeof retentionPreview>;
type CallerContext = { tx: Tx; caller: Member };

/** So many records, and names of what depends on them, are shown. */
const maxShown = 10;

/** The responses that the caller may see, of whatever kind; the owner sees those of archived people too. */
const seenResponses = (caller: Member): Where<'responses'> => {
  if (caller.everything) return always;
  const scopes = [visibleResponses, visibleInternalRecords, visiblePublicInstances];
  return conditionOn('responses').or(scopes.map((scope) => scope(caller, 'read')));
};

const countOf = async (query: { executeTakeFirst: () => Promise<{ count: number } | undefined> }): Promise<number> =>
  (await query.executeTakeFirst())?.count ?? 0;

const staying = (rows: { count: number; reason: string }[]) => rows.filter(({ count }) => count > 0);

/** The reports that use a form, as far as the caller can see them, in a sentence. */
const reportsIn = async (context: CallerContext, form_id: number): Promise<string[]> => {
  const uses = await usesOf(context, [{ thing: 'form', id: form_id }], ['report']);
  const reports = uses.filter(({ visible }) => visible);
  if (reports.length === 0) return [];
  const names = reports.slice(0, maxShown).map(({ name }) => name);
  const more = reports.length - names.length;
  return [`Reports count fewer responses: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`];
};

/** Whether answers of a form stand on the pages of people. */
const isOnPages = async ({ tx, caller }: CallerContext, form_id: number): Promise<boolean> =>
  (await ofOrganization(tx, 'client_dashboard_fields', caller)
    .innerJoin('form_fields', (join) =>
      join
        .on('form_fields.organization_id', '=', caller.organization.id)
        .onRef('form_fields.id', '=', 'client_dashboard_fields.form_field_id'),
    )
    .where('form_fields.form_id', '=', form_id)
    .select('client_dashboard_fields.id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Consents that were signed by what goes, in a sentence. */
const consentsIn = async (tx: Tx, rule: DatedRule): Promise<string[]> => {
  const count = await countOf(
    goingResponses(tx, rule)
      .innerJoin('consents', (join) =>
        join
          .on('consents.organization_id', '=', rule.organization_id)
          .onRef('consents.response_id', '=', 'responses.id'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return count > 0 ? [`Consents are kept, without their signed response: ${count}.`] : [];
};

const forGood = 'They are permanently deleted with their history. No one can view or restore them.';

const responsesPreview = async (
  { tx, caller }: CallerContext,
  rule: DatedRule,
): Promise<Omit<Preview, 'older_than' | 'sees_all'>> => {
  const going = goingResponses(tx, rule).where(seenResponses(caller));
  const count = await countOf(going.select((eb) => eb.fn.countAll<number>().as('count')));
  const files = await countOf(
    going
      .innerJoin('response_files', (join) =>
        join
          .on('response_files.organization_id', '=', rule.organization_id)
          .onRef('response_files.response_id', '=', 'responses.id'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  const picked = await countOf(
    oldResponses(tx, rule)
      .where(seenResponses(caller))
      .where(isPicked(rule))
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  const deleted_before = caller.everything
    ? await countOf(oldDeletions(tx, rule).select((eb) => eb.fn.countAll<number>().as('count')))
    : 0;
  const form_id = rule.form_id as number;
  const at = rule.counted_from === 'changed' ? 'responses.updated_at' : 'responses.completed_at';
  const first = await going
    .leftJoin('clients', (join) =>
      join.on('clients.organization_id', '=', rule.organization_id).onRef('clients.id', '=', 'responses.client_id'),
    )
    .select([
      'responses.id',
      sql<string>`coalesce(clients.first_name || ' ' || clients.last_name, responses.title, responses.reference, 'Response ' || responses.id)`.as(
        'name',
      ),
      sql<string>`${sql.ref(at)}`.as('at'),
    ])
    .orderBy(at)
    .orderBy('responses.id')
    .limit(maxShown)
    .execute();
  return {
    count,
    responses: 0,
    notes: 0,
    files,
    deleted_before,
    staying: staying([{ count: picked, reason: 'Answers on other forms refer to them.' }]),
    consequences: [
      forGood,
      ...(await reportsIn({ tx, caller }, form_id)),
      ...(caller.everything ? await consentsIn(tx, rule) : []),
      ...((await isOnPages({ tx, caller }, form_id))
        ? ['Answers on people’s pages disappear if no newer response has them.']
        : []),
    ],
    first,
  };
};

const peoplePreview = async (
  { tx, caller }: CallerContext,
  rule: DatedRule,
): Promise<Omit<Preview, 'older_than' | 'sees_all'>> => {
  const seen = clientsOfAnyTime(caller, 'read');
  const going = goingPeople(tx, rule).where(seen);
  const count = await countOf(going.select((eb) => eb.fn.countAll<number>().as('count')));
  const below = async (table: 'responses' | 'notes') =>
    caller.everything
      ? countOf(
          tx
            .selectFrom(table)
            .where('client_id', 'in', goingPeople(tx, rule).select('clients.id'))
            .select((eb) => eb.fn.countAll<number>().as('count')),
        )
      : 0;
  const files = caller.everything
    ? await countOf(
        tx
          .selectFrom('response_files')
          .innerJoin('responses', (join) =>
            join
              .on('responses.organization_id', '=', rule.organization_id)
              .onRef('responses.id', '=', 'response_files.response_id'),
          )
          .where('responses.client_id', 'in', goingPeople(tx, rule).select('clients.id'))
          .select((eb) => eb.fn.countAll<number>().as('count')),
      )
    : 0;
  const kept = (where: Where<'clients'>) =>
    countOf(
      oldPeople(tx, rule)
        .where(seen)
        .where(where)
        .select((eb) => eb.fn.countAll<number>().as('count')),
    );
  const first = await going
    .select([
      'clients.id',
      sql<string>`clients.first_name || ' ' || clients.last_name`.as('name'),
      sql<string>`clients.archived_at`.as('at'),
    ])
    .orderBy('clients.archived_at')
    .orderBy('clients.id')
    .limit(maxShown)
    .execute();
  return {
    count,
    responses: await below('responses'),
    notes: await below('notes'),
    files,
    deleted_before: 0,
    staying: staying([{ count: await kept(leadsOthers(rule)), reason: 'Other people were merged into them later.' }]),
    consequences: [
      forGood,
      'Their responses, notes, files and memberships in households and groups are deleted too.',
      'Merges that included them can no longer be undone.',
    ],
    first,
  };
};

/** The audit log is the owner's to look at: to others nothing of it is shown. */
const eventsPreview = async (
  { tx, caller }: CallerContext,
  rule: DatedRule,
): Promise<Omit<Preview, 'older_than' | 'sees_all'>> => {
  const last = caller.everything ? await lastOldEvent(tx, rule) : null;
  const events = last === null ? null : oldEvents(tx, rule, last);
  const count = events ? await countOf(events.select((eb) => eb.fn.countAll<number>().as('count'))) : 0;
  const first = events
    ? await events
        .select(['id', 'operation as name', sql<string>`occurred_at`.as('at')])
        .orderBy('id')
        .limit(maxShown)
        .execute()
    : [];
  return {
    count,
    responses: 0,
    notes: 0,
    files: 0,
    deleted_before: 0,
    staying: [],
    consequences: [
      'Entries are permanently deleted. Remaining entries can still be checked against their seals.',
      'Reports on sign-ins no longer cover that time.',
    ],
    first,
  };
};

/** What a rule would delete at this moment, as far as the caller may see it. */
export const previewOf = async (asking: CallerContext, rule: DatedRule): Promise<Preview> => {
  const previews: Record<RetentionSubject, typeof responsesPreview> = {
    responses: responsesPreview,
    archived_clients: peoplePreview,
    audit_events: eventsPreview,
  };
  const preview = await previews[rule.subject as RetentionSubject](asking, rule);
  return { older_than: rule.older_than, sees_all: asking.caller.everything, ...preview };
};
