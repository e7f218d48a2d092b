import type { ReportFormatter } from './definition.ts';

/** How a number of a report is shown: `times` what it is shown as, with so many decimals, and what stands around it. */
export type NumberFormat = {
  times: number;
  decimals: number;
  grouping: boolean;
  before: string;
  after: string;
};

const usualDecimals = { integer: 0, float: null, currency: 2, percent: 1, ratio: 1 } as const;

/**
 * The format of a number; null where the report says nothing of it, so that it's shown as it is.
 * @param isPercent the number is in percent already: 40 is shown as 40.0%. Others are fractions: 0.4 is shown so
 */
export const numberFormatOf = (formatter: ReportFormatter | null, isPercent: boolean): NumberFormat | null => {
  const { precision, grouping, currency } = formatter ?? {};
  const format = formatter?.format ?? (precision == null ? null : 'float');
  if (!isPercent && !format) return null;
  const isShare = isPercent || format === 'percent';
  const decimals = precision ?? (isPercent && format !== 'integer' ? usualDecimals.percent : usualDecimals[format!]);
  if (decimals === null) return null;
  return {
    times: isShare && !isPercent ? 100 : 1,
    decimals,
    grouping: grouping === true || format === 'currency',
    before: format === 'currency' && !isPercent ? (currency ?? '$') : '',
    after: isShare ? '%' : format === 'ratio' ? ' : 1' : '',
  };
};

const written = new Map<string, Intl.NumberFormat>();

/** A number in a format: 12.3%, 2.5 : 1, 1,234, −$5.00. */
export const showNumber = (value: number, { times, decimals, grouping, before, after }: NumberFormat): string => {
  const key = `${decimals} ${grouping}`;
  const format =
    written.get(key) ??
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: grouping,
      signDisplay: 'negative',
    });
  written.set(key, format);
  const text = format.format(value * times);
  return text.startsWith('-') ? `-${before}${text.slice(1)}${after}` : `${before}${text}${after}`;
};

/** The format as spreadsheets write it (ECMA-376, 18.8.31). They show percentages of fractions alone. */
export const spreadsheetCode = ({ decimals, grouping, before, after }: NumberFormat): string => {
  const digits = `${grouping ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const quoted = (text: string) => (text === '' || text === '%' ? text : `"${text}"`);
  return `${quoted(before)}${digits}${quoted(after)}`;
};
