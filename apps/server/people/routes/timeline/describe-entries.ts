import { sql } from 'kysely';
import type { TimelineEntry, TimelineKind } from '#contract/resources/timeline.ts';
import { clientsOfAnyTime } from '#server/access/scopes.ts';
import { changeLabels } from '#server/forms/change-labels.ts';
import { changeOf } from '#server/forms/changes.ts';
import { serialize } from '#server/forms/serialize.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import type { Key, TimelineQuery } from './entries.ts';
import { household } from './household.ts';
import { type EntryDetails, type EntryLoader, entryOf, namesOf, versionsOf } from './telling.ts';

/** How much of a note stands in the list. */
const shownOfNote = 400;

const responses: EntryLoader<'responses'> = async (ids, _, context) => {
  const rows = await ofOrganization(context.tx, 'responses', context.caller)
    .selectAll()
    .where('id', '=', among(ids))
    .execute();
  const shown = await serialize(rows, context);
  const links = await ofOrganization(context.tx, 'public_form_links', context.caller)
    .select('response_id')
    .where('response_id', '=', among(ids))
    .execute();
  const linked = new Set(links.map(({ response_id }) => response_id));
  return new Map(
    shown.map(({ id, form_name, answers }) => {
      const summary = answers
        .filter(({ is_quick_view, display_value }) => is_quick_view && display_value !== '')
        .map(({ name, display_value }) => ({ name, value: display_value.slice(0, 200) }));
      return [id, { kind: 'responses', form_name, is_public: linked.has(id), summary }];
    }),
  );
};

const notes: EntryLoader<'notes'> = async (ids, _, { tx, caller }) => {
  const rows = await ofOrganization(tx, 'notes', caller)
    .select(['id', sql<string>`left(body, ${shownOfNote})`.as('body')])
    .select(sql<boolean>`length(body) > ${shownOfNote}`.as('is_cut'))
    .where('id', '=', among(ids))
    .execute();
  return new Map(rows.map(({ id, ...note }) => [id, { kind: 'notes', ...note }]));
};

const merges: EntryLoader<'merges'> = async (ids, _, context) => {
  const rows = (await versionsOf(ids, context)).map((row) => ({ ...row, ...entryOf(row) }));
  const stored = await ofOrganization(context.tx, 'merges', context.caller)
    .select(['id', 'client_ids'])
    .where('id', '=', among(rows.map(({ of }) => of || null)))
    .execute();
  const mergedBy = (id: number) => stored.find((one) => one.id === id)?.client_ids ?? [];
  const names = await namesOf(
    stored.flatMap(({ id }) => mergedBy(id)),
    context,
    clientsOfAnyTime,
  );
  return new Map(
    rows.map(({ id, of, after, before, impersonator_id }) => [
      id,
      {
        kind: 'merges',
        event: before && after?.undone_at ? 'undone' : 'merged',
        merged: mergedBy(of).map((one) => ({ client_id: one, name: names.get(one) ?? null })),
        impersonator_id,
      },
    ]),
  );
};

const changes: EntryLoader<'changes'> = async (ids, _, context) => {
  const rows = await versionsOf(ids, context);
  const changed = rows.map(({ event, old_values, new_values }) =>
    event === 'update' ? changeOf(old_values, new_values) : {},
  );
  const words = await changeLabels(context, 'clients', changed);
  return new Map(
    rows.map(({ id, event, impersonator_id }, index) => [
      id,
      {
        kind: 'changes',
        event: event as 'create' | 'update' | 'destroy',
        changes: words[index] ?? [],
        impersonator_id,
      },
    ]),
  );
};

const tellings: { [K in TimelineKind]: EntryLoader<K> } = { responses, notes, household, merges, changes };

/** What there is to say of the keys of a kind. */
const told = async <K extends TimelineKind>(
  kind: K,
  keys: readonly Key[],
  [query, context]: [TimelineQuery, MemberContext],
) => {
  const ids = keys.filter((key) => key.kind === kind).map(({ id }) => id);
  return [
    kind,
    ids.length > 0 ? await tellings[kind](ids, query, context) : new Map<number, EntryDetails<K>>(),
  ] as const;
};

/** Names of staff. */
export const colleagues = async (ids: readonly (number | null | undefined)[], { tx }: MemberContext) =>
  tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', among([...new Set(ids)]))
    .execute();

/** Entries as the caller may read them, in the order of the keys: one question for each kind, however many there are. */
export const describeEntries = async (
  keys: readonly Key[],
  query: TimelineQuery,
  context: MemberContext,
): Promise<TimelineEntry[]> => {
  const kinds = Object.keys(tellings) as TimelineKind[];
  const said = new Map(await Promise.all(kinds.map((kind) => told(kind, keys, [query, context]))));
  const found = keys.flatMap((key) => {
    const one = said.get(key.kind)?.get(key.id);
    return one ? [{ key, one }] : [];
  });
  const people = await colleagues(
    found.flatMap(({ key, one }) => [key.user_id, one.impersonator_id]),
    context,
  );
  const person = (id: number | null | undefined) => people.find((one) => one.id === id) ?? null;
  return found.map(({ key, one: { impersonator_id, ...rest } }) => ({
    ...rest,
    id: key.id,
    at: new Date(key.at).toISOString(),
    by: person(key.user_id),
    impersonator: person(impersonator_id),
  })) as TimelineEntry[];
};
