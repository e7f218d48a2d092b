import { saveBlob } from '#web/access/picture.ts';

/** How a drawing on the screen looks, as a picture on the ground of its page. */
const canvasOf = async (element: HTMLElement): Promise<HTMLCanvasElement> => {
  const { toCanvas } = await import('html-to-image');
  return toCanvas(element, {
    backgroundColor: getComputedStyle(element).getPropertyValue('--cm-surface'),
    pixelRatio: 2,
    // What is only pressed has no place on a picture.
    filter: (node) => !(node instanceof Element && node.getAttribute('data-print') === 'hide'),
  });
};

/** Saves a drawing as chart.jpeg. Nothing of it leaves the browser. */
export const savePicture = async (element: HTMLElement): Promise<void> => {
  const canvas = await canvasOf(element);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
  if (!picture) throw new Error('The browser made no picture');
  saveBlob(picture, 'chart.jpeg');
};

/** A drawing as the address of a picture, to be printed. */
export const pictureOf = async (element: HTMLElement): Promise<string> =>
  (await canvasOf(element)).toDataURL('image/jpeg', 0.95);
