export type Change = Record<string, [unknown, unknown]>;
/** What a version holds of a record: columns, or entries of what belongs to it. */
export type Values = Record<string, unknown> | null;

/** `answers` is one object in the table; its history reads answer by answer. */
const flattened = (values: Values): Record<string, unknown> => {
  const { answers, ...others } = values ?? {};
  const single = Object.entries(answers ?? {}).map(([id, value]) => [`answers.${id}`, value]);
  return { ...others, ...Object.fromEntries(single) };
};

/** What a version changed, key by key; answers one by one. */
export const changeOf = (was: Values, is: Values): Change => {
  const [old, now] = [flattened(was), flattened(is)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return Object.fromEntries(keys.map((key) => [key, [old[key] ?? null, now[key] ?? null]]));
};

/** A change as it is told: of belonging to a group there is nothing to say but that. */
export const shownChange = (change: Change): Change =>
  Object.fromEntries(
    Object.entries(change).map(([key, [was, is]]) => [
      key,
      key.startsWith('permission_group_id.') ? [was && 'Member', is && 'Member'] : [was, is],
    ]),
  );
