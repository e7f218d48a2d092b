export type Change = Record<string, [unknown, unknown]>;
/** What a version holds of a record: columns, or entries of what belongs to it. */
export type Values = Record<string, unknown> | null;

/** What there is to say of belonging to a group: nothing but that. */
const shownEntry = (key: string, value: unknown): unknown =>
  key.startsWith('permission_group_id.') ? 'Member' : value;

/** `answers` is one object in the table; its history reads answer by answer. */
const flattened = (values: Values): Record<string, unknown> => {
  const { answers, ...others } = values ?? {};
  const rest = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, shownEntry(key, value)]));
  const single = Object.entries((answers ?? {}) as object).map(([id, value]) => [`answers.${id}`, value]);
  return { ...rest, ...Object.fromEntries(single) };
};

/** What a version changed, key by key; answers one by one. */
export const changeOf = (was: Values, is: Values): Change => {
  const [old, now] = [flattened(was), flattened(is)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return Object.fromEntries(keys.map((key) => [key, [old[key] ?? null, now[key] ?? null]]));
};
