import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import css from './dialogs.module.css';
import { type Group, type Schema, usersIn } from './group.ts';
import { inWords } from './privileges.ts';

/** Asks, and gives the group its extended permissions on what its members recorded before. */
export const ApplyExtended = ({ group, schema, onClose }: { group: Group; schema: Schema; onClose: () => void }) => {
  const { mutateAsync, isPending } = useWrite(permissionGroupRoutes.applyExtended);
  const apply = async () => {
    try {
      await mutateAsync({ sent: { params: { id: group.id } } });
      toast.success(`Applying the extended permissions of ${group.name}`);
    } catch (error) {
      failures.report(error);
    }
    onClose();
  };
  return (
    <Confirm
      opened
      title={`Apply extended permissions of ${group.name}`}
      verb="Apply"
      busy={isPending}
      onConfirm={() => void apply()}
      onCancel={onClose}
    >
      <div className={css.body}>
        <p>
          {group.user_count > 0
            ? `This gives the group permissions on the records that its ${usersIn(group.user_count)} created so far: ${inWords(schema)(group.record_permission_assignments)}.`
            : 'This group has no members, so nothing will change.'}
        </p>
        <Note>
          This runs in the background and can take a while. You can undo it only record by record, with “Manage
          Permissions”.
        </Note>
      </div>
    </Confirm>
  );
};
