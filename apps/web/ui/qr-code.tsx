import { encode } from 'uqr';

/** A QR code, drawn as one path; always dark on light, as cameras want it. @param label what it is for */
export const QrCode = ({ text, label, size = 200 }: { text: string; label: string; size?: number }) => {
  const { data, size: cells } = encode(text, { border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
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
