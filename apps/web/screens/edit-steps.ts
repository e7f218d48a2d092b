/** What was, is, and was undone. `tag` names the last change, so that further ones of its kind can join it. */
export type Steps<V> = { past: V[]; now: V; future: V[]; tag: string | null; at: number };

/** Changes of the same kind within this many milliseconds are one step: a word that is typed. */
const together = 1000;
const most = 200;

export const firstStep = <V>(now: V): Steps<V> => ({ past: [], now, future: [], tag: null, at: 0 });

/** One more step, or the last one gone on with. */
export const withChange = <V>(steps: Steps<V>, now: V, { tag, at }: { tag: string | null; at: number }): Steps<V> => {
  if (now === steps.now) return steps;
  const isSame = tag !== null && tag === steps.tag && at - steps.at < together;
  const past = isSame ? steps.past : [...steps.past, steps.now].slice(-most);
  return { past, now, future: [], tag, at };
};

export const undone = <V>(steps: Steps<V>): Steps<V> => {
  const [now] = steps.past.slice(-1);
  if (now === undefined) return steps;
  return { past: steps.past.slice(0, -1), now, future: [steps.now, ...steps.future], tag: null, at: 0 };
};

export const redone = <V>(steps: Steps<V>): Steps<V> => {
  const [now, ...future] = steps.future;
  if (now === undefined) return steps;
  return { past: [...steps.past, steps.now], now, future, tag: null, at: 0 };
};

/** What turned out to be otherwise, in every step: it is no step itself, and undoing leads to nothing that was wrong. */
export const amended = <V>({ past, now, future, ...steps }: Steps<V>, amend: (values: V) => V): Steps<V> => ({
  ...steps,
  past: past.map(amend),
  now: amend(now),
  future: future.map(amend),
});
