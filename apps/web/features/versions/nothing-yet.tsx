import { IconHistory } from '@tabler/icons-react';
import { useTitle } from '#web/kit/title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';

/** What stands beside the search before anything is searched for. */
export const NothingYet = () => {
  useTitle('Version History');
  return (
    <Page>
      <EmptyState
        icon={IconHistory}
        title="Search the versions of all organizations"
        helper="Search by record type, event and date. Open a version to see its whole transaction and roll it back."
      />
    </Page>
  );
};
