import { useNavigate } from 'react-router';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import type { ApiError } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { inDialog } from '#web/kit/in-dialog.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { CheckboxField } from '#web/ui/checkbox.tsx';
import { Dialog, VerbFoot } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './dialogs.module.css';
import { type Group, permissionGroups } from './group.ts';

/** A copy gives what the group gives, and nobody gives what they lack, nor to whom they may not change. */
const refusal = ({ status }: ApiError) =>
  status === 403
    ? [
        'You can’t clone a group that has more access than you or, with its data, members you can’t change. Ask the owner to clone it',
      ]
    : undefined;

/** Copies a group, and opens the copy. */
export const CloneGroup = ({ group, onClose }: { group: Group; onClose: () => void }) => {
  const navigate = useNavigate();
  const { mutateAsync } = useWrite(permissionGroupRoutes.clone);
  const idempotencyKey = useIdempotencyKey();
  const form = useForm(
    { include_data: false },
    (body) =>
      mutateAsync({ sent: { params: { id: group.id }, body }, idempotencyKey: idempotencyKey(body) }).catch((error) => {
        throw inDialog(error, refusal);
      }),
    ({ id, name }) => {
      toast.success(`${name} saved`);
      navigate(`${permissionGroups.at}/${id}`);
    },
  );
  return (
    <Dialog
      opened
      title={`Clone permission group ${group.name}`}
      onClose={onClose}
      foot={<VerbFoot onClose={onClose} verb="Clone" busy={form.isSaving} onClick={() => void form.submit()} />}
    >
      <div className={css.body}>
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <p>The copy has the same permissions as this group.</p>
        <CheckboxField
          id="include_data"
          label="Copy its data too"
          help="Members (who will be in both groups), permissions on single records, pinned messages and locations."
          checked={form.values.include_data}
          onChange={(isIncluded) => form.set('include_data', isIncluded)}
          error={form.error('include_data')}
        />
      </div>
    </Dialog>
  );
};
