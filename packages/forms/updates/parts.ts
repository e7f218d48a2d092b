import type { Calculation } from '../definition/calculation.ts';
import type { Rule } from '../definition/rule.ts';
import type { Field } from '../field-types/field-type.ts';
import type { CopiedForm, CopiedQuestion } from './copied-form.ts';

/** What differences are told of. */
export const parts = ['form', 'question', 'rule', 'calculation', 'translation'] as const;
export type Part = (typeof parts)[number];

/** One question, rule, calculation or language of a form, or the form itself, with what it says by name. */
export type Item = { key: string; says: Record<string, unknown> };

const fromQuestion = ({ field, ...entry }: CopiedQuestion): Item => ({
  key: String(entry.field_id),
  says: { ...entry, ...field },
});

const toQuestion = ({ says }: Item): CopiedQuestion => {
  const { field_id, is_required, is_quick_view, is_locked, settings, parameters_mapping, ...field } =
    says as unknown as Omit<CopiedQuestion, 'field'> & Field;
  const entry = { field_id, is_required, is_quick_view, is_locked, settings, parameters_mapping };
  return { ...entry, field };
};

/** Rules have no ids: they are told by their names, and those of one name by their order. */
const fromRules = (rules: CopiedForm['logic']): Item[] => {
  const seen = new Map<string, number>();
  return rules.map(({ name, condition, actions }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: `${name} ${count}`, says: { name, condition, actions } };
  });
};

/** A form taken apart, each part in its order. */
export const partsOf = (form: CopiedForm): Record<Part, Item[]> => ({
  form: [{ key: '', says: { name: form.name, description: form.description, redirect_url: form.redirect_url } }],
  question: form.form_fields.map(fromQuestion),
  rule: fromRules(form.logic),
  calculation: form.calculations.map((one) => ({ key: String(one.id), says: one })),
  translation: form.translations.map(({ language, texts }) => ({ key: language, says: texts })),
});

/** The form that parts make. */
export const formOf = ({ form, question, rule, calculation, translation }: Record<Part, Item[]>): CopiedForm => ({
  ...(form[0]?.says as Pick<CopiedForm, 'name' | 'description' | 'redirect_url'>),
  form_fields: question.map(toQuestion),
  logic: rule.map(({ says }) => says as Omit<Rule, 'position'>),
  calculations: calculation.map(({ says }) => says as Omit<Calculation, 'position'>),
  translations: translation.map(({ key, says }) => ({
    language: key,
    texts: says as CopiedForm['translations'][number]['texts'],
  })),
});
