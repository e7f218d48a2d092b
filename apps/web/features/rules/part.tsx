import { IconArrowBarToDown, IconArrowBarToUp, IconPencil, IconTrash } from '@tabler/icons-react';
import type { Rule } from '#forms/definition/rule.ts';
import { EditedPart } from '#web/forms/edited-part.tsx';
import type { FormPart } from '#web/forms/form-contributions.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { NeverShownBanner } from './never-shown.tsx';
import { numbered } from './rule-draft.ts';
import { RuleRow } from './rule-row.tsx';

const RuleDialog = overlay('The rule dialog', async () => (await import('./rule-dialog.tsx')).RuleDialog);

const addId = 'add-rule';

/** The rules of a form that is being edited: over its fields as they are now, and kept until all of it is saved. */
export const RulesPart: FormPart = ({ form, onChange, opened, onOpen }) => {
  const rules = form.logic;
  const put = (next: Rule[]) => onChange((parts) => ({ ...parts, logic: numbered(next) }));
  const moveTo = (index: number, to: number) => put(rules.toSpliced(index, 1).toSpliced(to, 0, rules[index] as Rule));
  const here = opened?.part === 'logic' ? opened : null;
  return (
    <EditedPart
      title="Logic"
      count={rules.length}
      hint="Rules show, require or fill in fields based on answers."
      add={{
        id: addId,
        label: 'Add rule',
        isOffered: form.form_fields.length > 0,
        onAdd: () => onOpen({ part: 'logic', place: 'new' }),
      }}
    >
      <NeverShownBanner form={form} />
      <SortableList
        label="Rules"
        items={rules.map((rule, place) => ({ rule, place }))}
        itemKey={({ place }) => String(place)}
        itemName={({ rule }) => rule.name}
        onReorder={(next) => put(next.map(({ rule }) => rule))}
        tools={({ rule }, index) => (
          <ActionMenu
            label={`More for ${rule.name}`}
            size="small"
            actions={[
              { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ part: 'logic', place: index }) },
              { label: 'Move to top', disabled: index === 0, icon: IconArrowBarToUp, onClick: () => moveTo(index, 0) },
              {
                label: 'Move to bottom',
                disabled: index === rules.length - 1,
                icon: IconArrowBarToDown,
                onClick: () => moveTo(index, rules.length - 1),
              },
              {
                label: 'Delete',
                icon: IconTrash,
                danger: true,
                apart: true,
                onClick: () => {
                  put(rules.toSpliced(index, 1));
                  setTimeout(() => focusField(addId));
                },
              },
            ]}
          />
        )}
      >
        {({ rule, place }) => <RuleRow rule={rule} form={form} onOpen={() => onOpen({ part: 'logic', place })} />}
      </SortableList>
      {here && (
        <RuleDialog
          form={form}
          rule={here.place === 'new' ? null : (rules[here.place] ?? null)}
          about={here.about}
          isKept
          onSave={async (next) => put(next)}
          onClose={() => onOpen(null)}
        />
      )}
    </EditedPart>
  );
};
