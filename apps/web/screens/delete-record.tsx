import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RouteSpec, Sent } from '#contract/kit/route.ts';
import { call } from '#web/kit/api.ts';
import { failures } from '#web/kit/failures.ts';
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
  const cache = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await call(route, { params, body: { lock_version: lockVersion } } as unknown as Sent<RouteSpec>);
      // The record's own screen is still open: asked again, it would answer that there is no such record.
      const isOfRecord = ({ queryKey: [route, asked, id] }: { queryKey: QueryKey }) =>
        JSON.stringify(asked) === JSON.stringify(params) ||
        (route === 'versions' && id === (params as { id?: number }).id);
      void cache.invalidateQueries({ predicate: isOfRecord, refetchType: 'none' });
      void cache.invalidateQueries({ predicate: (query) => !isOfRecord(query) });
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
