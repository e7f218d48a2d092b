import { formRoutes } from '#contract/resources/forms.ts';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Says why a form that was answered cannot be deleted, and offers what can be done instead. */
export const MakeInactive = ({ form, onClose }: { form: FormRecord; onClose: () => void }) => {
  const { id, name, active, lock_version } = form;
  const { mutateAsync, isPending } = useWrite(formRoutes.update);
  const makeInactive = () =>
    mutateAsync({ sent: { params: { id }, body: { active: false, lock_version } } })
      .then(() => {
        toast.success(`${name} is inactive`);
        onClose();
      })
      .catch(failures.report);
  const title = `Delete form ${name}`;
  if (!active)
    return (
      <Dialog opened title={title} onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
        This form has responses, so you can’t delete it. It’s inactive, so no one can fill it in.
      </Dialog>
    );
  return (
    <Confirm opened title={title} verb="Make inactive" busy={isPending} onConfirm={makeInactive} onCancel={onClose}>
      This form has responses. Make it inactive instead to keep them and stop new ones.
    </Confirm>
  );
};
