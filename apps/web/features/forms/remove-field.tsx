import { definitionPlaces } from '#web/access/area.ts';
import type { EditedForm } from '#web/forms/definition/edited-form.ts';
import type { OpenedPart } from '#web/forms/form-contributions.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Entry } from './entries.ts';
import { type FieldUses, ruleWithout } from './field-uses.ts';
import css from './remove-field.module.css';

/**
 * Asks before a field is taken off its form that rules, calculations or emails speak of. Rules can do without it, or
 * go with it; a calculation or an email has to be changed by hand first.
 */
export const RemoveField = ({
  entry,
  uses: { rules, calculations, notifications },
  form,
  onOpen,
  onRemove,
  onClose,
}: {
  entry: Entry;
  uses: FieldUses;
  form: EditedForm;
  onOpen: (opened: OpenedPart) => void;
  onRemove: () => void;
  onClose: () => void;
}) => {
  const { name } = entry.field;
  const isNeeded = calculations.length + notifications.length > 0;
  const open = (opened: OpenedPart) => {
    onClose();
    onOpen(opened);
  };
  return (
    <Dialog
      opened
      role="alertdialog"
      title={`Remove ${name}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {!isNeeded && (
            <Button tone="danger" onClick={onRemove}>
              Remove
            </Button>
          )}
        </>
      }
    >
      <div className={css.body}>
        <p>
          {isNeeded
            ? 'This field is used in a calculation or an email. Remove it there first.'
            : 'Rules on this form use this field.'}
        </p>
        <ul aria-label="Uses">
          {rules.map((place) => {
            const rule = form.logic[place]!;
            return (
              <li key={`rule ${place}`}>
                <span>
                  Rule <b>{rule.name}</b>{' '}
                  {ruleWithout(rule, entry.field_id) ? 'stays, without this field' : 'will be deleted'}
                </span>
                <Button size="small" onClick={() => open({ part: 'logic', place })}>
                  Open rule
                </Button>
              </li>
            );
          })}
          {calculations.map((place) => (
            <li key={`calculation ${place}`}>
              <span>
                Calculation <b>{form.calculations[place]!.name}</b> uses this field
              </span>
              <Button size="small" onClick={() => open({ part: 'calculations', place })}>
                Open calculation
              </Button>
            </li>
          ))}
          {notifications.map(({ id, subject_template }) => (
            <li key={`notification ${id}`}>
              <span>
                Notification <b>{subject_template}</b> uses this field
              </span>
              <a href={`${definitionPlaces.forms.at}/${form.id}#notifications`} target="_blank" rel="noopener">
                Open in a new tab
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
