import type { ReactNode } from 'react';
import type { RequestInput, RouteSpec } from '#contract/kit/route.ts';
import { failures } from '#web/kit/failures.ts';
import { capital } from '#web/kit/formats.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';

/**
 * Asks, names what will be deleted, and deletes it.
 * @param name what the question names: "form Intake"; @param children what follows from it
 */
export const DeleteRecord = ({
  route,
  params,
  lockVersion,
  name,
  children,
  onClose,
  onDeleted,
}: {
  route: RouteSpec;
  params: object;
  lockVersion: number;
  name: string;
  children?: ReactNode;
  onClose: () => void;
  onDeleted: () => void;
}) => {
  const { mutateAsync, isPending } = useWrite(route);
  const confirm = async () => {
    try {
      await mutateAsync({
        sent: { params, body: { lock_version: lockVersion } } as unknown as RequestInput<RouteSpec>,
      });
      toast.success(`${capital(name)} deleted`);
      onDeleted();
    } catch (error) {
      onClose();
      failures.report(error);
    }
  };
  return (
    <Confirm
      opened
      title={`Delete ${name}`}
      verb="Delete"
      danger
      busy={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {children}
    </Confirm>
  );
};
