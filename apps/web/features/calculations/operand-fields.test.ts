import { expect, test } from 'vitest';
import type { Calculation } from '#forms/definition/calculation.ts';
import { operandFields } from './operand-fields.ts';

const calculation = (id: number, ...operands: ['Field' | 'Calculation' | null, number | null][]) =>
  ({ id, variables: operands.map(([record_type, record_id]) => ({ record_type, record_id })) }) as Calculation;

test('a calculation uses its own fields and those of what it uses, each once, and no others', () => {
  const all = [
    calculation(1, ['Field', 10], ['Calculation', 2], ['Calculation', 9], [null, null]),
    calculation(2, ['Field', 11], ['Field', 10], ['Calculation', 3]),
    calculation(3, ['Field', 12], ['Calculation', 2]),
    calculation(4, ['Field', 13]),
  ];
  expect(operandFields(all[0]!, all)).toEqual([10, 11, 12]);
  expect(operandFields(all[3]!, all)).toEqual([13]);
});
