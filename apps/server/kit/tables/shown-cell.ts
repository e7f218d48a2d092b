/** How a number in a workbook is shown: as a number, or as a date or a time that it counts. */
export type CellFormat = { kind: 'number'; zeros: string | null } | { kind: 'percent' } | MomentFormat;
type MomentFormat = { kind: 'moment'; hasDate: boolean; time: 'none' | 'minutes' | 'seconds' | 'elapsed' };

const plain: CellFormat = { kind: 'number', zeros: null };

/** The formats that workbooks name by a number alone, as far as they show something else than the number. */
const builtIn: Record<number, string> = {
  9: '0%',
  10: '0.00%',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** What a format says of numbers, without texts, colors, paddings and what holds for negative numbers alone. */
const bare = (code: string): string =>
  code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';', 1)[0] as string;

const timeOf = (code: string): MomentFormat['time'] => {
  if (/\[[hms]+\]/i.test(code)) return 'elapsed';
  if (/s/i.test(code)) return 'seconds';
  return /h|a\/p|am\/pm/i.test(code) ? 'minutes' : 'none';
};

/**
 * How cells of a format are shown.
 * @param id the number of the format
 * @param custom its code, where the workbook defines it
 */
export const cellFormat = (id: number, custom: string | undefined): CellFormat => {
  const code = custom ?? builtIn[id] ?? (isEastAsianDate(id) ? 'yyyy-mm-dd' : '');
  const text = bare(code);
  if (text === '' || /^general$/i.test(text)) return plain;
  if (text.includes('%')) return { kind: 'percent' };
  const time = timeOf(text.replace(/general/gi, ''));
  const hasDate = /[yd]/i.test(text) || (time === 'none' && /m/i.test(text));
  if (hasDate || time !== 'none') return { kind: 'moment', hasDate, time };
  // 00000 keeps the zeros of a ZIP code, 000-00-0000 those of an SSN.
  const zeros = code.replace(/[\\"]/g, '');
  return /^0{2,}[0-]*$/.test(zeros) ? { kind: 'number', zeros } : plain;
};

/** So many digits a spreadsheet shows at most; what lies behind them is left over from calculating. */
const withShownDigits = (value: number): number => Number(value.toPrecision(15));

const filled = (value: number, zeros: string): string => {
  const size = zeros.replaceAll('-', '').length;
  const digits = String(value).padStart(size, '0');
  if (!/^\d+$/.test(digits) || digits.length > size) return String(value);
  const signs = [...digits];
  return [...zeros].map((sign) => (sign === '-' ? '-' : signs.shift())).join('');
};

const day = 86_400_000;
/** Days are counted from here; before March 1900 by one less, because workbooks count a February 29 that never was. */
const epoch = Date.UTC(1899, 11, 30);
const neverWas = 60;
/** The days between the two days from which workbooks count. */
const between1900And1904 = 1462;

const two = (number: number) => String(number).padStart(2, '0');

const timeText = (seconds: number, time: MomentFormat['time']): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${two(hours)}:${two(minutes)}${time === 'minutes' ? '' : `:${two(seconds % 60)}`}`;
};

const dayText = (days: number): string => {
  if (days === neverWas) return '1900-02-29';
  return new Date(epoch + (days < neverWas ? days + 1 : days) * day).toISOString().slice(0, 10);
};

/** The last day that workbooks count: December 31, 9999. */
const lastDay = 2_958_465;

const momentText = (value: number, { hasDate, time }: MomentFormat, is1904: boolean): string => {
  // Seconds are parts of a day that no number holds exactly.
  const seconds = Math.round((value + (is1904 && hasDate ? between1900And1904 : 0)) * 86_400);
  const days = Math.floor(seconds / 86_400);
  // What no spreadsheet can show as a date it shows so.
  if (seconds < 0 || days > lastDay) return '########';
  if (time === 'elapsed') return timeText(seconds, time);
  const ofDay = timeText(seconds % 86_400, time);
  if (!hasDate) return ofDay;
  // A time without a day lies on the day 0.
  if (days === 0 && time !== 'none') return ofDay;
  return time === 'none' ? dayText(days) : `${dayText(days)} ${ofDay}`;
};

/**
 * A number of a workbook as its cell shows it: dates as YYYY-MM-DD, times as HH:mm, with seconds where those are shown, and
 * numbers with the 15 digits that a spreadsheet shows at most.
 * @param is1904 whether the workbook counts its days from 1904
 */
export const shownNumber = (value: number, format: CellFormat, is1904: boolean): string => {
  if (format.kind === 'moment') return momentText(value, format, is1904);
  if (format.kind === 'percent') return `${withShownDigits(value * 100)}%`;
  return format.zeros === null ? String(withShownDigits(value)) : filled(withShownDigits(value), format.zeros);
};
