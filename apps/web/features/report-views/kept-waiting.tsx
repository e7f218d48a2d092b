import { whyNotLoaded } from '#web/kit/why-not-loaded.ts';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';

/** In place of kept figures that aren’t there: they’re on their way, or why they couldn’t be loaded. */
export const KeptWaiting = ({ error, refetch }: { error: unknown; refetch: () => unknown }) =>
  error ? (
    <LoadFailed title="Could not load kept figures." helper={whyNotLoaded(error)} onRetry={() => void refetch()} />
  ) : (
    <Skeleton label="Loading kept figures">
      <SkeletonBlock width="100%" height={240} />
    </Skeleton>
  );
