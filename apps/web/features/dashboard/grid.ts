/** How the grid is drawn, in pixels: the height of a row, the space between widgets, and from where on it has four columns. */
export const rowHeight = 165;
export const margin = 14;
export const wide = 700;

/** What the head of a widget and the space around its content take. */
const around = 62;

/** What the legend of a chart takes of its height. */
export const legend = 30;

/** How high the content of a widget of so many rows may be. */
export const heightOf = (rows: number): number => rows * rowHeight + (rows - 1) * margin - around;

/** How high it is on phones, where each widget is as high as what it shows. */
export const onPhones = 300;
