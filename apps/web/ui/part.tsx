import {
  Component,
  type ComponentType,
  type ErrorInfo,
  type ReactNode,
  useEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react';
import { isOffline } from './arrival.ts';

const tryAgainAfter = 700;

let underway = 0;
const listeners = new Set<() => void>();
const count = (by: 1 | -1) => {
  underway += by;
  for (const listener of listeners) listener();
};

/** Whether somebody waits for a part. */
export const usePartsUnderway = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => underway > 0,
  );

/**
 * Loads, and once more a moment later when that failed; without a network there is no use in it.
 * Throws what the second attempt did.
 */
export const loadTwice = async <T,>(load: () => Promise<T>, pause = tryAgainAfter): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (isOffline()) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return load();
  }
};

/** A component whose code is loaded when it is drawn, or before. */
export type Part<P> = ((props: P) => ReactNode) & {
  /** Loads it ahead, quietly: what fails is tried again when it is drawn. */
  preload: () => Promise<void>;
};

type Drawings<P> = {
  waiting?: (props: P) => ReactNode;
  /** In its place when it could not be loaded or broke. `retry` loads and draws it anew. */
  failed: (props: P, failure: { error: unknown; retry: () => void }) => ReactNode;
};

/** A part of the screen that is loaded by itself and fails by itself: what stands around it stays as it is. */
export const part = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = () => null, failed }: Drawings<P>,
): Part<P> => {
  let loaded: ComponentType<P> | null = null;
  let coming: Promise<void> | null = null;
  const bring = (loading: () => Promise<ComponentType<P>>): Promise<void> => {
    coming ??= loading().then(
      (component) => {
        loaded = component;
      },
      (error) => {
        coming = null;
        throw error;
      },
    );
    return coming;
  };

  const Waiting = ({ onEnd, children }: { onEnd: (error?: unknown) => void; children: ReactNode }) => {
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is waited for
    useEffect(() => {
      let isGone = false;
      count(1);
      const end = (error?: unknown) => isGone || onEnd(error);
      // What was under way ahead of time has had one attempt only.
      const again = () => bring(() => loadTwice(load));
      (coming ? coming.catch(again) : again()).then(() => end(), end);
      return () => {
        isGone = true;
        count(-1);
      };
    }, []);
    return children;
  };

  const Drawn = (props: P) => {
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const [, draw] = useReducer((times: number) => times + 1, 0);
    if (failure) return failed(props, { error: failure.error, retry: () => setFailure(null) });
    const Loaded = loaded;
    if (!Loaded)
      return (
        <Waiting onEnd={(error) => (error === undefined ? draw() : setFailure({ error }))}>{waiting(props)}</Waiting>
      );
    return (
      <Boundary onError={(error) => setFailure({ error })}>
        <Loaded {...props} />
      </Boundary>
    );
  };

  return Object.assign(Drawn, { preload: () => (loaded ? Promise.resolve() : bring(load)).catch(() => {}) });
};

class Boundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack);
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
