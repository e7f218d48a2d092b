import { type ReactNode, useEffect, useState } from 'react';
import css from './skeleton.module.css';
import hidden from './visually-hidden.module.css';

/** A grey block in the size of what will stand here. */
export function SkeletonBlock({ width, height = 12 }: { width: number | string; height?: number }) {
  return <span className={css.block} style={{ width, maxWidth: '100%', height }} />;
}

/** Waits 150 ms before it draws anything, so that quick answers do not flicker; says what is loading. */
export function Skeleton({ label, children }: { label: string; children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-busy data-print="hide">
      <span className={hidden.text}>{label}</span>
      {late && children}
    </div>
  );
}

/** Something across the page that is loading, in the height that it will have. */
export function AreaSkeleton({ label, height }: { label: string; height: number }) {
  return (
    <Skeleton label={label}>
      <SkeletonBlock width="100%" height={height} />
    </Skeleton>
  );
}

const NAME_WIDTHS = [150, 124, 176, 132, 160, 118];

/** Rows of a list that is loading. `label` says it aloud: "Loading people". */
export function ListSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <Skeleton label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.row}>
          <SkeletonBlock width={NAME_WIDTHS[row % NAME_WIDTHS.length]!} height={13} />
          <SkeletonBlock width={92} height={10} />
        </div>
      ))}
    </Skeleton>
  );
}

/** A record that is loading. */
export function RecordSkeleton({ label }: { label: string }) {
  return (
    <Skeleton label={label}>
      <div className={css.record}>
        <div className={css.head}>
          <SkeletonBlock width={48} height={48} />
          <div>
            <SkeletonBlock width={190} height={20} />
            <SkeletonBlock width={250} height={11} />
          </div>
        </div>
        <div className={css.lines}>
          {[0, 1, 2, 3].map((line) => (
            <div key={line} className={css.line}>
              <SkeletonBlock width={120} />
              <SkeletonBlock width={80} />
              <SkeletonBlock width={90} />
            </div>
          ))}
        </div>
      </div>
    </Skeleton>
  );
}
