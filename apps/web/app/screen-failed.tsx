import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { problems } from '#contract/problems.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ActingAbove } from './root.tsx';

/** A screen that broke, or whose code could not be loaded after an update. */
export const ScreenFailed = () => {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <>
      <ActingAbove />
      <main>
        <EmptyState
          heading="h1"
          icon={IconAlertTriangle}
          title={problems.internal.message}
          helper="Load the page again. What you saved is safe."
          action={<Button onClick={() => location.reload()}>Load again</Button>}
        />
      </main>
    </>
  );
};
