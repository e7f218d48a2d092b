import type { z } from 'zod';
import type { askedField } from '#contract/resources/fields.ts';
import type { formField, forms } from '#contract/resources/forms.ts';

export type FormRecord = z.output<typeof forms.record>;
export type AskedField = z.output<typeof askedField>;

/** A field on the form that is being edited. */
export type Entry = Pick<
  z.output<typeof formField>,
  'field_id' | 'is_required' | 'is_quick_view' | 'is_locked' | 'settings' | 'parameters_mapping' | 'field'
>;

/** What the editor holds. */
export type FormValues = {
  name: string;
  description: string;
  form_type: FormRecord['form_type'];
  redirect_url: string;
  active: boolean;
  entries: Entry[];
  /** The version that a stored form had when the editor was opened. */
  lock_version?: number;
};

export const emptyForm: FormValues = {
  name: '',
  description: '',
  form_type: 'client',
  redirect_url: '',
  active: true,
  entries: [],
};

/** A stored form as the editor holds it. */
export const valuesOf = ({ form_fields, ...form }: FormRecord): FormValues => ({
  name: form.name,
  description: form.description ?? '',
  form_type: form.form_type,
  redirect_url: form.redirect_url ?? '',
  active: form.active,
  entries: form_fields.map(({ id: _id, field_type: _type, position: _position, ...entry }) => entry),
  lock_version: form.lock_version,
});

/** A field that was just added: required until somebody says otherwise. */
export const entryOf = (field: AskedField): Entry => ({
  field_id: field.id,
  is_required: true,
  is_quick_view: false,
  is_locked: false,
  settings: {},
  parameters_mapping: {},
  field,
});

/** What is sent to the server. */
export const bodyOf = ({ entries, ...form }: FormValues) => ({
  name: form.name,
  description: form.description || null,
  form_type: form.form_type,
  redirect_url: form.form_type === 'client' ? form.redirect_url || null : null,
  active: form.active,
  form_fields: entries.map(({ field: _field, ...entry }, position) => ({ ...entry, position })),
});

const parts = ['name', 'description', 'form_type', 'redirect_url', 'active'] as const;
const flags = ['is_required', 'is_quick_view', 'is_locked'] as const;

/** How many things differ from what is saved: each part, each field that came, went or changed, and the order. */
export const countChanges = (saved: FormValues, now: FormValues): number => {
  const before = new Map(saved.entries.map((entry) => [entry.field_id, entry]));
  const after = new Map(now.entries.map((entry) => [entry.field_id, entry]));
  const both = [...after.keys()].filter((id) => before.has(id));
  const gone = [...before.keys()].filter((id) => !after.has(id));
  const oldOrder = [...before.keys()].filter((id) => after.has(id));
  const changed = both.filter((id) => flags.some((flag) => before.get(id)?.[flag] !== after.get(id)?.[flag]));
  return (
    parts.filter((part) => saved[part] !== now[part]).length +
    (after.size - both.length) +
    gone.length +
    changed.length +
    (both.some((id, index) => id !== oldOrder[index]) ? 1 : 0)
  );
};
