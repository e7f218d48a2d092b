import type { ComponentType } from 'react';

/** A single icon of @tabler/icons-react, given as the component itself: `icon={IconPencil}`. */
export type IconType = ComponentType<{ size?: number; stroke?: number; className?: string; 'aria-hidden'?: boolean }>;

const SIZES = { xs: [14, 2], s: [16, 1.75], m: [18, 1.75], l: [32, 1.5] } as const;

/** Draws an icon as decoration: it is hidden from assistive technology, so a word or a label must stand beside it. */
export function Icon({
  of: Drawing,
  size = 'm',
  className,
}: {
  of: IconType;
  size?: keyof typeof SIZES;
  className?: string;
}) {
  const [pixels, stroke] = SIZES[size];
  return <Drawing size={pixels} stroke={stroke} className={className} aria-hidden />;
}
