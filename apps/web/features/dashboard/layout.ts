import { type Layout, type LayoutItem, verticalCompactor } from 'react-grid-layout/core';
import { grid, overlap, type Place } from '#contract/dashboard-grid.ts';

/** The places of all widgets by their ids. */
export type Places = ReadonlyMap<number, Place>;

const itemsOf = (places: Places): LayoutItem[] => [...places].map(([id, place]) => ({ i: String(id), ...place }));

const placesOf = (layout: Layout): Places => new Map(layout.map(({ i, x, y, w, h }) => [Number(i), { x, y, w, h }]));

/** The same places without gaps and without one over another: what overlaps moves down, the first of them stays. */
export const settled = (places: Places): Places => placesOf(verticalCompactor.compact(itemsOf(places), grid.columns));

/** The layout as the grid takes it, and back. */
export const asLayout = (places: Places): Layout =>
  itemsOf(places).map((one) => ({ ...one, minW: 1, maxW: grid.columns, minH: 1, maxH: grid.tallest }));
export const fromLayout = placesOf;

const isSame = (one: Place | undefined, other: Place | undefined) =>
  one?.x === other?.x && one?.y === other?.y && one?.w === other?.w && one?.h === other?.h;

/** The ids of those that stand elsewhere than before, or are of another size. */
export const movedSince = (before: Places, now: Places): number[] =>
  [...now].flatMap(([id, place]) => (before.has(id) && !isSame(before.get(id), place) ? [id] : []));

/** The places of all that stands there: where somebody left them, and of what came since where it was put. */
export const completed = (left: Places, all: Places): Places =>
  settled(new Map([...all].map(([id, place]) => [id, left.get(id) ?? place])));

/** What others did meanwhile, with what somebody moved here where they left it. */
export const merged = (theirs: Places, mine: Places, moved: readonly number[]): Places => {
  const own = moved.flatMap((id) => (theirs.has(id) ? [[id, mine.get(id) as Place] as const] : []));
  return settled(new Map([...own, ...[...theirs].filter(([id]) => !moved.includes(id))]));
};

export const arrows = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
} as const;
export type Arrow = keyof typeof arrows;

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** One step up goes over what stands above: to where the lowest of them begins. */
const above = (places: Places, id: number, from: Place): number => {
  const others = [...places].filter(
    ([other, place]) => other !== id && overlap({ ...place, y: 0, h: 1 }, { ...from, y: 0, h: 1 }),
  );
  const tops = others.map(([, place]) => place.y).filter((y) => y < from.y);
  return tops.length > 0 ? Math.max(...tops) : 0;
};

/** One step down goes under what stands below: what is below moves up instead. */
const below = (places: Places, id: number, from: Place): number => {
  const others = [...places].filter(
    ([other, place]) => other !== id && overlap({ ...place, y: 0, h: 1 }, { ...from, y: 0, h: 1 }),
  );
  const ends = others.filter(([, { y }]) => y >= from.y + from.h).map(([, { y, h }]) => y + h);
  return ends.length > 0 ? Math.min(...ends) : from.y;
};

/** The places after one step of a key: by one cell, or past what stands there. The one that moves goes before the others. */
export const stepped = (places: Places, id: number, arrow: Arrow): Places => {
  const from = places.get(id);
  if (!from) return places;
  const { across, down } = arrows[arrow];
  const x = within(from.x + across, 0, grid.columns - from.w);
  const y = down === 0 ? from.y : down < 0 ? above(places, id, from) : below(places, id, from);
  return settled(new Map([[id, { ...from, x, y }], ...[...places].filter(([other]) => other !== id)]));
};

/** The places after a widget was made wider, narrower, higher or lower by one cell. */
export const resized = (places: Places, id: number, arrow: Arrow): Places => {
  const from = places.get(id);
  if (!from) return places;
  const { across, down } = arrows[arrow];
  const w = within(from.w + across, 1, grid.columns - from.x);
  const h = within(from.h + down, 1, grid.tallest);
  return settled(new Map([[id, { ...from, w, h }], ...[...places].filter(([other]) => other !== id)]));
};

/** Where a widget stands, for who does not see it. */
export const inWords = ({ x, y, w, h }: Place): string => `column ${x + 1}, row ${y + 1}, ${w} wide and ${h} high`;
