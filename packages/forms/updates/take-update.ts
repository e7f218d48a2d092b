import type { FieldOption } from '../field-types/field-type.ts';
import { type CopiedForm, isSame } from './copied-form.ts';
import { formOf, type Item, type Part, parts, partsOf } from './parts.ts';

type Says = Record<string, unknown>;

const isObject = (value: unknown): value is Says =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The options of the template; those that stand here alone stay: as they are where they were added here, hidden where
 * the template had them, because answers may hold them.
 */
const optionsOf = (base: FieldOption[], theirs: FieldOption[], ours: FieldOption[]): FieldOption[] => {
  const isIn = (options: FieldOption[], { value }: FieldOption) => options.some((one) => one.value === value);
  const alone = ours.filter((option) => !isIn(theirs, option));
  return [...theirs, ...alone.map((option) => (isIn(base, option) ? { ...option, hidden: true } : option))].map(
    (option, position) => ({ ...option, position }),
  );
};

/** What one thing says when the change between `base` and `theirs` is made to `ours`. */
const resolved = (key: string, { base, theirs, ours }: Record<'base' | 'theirs' | 'ours', unknown>): unknown => {
  if (isSame(base, theirs)) return ours;
  if (key === 'field_options')
    return optionsOf((base ?? []) as FieldOption[], theirs as FieldOption[], ours as FieldOption[]);
  if ((key === 'metadata' || key === 'settings') && isObject(theirs) && isObject(ours))
    return allResolved(isObject(base) ? base : {}, theirs, ours);
  return theirs;
};

const allResolved = (base: Says, theirs: Says, ours: Says): Says =>
  Object.fromEntries(
    [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) => {
      const value = resolved(key, { base: base[key], theirs: theirs[key], ours: ours[key] });
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** Settings and options mean something for one type of field: with another type they come as they are. */
const itemResolved = (base: Item | undefined, theirs: Item, ours: Item): Item => {
  const isOther =
    theirs.says.field_type !== ours.says.field_type && !isSame(base?.says.field_type, theirs.says.field_type);
  const { metadata, field_options, data_type } = theirs.says;
  const says = allResolved(base?.says ?? {}, theirs.says, ours.says);
  return { key: ours.key, says: isOther ? { ...says, metadata, field_options, data_type } : says };
};

/** The keys in `first`, and those of `sequence` that are not among them, each after what stands before it there. */
const woven = (first: readonly string[], sequence: readonly string[]): string[] => {
  const result = [...first];
  let at = 0;
  for (const key of sequence) {
    const place = result.indexOf(key);
    if (place < 0) result.splice(at, 0, key);
    at = (place < 0 ? at : place) + 1;
  }
  return result;
};

const among = (items: readonly Item[], others: ReadonlyMap<string, unknown>): string[] =>
  items.map(({ key }) => key).filter((key) => others.has(key));

const byKey = (items: readonly Item[]) => new Map(items.map((item) => [item.key, item]));

const listResolved = (baseItems: readonly Item[] | null, theirItems: readonly Item[], ourItems: readonly Item[]) => {
  const [base, theirs, ours] = [byKey(baseItems ?? []), byKey(theirItems), byKey(ourItems)];
  const result = new Map<string, Item>();
  for (const item of ourItems) {
    const their = theirs.get(item.key);
    if (their) result.set(item.key, itemResolved(base.get(item.key), their, item));
    else if (!base.has(item.key)) result.set(item.key, item);
  }
  for (const item of theirItems) if (!ours.has(item.key) && !base.has(item.key)) result.set(item.key, item);

  const [asHere, asThere] = [among(ourItems, result), among(theirItems, result)];
  const isReordered = baseItems !== null && !isSame(among(baseItems, theirs), among(theirItems, base));
  const keys = isReordered ? woven(asThere, asHere) : woven(asHere, asThere);
  return keys.map((key) => result.get(key) as Item);
};

/**
 * A copy of a template when what was changed in the template is taken. What was changed here alone stays; what was changed
 * on both sides becomes as the template has it; what was removed here stays away.
 * @param base the template as it was when it was last taken; null when nobody knows: then all in which both differ is taken,
 * and nothing removed
 */
export const takeUpdate = (base: CopiedForm | null, theirs: CopiedForm, ours: CopiedForm): CopiedForm => {
  const [was, there, here] = [base && partsOf(base), partsOf(theirs), partsOf(ours)];
  return formOf(
    Object.fromEntries(
      parts.map((part) => [part, listResolved(was?.[part] ?? null, there[part], here[part])]),
    ) as Record<Part, Item[]>,
  );
};
