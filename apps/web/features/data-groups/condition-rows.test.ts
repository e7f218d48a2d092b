import { describe, expect, test } from 'vitest';
import { smartConditions } from '#contract/resources/data-groups.ts';
import { conditionsOf, newRow, rowsOf } from './condition-rows.ts';

describe('the rows of conditions', () => {
  test.each([
    { field_name: 'whodunnit', op: 'EQ', value: { type: 'PermissionGroup', id: 7 } } as const,
    { field_name: 'created_at', op: 'EQ', value: 'last 90 days' } as const,
    { field_name: 'created_at', op: 'RANGE', value: ['2026-01-01', '2026-03-31'] as [string, string] } as const,
    { field_name: 'item_type', op: 'IN', value: ['Client', 'ClientForm'] as ('Client' | 'ClientForm')[] } as const,
  ])('send back $field_name $op as it is stored', (condition) => {
    expect(conditionsOf(rowsOf({ and: [condition] }))).toEqual({ and: [condition] });
  });

  test('hold a single day as a range of one', () => {
    expect(conditionsOf(rowsOf({ and: [{ field_name: 'created_at', op: 'EQ', value: '2026-11-20' }] }))).toEqual({
      and: [{ field_name: 'created_at', op: 'RANGE', value: ['2026-11-20', '2026-11-20'] }],
    });
  });

  test.each(['whodunnit', 'created_at', 'item_type'] as const)(
    'send nothing for %s until it is chosen, which is refused',
    (about) => {
      const refused = smartConditions.safeParse(conditionsOf([newRow(about)]));
      expect(refused.success).toBe(false);
      expect(refused.error?.issues.map(({ path }) => path.join('.'))).toEqual(['and.0.value']);
    },
  );
});
