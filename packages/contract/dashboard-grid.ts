/** The grid of the dashboard: so many columns, how high a widget may be, and how far down it may begin. */
export const grid = { columns: 4, tallest: 20, lowest: 1000 };

/** Where a widget stands and how large it is, in cells. */
export type Place = { x: number; y: number; w: number; h: number };

/** Whether two widgets lie over each other. */
export const overlap = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** Finds where a widget of a size fits: the topmost gap, and in a row the one on the left. Below all others there is always room. */
export const findRoom = (taken: readonly Place[], { w, h }: Pick<Place, 'w' | 'h'>): Place => {
  const bottom = Math.max(0, ...taken.map((one) => one.y + one.h));
  const candidates = Array.from({ length: bottom + 1 }, (_, y) =>
    Array.from({ length: grid.columns - w + 1 }, (_, x) => ({ x, y, w, h })),
  ).flat();
  const free = candidates.find((place) => !taken.some((one) => overlap(one, place)));
  return free ?? { x: 0, y: bottom, w, h };
};
