import type { ReportValues } from './draft.ts';

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** How many things differ from what is saved: each part, and each column that came, went, moved or changed. */
export const countChanges = (saved: ReportValues, now: ReportValues): number => {
  const { fields: before, forms: _before, lock_version: _version, ...parts } = saved;
  const others = (Object.keys(parts) as (keyof typeof parts)[]).filter((part) => !isSame(saved[part], now[part]));
  const stored = new Map(before.map((one) => [one.key, one]));
  const left = new Set(now.fields.map(({ key }) => key));
  const both = now.fields.filter(({ key }) => stored.has(key));
  const order = before.filter(({ key }) => left.has(key));
  return (
    others.length +
    now.fields.filter((one) => !isSame(one, stored.get(one.key))).length +
    before.filter(({ key }) => !left.has(key)).length +
    (both.some(({ key }, place) => key !== order[place]?.key) ? 1 : 0) +
    (before.length === 0 && now.fields.length === 0 && !isSame(saved.forms, now.forms) ? 1 : 0)
  );
};
