import { readFile } from 'node:fs/promises';
import { Problem } from '../problem.ts';
import { runInSandbox, TooMuchWork } from '../sandbox.ts';
import { fairTurns } from '../turns.ts';
import { FileRefused } from './errors.ts';

/** Drawings of this process, one at a time; organizations take turns. */
const drawing = fairTurns({ most: 1, places: 100 }, () => new Problem('working', undefined, 10));

const program = new URL('./draw-apart.ts', import.meta.url);

/** A decoded picture of the most pixels with 16 bits in each of four channels takes 320 MB. */
const megabytes = 512;

/** Of a processor's time. */
const seconds = { picture: 5, svg: 2 };

/** The picture itself or where it is on the disk, where it stays until its turn comes. */
type Picture = Buffer | { path: string };

type ImageOptions = {
  /** The longer side of what comes out, in pixels. */
  maxSide: number;
  /** The organization, or whoever else waits in turn. */
  by: unknown;
};

/**
 * Draws a JPEG, PNG or WebP picture anew as WebP: upright, its longer side at most `maxSide`, and without anything
 * that came along with the pixels (place, camera, profile, trailing bytes). Of a moving picture the first frame is
 * kept. Throws FileRefused for another format, a damaged picture, or more than 40 million pixels, which are not decoded;
 * working when too many wait.
 */
export const reencodeImage = (image: Picture, options: ImageOptions): Promise<Buffer> =>
  drawApart('picture', image, options);

/**
 * Draws an SVG as WebP, at most `maxSide` pixels a side: what comes out can neither run nor load anything. Throws
 * FileRefused when it is not plain (see plain-svg.ts), cannot be drawn, or takes more than two seconds of a processor;
 * working when too many wait.
 */
export const drawSvg = (svg: Picture, options: ImageOptions): Promise<Buffer> => drawApart('svg', svg, options);

const drawApart = async (kind: keyof typeof seconds, picture: Picture, { maxSide, by }: ImageOptions) => {
  try {
    return await drawing(by, async () => {
      const content = Buffer.isBuffer(picture) ? picture : await readFile(picture.path);
      return runInSandbox(program, { args: [kind, String(maxSide)], content }, { seconds: seconds[kind], megabytes });
    });
  } catch (cause) {
    if (!(cause instanceof TooMuchWork)) throw cause;
    throw new FileRefused('This picture takes too long to draw. Save it in a simpler form, or choose a PNG.', {
      cause,
    });
  }
};
