import { type ChosenValues, type MergedValue, mergedValueNames, mergedValues } from '#contract/resources/merges.ts';
import { ssnOf } from '../../access/ssn.ts';
import type { Keyring } from '../../kit/keyring.ts';
import type { Row } from '../../kit/rows.ts';

export type Client = Row<'clients'>;

/** What the values of a person are compared by; null where there is none. */
export const heldBy = (client: Client, name: MergedValue, keys: Keyring): string | number | null => {
  if (name === 'photo') return client.photo_file_id;
  return name === 'ssn_suffix' ? ssnOf(keys, client) : client[name];
};

/** Of several records, the one that was changed last stands first. */
export const newestFirst = (a: Client, b: Client) =>
  a.updated_at === b.updated_at ? b.id - a.id : a.updated_at < b.updated_at ? 1 : -1;

/** Whose value a merged person keeps; null where nobody has one. */
export type ValueSources = Record<MergedValue, Client | null>;

/**
 * Whose values the master has in the end: of each the chosen one, else the master's own, else that of the record that was
 * changed last among those that have one.
 * @param chosen ids of records by value; one that is not among them is passed over
 */
export const keptValues = (
  { master, others }: { master: Client; others: readonly Client[] },
  chosen: ChosenValues,
  keys: Keyring,
): ValueSources => {
  const all = [master, ...others.toSorted(newestFirst)];
  const keptOf = (name: MergedValue): Client | null => {
    const having = all.filter((one) => heldBy(one, name, keys) !== null);
    return having.find(({ id }) => id === chosen[name]) ?? having[0] ?? null;
  };
  return Object.fromEntries(mergedValueNames.map((name) => [name, keptOf(name)])) as ValueSources;
};

/** What is wrong with what was chosen: a record that is not merged, or has no such value; dates that contradict. */
export const valueIssues = (
  { master, others }: { master: Client; others: readonly Client[] },
  chosen: ChosenValues,
  keys: Keyring,
) => {
  const all = [master, ...others];
  const issues = mergedValueNames.flatMap((name) => {
    const id = chosen[name];
    if (id === undefined) return [];
    const one = all.find((client) => client.id === id);
    if (one && heldBy(one, name, keys) !== null) return [];
    const message = one
      ? `ID ${id} has no ${mergedValues[name].toLowerCase()}. Choose another record.`
      : 'Choose one of the merged records';
    return [{ path: `values.${name}`, message }];
  });
  const kept = keptValues({ master, others }, chosen, keys);
  const [dob, dod] = [kept.dob?.dob, kept.dod?.dod];
  if (dob && dod && dod < dob)
    issues.push({ path: 'values.dod', message: 'Date deceased must not be before the date of birth. Choose another.' });
  return issues;
};
