/** A number as people read it: separators, at most two decimals. */
export const showNumber = (value: number, unit = ''): string =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}${unit && ` ${unit}`}`;
