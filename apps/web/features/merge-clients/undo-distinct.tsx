import { IconArrowBackUp } from '@tabler/icons-react';
import { clientRoutes } from '#contract/resources/clients.ts';
import { maxAtOnce, mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { useMay } from '#web/access/account.tsx';
import { failures } from '#web/kit/failures.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Takes back, in the history of a person, that they were marked as distinct from others. */
export const UndoDistinct = ({ id, others }: { id: number; others: number[] }) => {
  const { mutateAsync, isPending } = useWrite(mergeClientRoutes.undismiss);
  const { data: person } = useRouteQuery(clientRoutes.show, { params: { id } });
  const may = useMay();
  const client_ids = [id, ...others].slice(0, maxAtOnce);
  const isOpen = others.some((other) => person?.duplicates.some((one) => one.id === other));
  if (isOpen || !client_ids.every((one) => may(clientRoutes.update, one))) return null;
  const undo = async () => {
    try {
      const { reopened } = await mutateAsync({ sent: { body: { client_ids } } });
      toast.success(
        reopened === 0 ? 'These people are no longer possible duplicates' : 'They are possible duplicates again',
      );
    } catch (error) {
      failures.report(error);
    }
  };
  return (
    <Button size="small" icon={IconArrowBackUp} busy={isPending} onClick={() => void undo()}>
      Undo “Marked as distinct”
    </Button>
  );
};
