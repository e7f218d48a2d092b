import { householdRoutes } from '#contract/resources/households.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { useWrite } from '#web/kit/use-record.ts';
import { toast } from '#web/ui/toast.tsx';
import type { HouseholdRecord, InDialog } from './household.ts';

/** Asks whether what was last done with a household is to be undone: who came or left, or what was changed of them. */
export const UndoChange = ({
  person: { id: client_id },
  household: { household_title, undoable_version_id },
  onClose,
}: InDialog & { household: HouseholdRecord }) => {
  const { mutateAsync } = useWrite(householdRoutes.undo);
  const undo = async () => {
    const body = { version_id: undoable_version_id as number };
    await mutateAsync({ sent: { params: { client_id }, body } });
    toast.success('Change undone');
    onClose();
  };
  return (
    <ConfirmWrite
      title={`Undo the last change to ${household_title}`}
      verb="Undo change"
      write={undo}
      onClose={onClose}
    >
      Members and relationships go back to how they were before the last change. You can undo this, too.
    </ConfirmWrite>
  );
};
