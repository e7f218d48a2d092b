import type { Formatter } from '../definition/calculation.ts';

/** The number that people mean: 0.1 + 0.2 is 0.3. Whole numbers are exact already. */
export const withoutNoise = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

/** `value` with at most `decimals` decimals; a half goes up, so 2.5 becomes 3 and -2.5 becomes -2. */
export const roundHalfUp = (value: number, decimals: number): number =>
  Number.isInteger(value) ? value + 0 : shift(Math.round(shift(withoutNoise(value), decimals)), -decimals) + 0;

/** Moves the decimal point in the digits, since a product with a power of ten brings noise of its own. */
const shift = (value: number, places: number) => {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
};

/** To how many decimals a formatter rounds. */
export const decimalsOf = ({ format, precision }: Formatter): number => {
  if (precision != null) return precision;
  return format === 'integer' ? 0 : format === 'currency' ? 2 : 10;
};
