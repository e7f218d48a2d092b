import { useLocation } from 'react-router';
import { places } from '#web/access/places.ts';
import { Beside } from '#web/screens/beside.tsx';
import { usePanels } from '#web/ui/master-detail.tsx';
import { SearchForm } from './search-form.tsx';

/** The search, and beside it what it finds, a transaction under review, or what became of its rollback. */
export const Versions = () => {
  const { pathname } = useLocation();
  const panels = usePanels();
  return <Beside panels={panels} list={<SearchForm />} isRoot={pathname.replace(/\/$/, '') === places.versions.at} />;
};
