import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
} from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { IconButton } from './button.tsx';
import css from './master-detail.module.css';
import { useRemembered } from './remembered.ts';
import { Resizer } from './resizer.tsx';

const LIST = { initial: 320, min: 240, max: 420 };
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number';

export type Panels = ReturnType<typeof usePanels>;

/** Which panels of the layout are open and how wide the list is: remembered, the same on all screens. */
export function usePanels() {
  const [listOpen, setListOpen] = useRemembered('panels.list', true, isBoolean);
  const [sideOpen, setSideOpen] = useRemembered('panels.side', true, isBoolean);
  const [listWidth, setListWidth] = useRemembered('panels.list-width', LIST.initial, isNumber);
  return {
    listOpen,
    sideOpen,
    listWidth,
    setListWidth,
    toggleList: () => setListOpen(!listOpen),
    toggleSide: () => setSideOpen(!sideOpen),
  };
}

/**
 * List, detail and side panel, each scrolling on its own. On phones they are stacked pages: `showing` says which.
 * Give `panels` (from usePanels) so that shortcuts can toggle them too.
 */
export function MasterDetail({
  panels,
  list,
  side,
  showing,
  children,
}: {
  panels: Panels;
  list: ReactNode;
  side?: ReactNode;
  showing: 'list' | 'detail';
  children: ReactNode;
}) {
  const { listOpen, sideOpen, listWidth } = panels;
  const columns = {
    '--list': listOpen ? `${listWidth}px` : '44px',
    '--side': !side ? '0px' : sideOpen ? 'var(--side-w)' : '44px',
  } as CSSProperties;
  return (
    <div
      className={css.frame}
      style={columns}
      data-showing={showing}
      data-side={side && sideOpen ? 'open' : undefined}
      data-print="flow"
    >
      <div className={css.list} data-print="hide">
        <div className={css.content} data-open={listOpen}>
          {list}
        </div>
        <span className={listOpen ? css.collapseList : css.expand}>
          <IconButton
            label={listOpen ? 'Collapse list' : 'Expand list'}
            icon={listOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
            size="small"
            aria-expanded={listOpen}
            onClick={panels.toggleList}
          />
        </span>
        {listOpen && (
          <Resizer
            label="Width of the list"
            width={listWidth}
            min={LIST.min}
            max={LIST.max}
            onChange={panels.setListWidth}
          />
        )}
      </div>
      <div className={css.detail} data-print="flow">
        <div className={css.inner}>{children}</div>
      </div>
      {side && (
        <aside className={css.side} aria-label="Record tools" data-print="hide">
          <span className={sideOpen ? css.collapseSide : css.expand}>
            <IconButton
              label={sideOpen ? 'Collapse side panel' : 'Expand side panel'}
              icon={sideOpen ? IconLayoutSidebarRightCollapse : IconLayoutSidebarRightExpand}
              size="small"
              aria-expanded={sideOpen}
              onClick={panels.toggleSide}
            />
          </span>
          <div className={css.content} data-open={sideOpen}>
            {side}
          </div>
        </aside>
      )}
    </div>
  );
}
