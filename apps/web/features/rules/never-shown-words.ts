import type { FormField } from '#forms/definition/form-definition.ts';
import type { Rule } from '#forms/definition/rule.ts';
import type { NeverShownField } from '#forms/logic/never-shown.ts';
import { listed } from '#web/access/access-record.ts';

/** How many are named before the others are counted. */
const named = 5;

const shortList = (all: string[]): string =>
  listed(all.length > named + 1 ? [...all.slice(0, named), `${all.length - named} more`] : all);

/** Returns a sentence that names questions that can never appear, and one that says what to check. */
export const neverShownWords = (
  found: readonly NeverShownField[],
  { form_fields, logic }: { form_fields: readonly FormField[]; logic: readonly Rule[] },
): string => {
  const nameOf = (id: number) => `“${form_fields.find(({ field_id }) => field_id === id)?.field.name}”`;
  const rules = new Set(found.flatMap((one) => one.rules).sort((one, other) => one - other));
  const checks = [
    ...[...rules].map((place) => `the rule “${logic[place]?.name}”`),
    ...found.filter(({ byOwnCondition }) => byOwnCondition).map(({ field_id }) => `“Show when” of ${nameOf(field_id)}`),
  ];
  const questions = shortList(found.map(({ field_id }) => nameOf(field_id)));
  return `${questions} can’t appear when someone starts with an empty form, whatever they answer. Check ${shortList(checks)}.`;
};
