import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { ParentField, useParentToBe } from '#web/trees/parent-field.tsx';
import { dataGroupTree } from '#web/trees/trees.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { FormGrid, Half } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ConditionRow, conditionsOf, newRow, rowsOf } from './condition-rows.ts';
import { ConditionsField } from './conditions-field.tsx';
import { type DataGroup, dataGroups } from './data-group.ts';

type Values = { name: string; parent_id: number | null; smart_conditions: ConditionRow[] | null };

const Form = ({ stored }: { stored?: DataGroup }) => {
  const parent_id = useParentToBe();
  const editor = useEditor(dataGroups, {
    stored,
    blank: { name: '', parent_id, smart_conditions: null } as Values,
    valuesOf: ({ name, parent_id, smart_conditions }): Values => ({
      name,
      parent_id,
      smart_conditions: smart_conditions && rowsOf(smart_conditions),
    }),
    bodyOf: ({ name, parent_id, smart_conditions: rows }) => ({
      name,
      parent_id,
      smart_conditions: rows && conditionsOf(rows),
    }),
  });
  const { field, values, set, error } = editor.form;
  const rows = values.smart_conditions;
  return (
    <Editor
      {...editor}
      labels={{
        name: { label: 'Name' },
        parent_id: { label: 'Parent Data Group', text: (id) => (id === null ? 'None' : `ID ${id}`) },
        smart_conditions: {
          label: 'SmartGroup conditions',
          text: (all) => (all === null ? 'None' : `${all.length} conditions`),
        },
      }}
    >
      <FormGrid>
        <Half>
          <TextField {...field('name')} label="Name" autoComplete="off" />
        </Half>
        <Half>
          <ParentField {...field('parent_id')} tree={dataGroupTree} label="Parent Data Group" own={stored?.id} />
        </Half>
      </FormGrid>
      <Section
        title="SmartGroup"
        action={
          <Switch
            label="Gathers records by itself"
            checked={rows !== null}
            onChange={(isOn) => set('smart_conditions', isOn ? [newRow('whodunnit')] : null)}
          />
        }
      >
        {rows && (
          <ConditionsField
            rows={rows}
            creators={stored?.creators ?? []}
            onChange={(changed) => set('smart_conditions', changed)}
            error={error}
          />
        )}
      </Section>
    </Editor>
  );
};

/** Adds a data group, and changes one. */
export const { New, Edit } = editorOf(dataGroups, Form);
