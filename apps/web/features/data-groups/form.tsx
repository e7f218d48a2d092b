import { Editor, editorOf, useEditor } from '#web/screens/editor.tsx';
import { PlaceFields, placeTold, useParentToBe } from '#web/trees/place-fields.tsx';
import { dataGroupTree } from '#web/trees/trees.ts';
import { Switch } from '#web/ui/checkbox.tsx';
import { Section } from '#web/ui/section.tsx';
import { type ConditionRow, conditionsOf, newRow, rowsOf } from './condition-rows.ts';
import { ConditionsField } from './conditions-field.tsx';
import { type DataGroup, dataGroups } from './data-group.ts';

const label = 'Parent Data Group';

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
  const { values, set, error } = editor.form;
  const rows = values.smart_conditions;
  return (
    <Editor
      {...editor}
      labels={{
        ...placeTold(label),
        smart_conditions: {
          label: 'SmartGroup conditions',
          text: (all) => (all === null ? 'None' : `${all.length} conditions`),
        },
      }}
    >
      <PlaceFields form={editor.form} tree={dataGroupTree} label={label} own={stored?.id} />
      <Section
        title="SmartGroup"
        action={
          <Switch
            label="Add records automatically"
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
