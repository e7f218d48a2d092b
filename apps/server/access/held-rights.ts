import type { Tx } from '../kit/db.ts';
import type { Member } from '../kit/handlers.ts';
import { among, ofOrganization } from '../kit/rows.ts';
import type { HeldRights } from '../schema/json-columns.ts';
import { holdsAll } from './demands.ts';
import { openForms } from './scopes.ts';

const grantsUpTo = async (
  { tx, caller }: { tx: Tx; caller: Member },
  { principals, newest }: { principals: readonly number[]; newest?: number },
): Promise<HeldRights['grants']> => {
  const { count, last } = await ofOrganization(tx, 'record_permissions', caller)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max<number | null>('id').as('last')])
    .where('principal', '=', among(principals))
    .$if(newest !== undefined, (query) => query.where('id', '<=', newest as number))
    .executeTakeFirstOrThrow();
  return { count, newest: last ?? 0 };
};

const closedForms = async ({ tx, caller }: { tx: Tx; caller: Member }): Promise<number[]> => {
  const forms = await ofOrganization(tx, 'forms', caller)
    .select('id')
    .where(({ not }) => not(openForms(caller, 'read')))
    .orderBy('id')
    .execute();
  return forms.map(({ id }) => id);
};

/** Returns what a member holds at this moment. */
export const heldRights = async (tx: Tx, caller: Member): Promise<HeldRights> => {
  const { everything, entity_privileges, principals } = caller;
  const [grants, closed_forms] = await Promise.all([
    grantsUpTo({ tx, caller }, { principals }),
    closedForms({ tx, caller }),
  ]);
  return { everything, entity_privileges, principals: [...principals], grants, closed_forms };
};

/** Returns whether a member still holds all that they held then. What they were given since changes nothing. */
export const stillHolds = async (tx: Tx, caller: Member, held: HeldRights): Promise<boolean> => {
  if (caller.everything) return true;
  if (held.everything || !holdsAll(caller, held.entity_privileges)) return false;
  if (!held.principals.every((principal) => caller.principals.includes(principal))) return false;
  const { count } = await grantsUpTo({ tx, caller }, { principals: held.principals, newest: held.grants.newest });
  if (count !== held.grants.count) return false;
  const wasClosed = new Set(held.closed_forms);
  return (await closedForms({ tx, caller })).every((id) => wasClosed.has(id));
};
