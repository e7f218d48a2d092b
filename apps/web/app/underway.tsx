import { useIsFetching } from '@tanstack/react-query';
import { usePartsUnderway } from '#web/ui/part.tsx';
import { ThinBar } from '#web/ui/thin-bar.tsx';

/** Moves at the top of the page while something is loaded that is not there in an older form. */
export const Underway = () => {
  const isLoading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  const isPartUnderway = usePartsUnderway();
  return (isLoading || isPartUnderway) && <ThinBar />;
};
