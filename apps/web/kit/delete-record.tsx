import { type ReactNode, useState } from 'react';
import type { RouteSpec, Sent } from '#contract/kit/route.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';
import { failures } from './failures.ts';
import { useWrite } from './use-record.ts';

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
  const { mutateAsync } = useWrite(route);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await mutateAsync({ sent: { params, body: { lock_version: lockVersion } } as unknown as Sent<RouteSpec> });
      toast.success(`Deleted ${name}`);
      onDeleted();
    } catch (error) {
      onClose();
      failures.report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Confirm opened title={`Delete ${name}`} verb="Delete" danger busy={isBusy} onConfirm={confirm} onCancel={onClose}>
      {children}
    </Confirm>
  );
};
