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
        'You can copy only a group that allows no more than you may do yourself; with its data, also only if you may change each of its members',
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
        <p>The copy allows what this group allows.</p>
        <CheckboxField
          id="include_data"
          label="Copy its data too"
          help="Its data are its members, who are in both groups then, its grants on single records, its pinned messages and its locations."
          checked={form.values.include_data}
          onChange={(isIncluded) => form.set('include_data', isIncluded)}
          error={form.error('include_data')}
        />
      </div>
    </Dialog>
  );
};
