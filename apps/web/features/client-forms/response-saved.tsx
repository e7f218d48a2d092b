import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useFillableForms } from './fillable-forms.ts';

/** What follows once a new response is saved: look at it, or fill in another form. */
export const ResponseSaved = ({
  onShow,
  onClose,
  onChoose,
}: {
  onShow: () => void;
  /** Back to the person. */
  onClose: () => void;
  onChoose: (form_id: number) => void;
}) => {
  const forms = useFillableForms();
  return (
    <Dialog
      opened
      title="Response saved"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Back to person</Button>
          <Button tone="filled" onClick={onShow} data-autofocus>
            Show Response
          </Button>
        </>
      }
    >
      <SelectField
        label="Choose a new form"
        placeholder="Choose a form to fill in next"
        options={forms.map(({ id, name, active }) => ({
          value: String(id),
          label: active ? name : `${name} (INACTIVE)`,
        }))}
        value={null}
        onChange={(id) => id && onChoose(Number(id))}
      />
    </Dialog>
  );
};
