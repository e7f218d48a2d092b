import { IconPencil, IconTrash } from '@tabler/icons-react';
import { EditedPart } from '#web/forms/edited-part.tsx';
import type { FormPart } from '#web/forms/form-contributions.ts';
import { overlay } from '#web/parts/lazy.tsx';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { focusField } from '#web/ui/error-summary.tsx';
import { CalculationRow } from './calculation-row.tsx';
import css from './calculations.module.css';
import { usersOf, withCalculation } from './draft.ts';

const CalculationDialog = overlay(
  'The calculation dialog',
  async () => (await import('./calculation-dialog.tsx')).CalculationDialog,
);

const addId = 'add-calculation';

/** The calculations of a form that is being edited: over its fields as they are now, and kept until all of it is saved. */
export const CalculationsPart: FormPart = ({ form, onChange, opened, onOpen }) => {
  const { calculations } = form;
  const here = opened?.part === 'calculations' ? opened : null;
  const stored = here && here.place !== 'new' ? (calculations[here.place] ?? null) : null;
  return (
    <EditedPart
      title="Calculations"
      count={calculations.length}
      hint="A calculation turns answers into a number, a date or a time, such as income minus rent."
      add={{
        id: addId,
        label: 'Add calculation',
        isOffered: form.form_fields.length > 0,
        onAdd: () => onOpen({ part: 'calculations', place: 'new' }),
      }}
    >
      <ol aria-label="Calculations" className={css.calculations}>
        {calculations.map((calculation, place) => {
          const used = usersOf(calculation.id, form);
          return (
            <li key={calculation.id}>
              <CalculationRow
                calculation={calculation}
                form={form}
                onOpen={() => onOpen({ part: 'calculations', place })}
              />
              <ActionMenu
                label={`More for ${calculation.name}`}
                size="small"
                actions={[
                  { label: 'Edit', icon: IconPencil, onClick: () => onOpen({ part: 'calculations', place }) },
                  {
                    label: 'Delete',
                    icon: IconTrash,
                    danger: true,
                    apart: true,
                    ...(used !== null && { disabled: true, hint: used }),
                    onClick: () => {
                      onChange((parts) => ({
                        ...parts,
                        calculations: parts.calculations.filter(({ id }) => id !== calculation.id),
                      }));
                      setTimeout(() => focusField(addId));
                    },
                  },
                ]}
              />
            </li>
          );
        })}
      </ol>
      {here && (
        <CalculationDialog
          form={form}
          stored={stored}
          formId={form.id}
          isKept
          onSave={async (draft) =>
            onChange((parts) => ({
              ...parts,
              calculations: withCalculation(parts.calculations, draft, stored?.id ?? null),
            }))
          }
          onSaved={() => onOpen(null)}
          onClose={() => onOpen(null)}
        />
      )}
    </EditedPart>
  );
};
