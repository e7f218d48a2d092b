import type { z } from 'zod';
import type { notificationDefinition } from '#contract/resources/notifications.ts';
import { idsIn, inNotification, inVariables } from '#forms/definition/references.ts';
import type { Rule, ScopedConditions } from '#forms/definition/rule.ts';
import { rulesAbout } from '#forms/logic/check.ts';
import type { EditedParts } from '#web/forms/form-contributions.ts';

type Notification = z.output<typeof notificationDefinition>;

const speaksOf = (id: number) => (one: { field_name: string }) => one.field_name === String(id);

/** What is left of a condition; null for nothing. */
const conditionWithout = (condition: Rule['condition'], id: number): Rule['condition'] | null => {
  const [word, groups] = Object.entries(condition)[0] as ['and' | 'or', ScopedConditions[]];
  const left = groups.flatMap(({ scope, conditions }): ScopedConditions[] => {
    if (scope !== 'form' && scope !== 'self') return [{ scope, conditions }];
    const [joint, list] = Object.entries(conditions)[0] as ['and', { field_name: string }[]];
    const others = list.filter((one) => !speaksOf(id)(one));
    return others.length > 0 ? [{ scope, conditions: { [joint]: others } as ScopedConditions['conditions'] }] : [];
  });
  return left.length > 0 ? ({ [word]: left } as Rule['condition']) : null;
};

/** A rule without what it says of a field; null when nothing is left that it could do, or ask for. */
export const ruleWithout = (rule: Rule, id: number): Rule | null => {
  const condition = conditionWithout(rule.condition, id);
  const actions = rule.actions.filter(({ field_id }) => field_id !== id);
  return condition && actions.length > 0 ? { ...rule, condition, actions } : null;
};

/** The rules of a form without what they say of a field: those that say nothing of it as they are. */
export const rulesWithout = (rules: readonly Rule[], id: number): Rule[] =>
  rules.flatMap((rule) => (rulesAbout([rule], id).length > 0 ? (ruleWithout(rule, id) ?? []) : [rule]));

/** What speaks of a field on its form: rules and calculations by their places, and notifications. */
export type FieldUses = { rules: number[]; calculations: number[]; notifications: Notification[] };

const isAbout = (notification: Notification, id: number): boolean =>
  idsIn(inNotification, { ...notification, conditions: JSON.parse(notification.conditions ?? 'null') }, 'field').has(
    id,
  );

/** What speaks of a field on its form. */
export const usesOf = (
  id: number,
  { logic, calculations }: EditedParts,
  notifications: readonly Notification[],
): FieldUses => ({
  rules: logic.flatMap((rule, place) => (rulesAbout([rule], id).length > 0 ? [place] : [])),
  calculations: calculations.flatMap(({ variables }, place) =>
    idsIn(inVariables, variables, 'field').has(id) ? [place] : [],
  ),
  notifications: notifications.filter((one) => isAbout(one, id)),
});

/** Whether a field goes without a question. */
export const isUnused = ({ rules, calculations, notifications }: FieldUses): boolean =>
  rules.length + calculations.length + notifications.length === 0;
