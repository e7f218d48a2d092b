import { Outlet } from 'react-router';
import { failures, useFailure } from '#web/kit/failures.ts';
import { ErrorDialog } from '#web/ui/error-dialog.tsx';

/** What stands on every screen: the dialog for failures that no form can show. */
export const Root = () => (
  <>
    <Outlet />
    <ErrorDialog report={useFailure()} onClose={failures.clear} />
  </>
);
