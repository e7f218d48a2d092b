import { encode } from 'uqr';

const drawn = (text: string) => {
  const { data, size } = encode(text, { border: 3 });
  return {
    data,
    size,
    path: data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  };
};

/** The same as a file: SVG. */
export const qrSvg = (text: string): string => {
  const { size, path } = drawn(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
};

/** The same as a picture of about 1000 pixels. */
export const qrPng = (text: string): Promise<Blob> => {
  const { data, size } = drawn(text);
  const scale = Math.ceil(1000 / size);
  const canvas = document.createElement('canvas');
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob as Blob), 'image/png'));
};

/** A QR code, drawn as one path; always dark on light, as cameras want it. @param label what it is for */
export const QrCode = ({ text, label, size = 200 }: { text: string; label: string; size?: number }) => {
  const { size: cells, path } = drawn(text);
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${cells} ${cells}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={cells} height={cells} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
};
