import { IconMapQuestion } from '@tabler/icons-react';
import { problems } from '#contract/problems.ts';
import { useTitle } from '#web/kit/title.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** An address that leads nowhere. */
export const NotFound = () => {
  useTitle('Not found');
  return (
    <EmptyState
      heading="h1"
      icon={IconMapQuestion}
      title={problems.not_found.message}
      helper="The address may have a typo, or the record may have been deleted."
      action={<ButtonLink to="/">Go to the home page</ButtonLink>}
    />
  );
};
