import { Button } from './button.tsx';
import css from './map.module.css';
import type { MapProps } from './map-view.tsx';
import { part } from './part.tsx';
import { SkeletonBlock } from './skeleton.tsx';

export type { Position } from './map-view.tsx';

const MapView = part<MapProps>(async () => (await import('./map-view.tsx')).MapView, {
  waiting: () => (
    <div className={css.none} aria-busy>
      <SkeletonBlock width="40%" />
    </div>
  ),
  failed: ({ label }, { retry }) => (
    <p className={css.none} role="status">
      {label} could not be loaded.{' '}
      <Button size="small" onClick={retry}>
        Retry
      </Button>
    </p>
  ),
});

/**
 * Points on a map of land and states, drawn without asking any other server, or on the tiles that the operator chose. Give
 * its parent a height.
 */
export const PointMap = (props: MapProps) => (
  <div className={css.frame}>
    <MapView {...props} />
  </div>
);
