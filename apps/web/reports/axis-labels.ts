/** A text in at most so many letters; what is cut ends with an ellipsis. */
export const short = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** The most lines that a label takes below its place. */
const maxLines = 3;

/**
 * A label broken between its words into at most three lines.
 * @param most the letters that a line holds
 * @returns its lines, and whether a word or the end of it had to be cut
 */
export const linesOf = (label: string, most: number): { lines: string[]; isCut: boolean } => {
  const lines: string[] = [];
  for (const word of label.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, maxLines).map((line) => short(line, most));
  const isLonger = lines.length > maxLines;
  if (isLonger)
    shown[maxLines - 1] = short(`${shown[maxLines - 1]}……`, Math.min(most, shown[maxLines - 1]!.length + 1));
  return { lines: shown, isCut: isLonger || lines.some((line) => line.length > most) };
};

/** How the labels of an axis stand: in lines below their places, slanted, or only some of them, each on one line. */
export type LabelPlan =
  | { way: 'lines'; most: number; count: number }
  | { way: 'slanted'; most: number }
  | { way: 'some' };

/** In pixels: how wide a letter of an axis is, and how far apart slanted words stand at least. */
const letter = 6.3;
const slantedGap = 22;

/** The letters of a line from which on long labels are cut rather than slanted. */
const readable = 14;

/** Slanted labels rise by 35 degrees: how much of their length goes up, and how much aside. */
export const slant = { angle: -35, up: 0.574, aside: 0.819 } as const;

/**
 * Leaves no label out, and cuts none, as long as there is room: one line, then up to three, then slanted.
 * @param room between two places, and the height of the whole drawing, in pixels
 */
export const planOf = (labels: readonly string[], { room, height }: { room: number; height: number }): LabelPlan => {
  const most = Math.floor((room - 8) / letter);
  const broken = labels.map((label) => linesOf(label, most));
  if (most >= readable || (most > 0 && broken.every(({ isCut }) => !isCut)))
    return { way: 'lines', most, count: Math.max(1, ...broken.map(({ lines }) => lines.length)) };
  if (room < slantedGap) return { way: 'some' };
  // Words take a third of the drawing at most.
  return { way: 'slanted', most: Math.max(10, Math.floor(height / 3 / (letter * slant.up))) };
};

const lengthOf = (label: string, most: number): number => short(label, most).length * letter;

/** How much height slanted labels take, in pixels. */
export const slantedHeight = (labels: readonly string[], most: number): number =>
  Math.max(0, ...labels.map((label) => lengthOf(label, most))) * slant.up + 18;

/** How far slanted labels reach to the left of the first place's left end, in pixels: the fourth of the drawing at most. */
export const slantedLead = (labels: readonly string[], most: number, room: number): number => {
  const leads = labels.map((label, place) => lengthOf(label, most) * slant.aside + 8 - room * (place + 0.5));
  return Math.min(Math.max(0, ...leads), (room * labels.length) / 4);
};

/** How many letters of a slanted label there is room for where its end is so far from the left edge, in pixels. */
export const lettersLeftOf = (x: number): number => Math.max(2, Math.floor((x - 4) / slant.aside / letter));
