import type { ReactNode } from 'react';

/**
 * For `data-figures`: whether this is a number, a date or a time and nothing else. Those have digits of one width, so that
 * they can be compared line by line; in words that would make each hyphen as wide as a digit.
 */
export const isFigures = (value: ReactNode): true | undefined =>
  typeof value === 'number' || (typeof value === 'string' && /^[\d\s/:.,$%()·+-]+(y|AM|PM)?$/.test(value)) || undefined;
