import type { z } from 'zod';
import type { clients } from '#contract/resources/clients.ts';
import { visibleClients, visiblePairs } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { always, conditionOn, ofOrganization, type Where } from '#server/kit/rows.ts';
import { narrowedTo } from './conditions.ts';
import { holdingNames, meaning } from './search.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller' | 'keys'>;
/** What a list of people is asked for. */
export type PeopleQuery = Omit<z.output<typeof clients.query>, 'page_size'>;

/** What the filters of lists leave. */
export const filteredPeople = (
  filters: PeopleQuery['filters'],
  { tx, caller }: Pick<CallerContext, 'tx' | 'caller'>,
): Where<'clients'> => {
  const person = conditionOn('clients');
  const pairs = ofOrganization(tx, 'client_pairs', caller).where(visiblePairs(caller, 'read'));
  return person.and([
    filters?.inactive === true ? person('active', '=', false) : always,
    filters?.active === undefined ? always : person('active', '=', filters.active),
    filters?.duplicates === true
      ? person('clients.id', 'in', pairs.select('client_id as id').unionAll(pairs.select('other_client_id as id')))
      : always,
  ]);
};

/** The conditions of a list, but for the names that `namedPeople` finds. */
export const peopleListed = async (
  { query, filters, ...narrowing }: PeopleQuery,
  context: CallerContext,
): Promise<Where<'clients'>[]> => [
  await meaning(query, context),
  filteredPeople(filters, context),
  ...(await narrowedTo(narrowing, context)),
];

/** What is behind the names that a list of people may be sorted by, and its usual order. */
export const peopleOrder = {
  by: {
    last_name: 'sort_name',
    first_name: 'kit.fold(first_name) collate "C"',
    dob: 'dob',
    created_at: 'created_at',
    updated_at: 'updated_at',
  },
  usual: ['inactive', 'sort_name'],
};

/**
 * The conditions of everybody in a list whom the caller may read, for where all of it is read. They stand in a query of
 * people and nothing else.
 */
export const wholePeopleList = async (query: PeopleQuery, context: CallerContext): Promise<Where<'clients'>[]> => [
  visibleClients(context.caller, 'read'),
  ...(await peopleListed(query, context)),
  holdingNames(query.query),
];
