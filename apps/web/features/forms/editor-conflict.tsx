import { formRoutes } from '#contract/resources/forms.ts';
import { call } from '#web/kit/api.ts';
import { counted } from '#web/kit/formats.ts';
import { Conflict, type FieldDescriptions } from '#web/screens/conflict.tsx';
import { type FormValues, valuesOf } from './draft.ts';
import { mergeEntries } from './merge-entries.ts';
import type { Editor } from './use-editor.ts';

const labels: FieldDescriptions<FormValues> = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  form_type: { label: 'Form Use' },
  redirect_url: { label: 'Custom redirect URL' },
  active: { label: 'Active', text: (active) => (active ? 'Yes' : 'No') },
  affiliation_ids: { label: 'Share with affiliates', text: (ids) => counted(ids.length, 'affiliation') },
  entries: { label: 'Fields', text: (entries) => entries.map(({ field }) => field.name).join(', ') },
  logic: { label: 'Logic', text: (rules) => rules.map(({ name }) => name).join(', ') },
  calculations: { label: 'Calculations', text: (calculations) => calculations.map(({ name }) => name).join(', ') },
};

/** Opens when somebody else saved the form meanwhile. What is taken from there is one more step of the editor. */
export const EditorConflict = ({ editor, id }: { editor: Editor; id: number }) => (
  <Conflict
    form={editor.inConflict}
    record={{ type: 'forms', id }}
    load={async () => valuesOf(await call(formRoutes.show, { params: { id } }))}
    labels={labels}
    merges={{
      entries: (before, sides, preferred) => {
        const { entries, isClash } = mergeEntries(before, sides, preferred);
        return { value: entries, isClash };
      },
    }}
  />
);
