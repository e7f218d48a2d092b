// The form on which the rules are measured: 300 fields, 100 rules, 30 calculations.
import type { Rule } from '#forms/definition/rule.ts';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';

export const fieldCount = 300;
const ruleCount = 100;
const calculationCount = 30;

const kinds: FieldTypeName[] = ['freeform-short', 'freeform-long', 'number', 'date', 'select-one', 'select-many'];

/** The kinds in turn, so that there are 50 fields of each. */
export const kindOf = (place: number): FieldTypeName => kinds[place % kinds.length]!;

/** The place of the nth field of a kind. */
const placeOf = (kind: FieldTypeName, nth: number) => kinds.indexOf(kind) + kinds.length * (nth % 50);

/** Rules that look at texts and numbers, some of them typed into by the measurement, and act all over the form. */
export const rulesOf = (ids: readonly number[]): Rule[] =>
  Array.from({ length: ruleCount }, (_, number) => ({
    name: `Rule ${number + 1}`,
    condition: {
      and: [
        {
          scope: 'form',
          conditions: {
            and: [
              { field_name: String(ids[placeOf('freeform-short', number)]), op: 'NEQ', value: 'never' },
              { field_name: String(ids[placeOf('number', number + 7)]), op: number % 2 ? 'GT' : 'EMPTY', value: 10 },
            ],
          },
        },
      ],
    },
    actions: [
      {
        type: (['require', 'hide', 'optional', 'lock'] as const)[number % 4]!,
        field_id: ids[placeOf('select-many', number)]!,
      },
    ],
  }));

/** Sums of three numbers each; the first is of fields that are typed into. */
export const calculationsOf = (ids: readonly number[]) =>
  Array.from({ length: calculationCount }, (_, number) => ({
    name: `Total ${number + 1}`,
    equation: 'a + b * c',
    calculation_type: 'numeric' as const,
    variables: ['a', 'b', 'c'].map((name, place) => ({
      name,
      record_type: 'Field' as const,
      record_id: ids[placeOf('number', number + place)]!,
    })),
  }));
