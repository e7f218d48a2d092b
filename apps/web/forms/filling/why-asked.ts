import type { FormField } from '#forms/definition/form-definition.ts';
import { fieldType } from '#forms/field-types/index.ts';
import { type CompiledForm, type Conditions, groupOf } from '#forms/logic/compile.ts';
import type { Outcomes } from '#forms/logic/settle.ts';
import { checkable } from './files.ts';

/** What may bring up a question: the one field on whose answer it depends, null for none or several. */
type Reason = Source & { words: string; holds: (outcomes: Outcomes) => boolean };

/** The field that conditions look at, and what they compare its answer with. */
type Source = { on: number | null; with: readonly unknown[] };

/** The questions that a form asks only under conditions, each with what may bring it up. */
export type Reasons = ReadonlyMap<number, readonly Reason[]>;

const several: Source = { on: null, with: [] };

const sourceOf = (conditions: Conditions): Source => {
  const parts = groupOf<{ field_name: string; value?: unknown }>(conditions)?.[1] ?? [];
  return parts.length === 1 ? { on: Number(parts[0]!.field_name), with: [parts[0]!.value].flat() } : several;
};

const sourceOfRule = ({ condition }: CompiledForm['rules'][number]): Source => {
  const groups = groupOf<{ scope: string; conditions: Conditions }>(condition)?.[1] ?? [];
  return groups.length === 1 && groups[0]!.scope === 'form' ? sourceOf(groups[0]!.conditions) : several;
};

const gatherReasons = ({ rules, shows, base }: CompiledForm): Reasons => {
  const reasons = new Map<number, Reason[]>();
  const add = (field_id: number, reason: Reason) => reasons.set(field_id, [...(reasons.get(field_id) ?? []), reason]);
  for (const [place, rule] of rules.entries())
    for (const [index, { type, field_id }] of rule.actions.entries())
      if (type === 'show' && base.get(field_id)?.hidden)
        add(field_id, {
          ...sourceOfRule(rule),
          words: `Asked by the rule “${rule.name}”`,
          holds: (outcomes) => outcomes[place]?.[index] === true,
        });
  for (const { field_id, conditions } of shows)
    add(field_id, { ...sourceOf(conditions), words: 'Asked because of other answers', holds: () => true });
  return reasons;
};

const gathered = new WeakMap<CompiledForm, Reasons>();

/** The reasons for which a form asks what it does not always ask; gathered once for each form. */
export const reasonsOf = (form: CompiledForm): Reasons => {
  const reasons = gathered.get(form) ?? gatherReasons(form);
  gathered.set(form, reasons);
  return reasons;
};

/** In characters; longer answers are cut. */
const longest = 80;

const quoted = (text: string) => `“${text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text}”`;

const textOf = ({ field }: FormField, value: unknown): string | null => {
  const type = fieldType(field.field_type);
  const answer = checkable(value);
  if (typeof answer === 'symbol') return null;
  return type.isBlank(answer) ? '' : type.text(answer, field);
};

/** What is asked right before a question, passing over what the same answer brought up. */
const askedBefore = (
  shown: readonly FormField[],
  entry: FormField,
  { on, reasons }: { on: number; reasons: Reasons },
) =>
  shown
    .slice(0, shown.indexOf(entry))
    .findLast(
      ({ field_id, field }) =>
        fieldType(field.field_type).isAnswerable && !reasons.get(field_id)?.some((reason) => reason.on === on),
    )?.field_id;

/**
 * Why a question is asked that is not always asked, in words: "Asked because the answer is “Emergency shelter”". The
 * question that was answered is named unless it stands right before.
 * @param shown the entries that show, in their order
 * @returns undefined for a question that is always asked
 */
export const whyAsked = (
  entry: FormField,
  shown: readonly FormField[],
  { reasons, outcomes, answer }: { reasons: Reasons; outcomes: Outcomes; answer: (field_id: number) => unknown },
): string | undefined => {
  const reason = reasons.get(entry.field_id)?.find(({ holds }) => holds(outcomes));
  if (!reason) return undefined;
  const { on, words } = reason;
  const source = shown.find(({ field_id }) => field_id === on);
  const value = source && answer(source.field_id);
  // Of many choices those that count.
  const chosen = Array.isArray(value) && value.filter((one) => reason.with.map(String).includes(String(one)));
  const [is, counts] = chosen && chosen.length > 0 ? ['includes', chosen] : ['is', value];
  const text = source && textOf(source, counts);
  if (!source || text == null) return words;
  if (text === '') return `Asked because ${quoted(source.field.name)} has no answer`;
  return askedBefore(shown, entry, { on: source.field_id, reasons }) === source.field_id
    ? `Asked because the answer ${is} ${quoted(text)}`
    : `Asked because the answer to ${quoted(source.field.name)} ${is} ${quoted(text)}`;
};
