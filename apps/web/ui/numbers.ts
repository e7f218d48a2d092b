import type { ParseResult } from './use-typed.ts';

/** Reads a number as people type it: "1240", "1,240.50", "-3", "$ 5". Anything else is a problem, never a guess. */
export function readNumber(text: string): ParseResult<number> {
  const trimmed = text.trim();
  if (!trimmed) return { value: null };
  const plain = trimmed.replace(/^(-?)\$\s*/, '$1');
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  const digits = grouped ? plain.replaceAll(',', '') : plain;
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(digits)) return { value: null, problem: 'Enter a number, using digits only' };
  return { value: Number(digits) };
}
