import type { z } from 'zod';
import { type RecordAction, recordActions, satisfies } from '#contract/kit/privileges.ts';
import type { GrantableType } from '#contract/record-types.ts';
import type { recordPermission } from '#contract/resources/records.ts';

/** A user or a permission group, and what they were given on a record. */
export type Grant = z.output<typeof recordPermission> & { name: string };
export type Principal = Omit<Grant, 'privileges'>;

/** What was changed on the screen and not saved yet, by the key of the user or group. */
export type Edits = Readonly<Record<string, Grant & { isRemoved: boolean }>>;

export type GrantRow = Grant & { key: string; state: 'same' | 'changed' | 'new' | 'removed' };

export const keyOf = ({ permissionable_type, permissionable_id }: Principal): string =>
  `${permissionable_type}-${permissionable_id}`;

/** The actions with those that they imply: write and remove each imply read. */
export const impliedBy = (held: readonly RecordAction[]): RecordAction[] =>
  recordActions.filter((action) => satisfies(held, action));

/** Whether reading cannot be taken away, because another action needs it. */
export const isReadImplied = (held: readonly RecordAction[]): boolean => held.some((action) => action !== 'read');

/** The actions with one of them given or taken away. What needed the others keeps them. */
export const withAction = (held: readonly RecordAction[], action: RecordAction, isGiven: boolean): RecordAction[] =>
  impliedBy(isGiven ? [...held, action] : impliedBy(held).filter((one) => one !== action));

const isSame = (a: RecordAction[], b: RecordAction[]) => impliedBy(a).join() === impliedBy(b).join();

/** Who was given a record and what would become of it: first those who have it, then those who are new. */
export const rowsOf = (given: Grant[], edits: Edits): GrantRow[] => {
  const known = new Set(given.map(keyOf));
  return [
    ...given.map((grant): GrantRow => {
      const key = keyOf(grant);
      const edit = edits[key];
      if (edit?.isRemoved) return { ...grant, key, state: 'removed' };
      if (!edit || isSame(edit.privileges, grant.privileges)) return { ...grant, key, state: 'same' };
      return { ...grant, privileges: edit.privileges, key, state: 'changed' };
    }),
    ...Object.entries(edits)
      .filter(([key, { isRemoved }]) => !isRemoved && !known.has(key))
      .map(([key, { isRemoved: _, ...grant }]): GrantRow => ({ ...grant, key, state: 'new' })),
  ];
};

/** The edits after one row was given other actions, was removed, or was brought back. */
export const edited = (edits: Edits, { key, state, ...row }: GrantRow, change: Partial<Edits[string]>): Edits => {
  if (state === 'new' && change.isRemoved) {
    const { [key]: _, ...others } = edits;
    return others;
  }
  return { ...edits, [key]: { isRemoved: false, ...row, ...edits[key], ...change } };
};

/** The edits after somebody was added: with read, or brought back as they were. */
export const withAdded = (edits: Edits, rows: GrantRow[], principal: Principal): Edits => {
  const key = keyOf(principal);
  const row = rows.find((one) => one.key === key);
  return row
    ? edited(edits, row, { isRemoved: false })
    : { ...edits, [key]: { ...principal, privileges: ['read'], isRemoved: false } };
};

/** Whether a row is in the list that is saved. */
export const stays = ({ state }: GrantRow): boolean => state !== 'removed';

/** Whether a form is kept to those who are listed, before and after saving; undefined for what cannot be. */
export type Restriction = { was: boolean; becomes: boolean } | undefined;

/**
 * Whether a form will be kept to those who are listed: as it was set here, else with the first who is listed, and not
 * without any.
 */
export const restrictionOf = (
  { was, chosen }: { was: boolean | undefined; chosen: boolean | null },
  given: Grant[],
  rows: GrantRow[],
): Restriction => {
  if (was === undefined) return undefined;
  const isListed = rows.some(stays);
  return { was, becomes: isListed && (chosen ?? (given.length === 0 || was)) };
};

/** What saving would change beyond the list itself, in a sentence; null when there is nothing to warn of. */
export const warningOf = (type: GrantableType, rows: GrantRow[], restriction: Restriction): string | null => {
  if (type === 'sequences' && rows.some(stays))
    return 'Everyone listed here needs access to all forms in the sequence. Without it, they can’t fill in the sequence.';
  if (!restriction || restriction.was === restriction.becomes) return null;
  return restriction.becomes
    ? 'When you save, only the people and groups listed here can see answers to this form.'
    : 'When you save, everyone who can read Form Responses can see answers to this form.';
};
