import type { ReactNode } from 'react';
import type { RouteSpec } from '#contract/kit/route.ts';
import { focusField } from '#web/ui/error-summary.tsx';
import { DeleteRecord } from './delete-record.tsx';

/**
 * Deletes one of the records listed below another. Once it is gone, the focus goes to what adds one.
 * @param below the ids of its path beside its own; @param adding the id of the button that adds one
 */
export const DeleteBelow = ({
  route,
  below,
  record,
  name,
  adding,
  onClose,
  children,
}: {
  route: RouteSpec;
  below: object;
  record: { id: number; lock_version: number };
  name: string;
  adding: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <DeleteRecord
    route={route}
    params={{ ...below, id: record.id }}
    lockVersion={record.lock_version}
    name={name}
    onClose={onClose}
    onDeleted={() => {
      onClose();
      setTimeout(() => focusField(adding));
    }}
  >
    {children}
  </DeleteRecord>
);
