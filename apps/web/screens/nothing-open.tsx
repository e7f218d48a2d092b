import type { Place } from '#web/access/places.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MasterDetail as Layout, usePanels } from '#web/ui/master-detail.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';

/** What stands there until the code of a list is loaded. */
export const ListWaiting = ({ many }: Pick<Place, 'many'>) => (
  <Layout panels={usePanels()} showing="list" list={<ListSkeleton label={`Loading ${many}`} />}>
    {null}
  </Layout>
);

/** What stands beside the list while nothing is open. */
export const NothingOpen = ({ icon, one }: Pick<Place, 'icon' | 'one'>) => (
  <EmptyState icon={icon} title={`Choose ${/^[aeio]/.test(one) ? 'an' : 'a'} ${one} from the list`} />
);
