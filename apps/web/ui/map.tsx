import { lazy, Suspense } from 'react';
import css from './map.module.css';
import type { MapProps } from './map-view.tsx';
import { SkeletonBlock } from './skeleton.tsx';

export type { Position } from './map-view.tsx';

const MapView = lazy(() =>
  import('./map-view.tsx').then(
    ({ MapView: View }) => ({ default: View }),
    () => ({ default: NoMap }),
  ),
);

const NoMap = ({ label }: MapProps) => (
  <p className={css.none} role="status">
    {label} could not be loaded.
  </p>
);

/** Points on a map of land and states, drawn without asking any other server. Give its parent a height. */
export const PointMap = (props: MapProps) => (
  <div className={css.frame}>
    <Suspense
      fallback={
        <div className={css.none} aria-busy>
          <SkeletonBlock width="40%" />
        </div>
      }
    >
      <MapView {...props} />
    </Suspense>
  </div>
);
