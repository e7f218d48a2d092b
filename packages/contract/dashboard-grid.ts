/** The grid of the dashboard: so many columns, how high a widget may be, and how far down it may begin. */
export const grid = { columns: 4, tallest: 20, lowest: 1000 };

/** Where a widget stands and how large it is, in cells. */
export type Place = { x: number; y: number; w: number; h: number };

/** Whether two widgets lie over each other. */
export const overlap = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
