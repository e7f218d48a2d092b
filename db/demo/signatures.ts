import sharp from 'sharp';
import type { Draw } from './draw.ts';

const size = { width: 480, height: 160 };

/** The line of a signature, as the path of a drawing: a capital, and loops of which some are tall. */
export const drawnSignature = (draw: Draw): string => {
  const loop = (width: number, height: number) =>
    `c ${-Math.round(width / 3)} ${-height} ${width} ${-height - 4} ${width} ${draw.whole(-4, 4)}`;
  const loops = Array.from({ length: draw.whole(7, 12) }, () =>
    loop(draw.whole(20, 30), draw.chance(0.25) ? draw.whole(70, 90) : draw.whole(26, 40)),
  );
  return `M 50 100 ${loop(44, draw.whole(96, 110))} ${loops.join(' ')} q 20 14 ${draw.whole(34, 50)} -10`;
};

/** The drawing as a PNG. */
export const signaturePicture = (line: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
        <path d="${line}" fill="none" stroke="#1f2933" stroke-width="3" stroke-linecap="round"/></svg>`,
    ),
  )
    .png()
    .toBuffer();
