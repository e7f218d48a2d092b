import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { problems } from '#contract/problems.ts';
import { isOffline } from '#web/ui/arrival.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, LoadFailed } from '#web/ui/empty-state.tsx';
import { type Part, part } from '#web/ui/part.tsx';
import { RecordSkeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useOnline } from '#web/ui/use-online.ts';
import { absenceOf, absenceWords } from './absence.ts';
import { loadAnew } from './outdated.ts';

/**
 * A screen that is loaded when it is opened. Until then a skeleton stands in its place; when it cannot be loaded, or
 * breaks, that is said there, and what stands around it stays.
 * @param name what it shows, in the plural or singular, lower case: "people", "person"
 */
export const screen = <P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  skeleton: ReactNode = <RecordSkeleton label={`Loading ${name}`} />,
): Part<P> =>
  part(load, {
    waiting: () => skeleton,
    failed: (_, failure) => <ScreenFailed {...failure} />,
  });

/** A part within a screen, such as a card or the text of a question; in its place it is said that it is missing. */
export const inline = <P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  waiting?: (props: P) => ReactNode,
): Part<P> =>
  part(load, {
    ...(waiting ? { waiting } : {}),
    failed: (_, { retry }) => <LoadFailed title={`${name} could not be loaded.`} onRetry={retry} />,
  });

/** A dialog or another part that is opened over the page. When it cannot be loaded, it is closed and a notice says so. */
export const overlay = <P extends { onClose: () => void }>(
  name: string,
  load: () => Promise<ComponentType<P>>,
): Part<P> =>
  part(load, {
    failed: ({ onClose }, { error }) => <OverlayFailed name={name} error={error} onClose={onClose} />,
  });

const OverlayFailed = ({ name, error, onClose }: { name: string; error: unknown; onClose: () => void }) => {
  const isTold = useRef(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isTold.current) return;
    isTold.current = true;
    const why = absenceOf(error);
    const because = why === 'offline' ? `. ${absenceWords.offline.title}` : '';
    toast.error(`${name} could not be loaded${because}`);
    close();
  }, [name, error]);
  return null;
};

type Failure = { error: unknown; retry: () => void };

const ScreenFailed = ({ error, retry }: Failure) => {
  const { pathname } = useLocation();
  const failedAt = useRef(pathname);
  const why = absenceOf(error);
  const isOnline = useOnline();
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (pathname !== failedAt.current || (isOnline && why === 'offline')) again();
  }, [pathname, isOnline, why]);
  useEffect(() => {
    if (why === 'gone') loadAnew();
  }, [why]);
  if (why === null) return <Broken />;
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        icon={why === 'offline' ? IconWifiOff : IconAlertTriangle}
        {...{ title: absenceWords[why].title, helper: absenceWords[why].helper }}
        action={
          why === 'gone' ? (
            <Button onClick={() => location.reload()}>Reload page</Button>
          ) : (
            <Button icon={IconRefresh} onClick={retry}>
              Retry
            </Button>
          )
        }
      />
    </div>
  );
};

/** A screen that came, and broke. */
export const Broken = () => (
  <EmptyState
    heading="h1"
    icon={IconAlertTriangle}
    title={problems.internal.message}
    helper="Reload the page. Everything you saved is safe."
    action={!isOffline() && <Button onClick={() => location.reload()}>Reload page</Button>}
  />
);
