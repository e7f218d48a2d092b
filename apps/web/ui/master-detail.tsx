import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
} from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, type Ref, useState } from 'react';
import { useLocation } from 'react-router';
import { Button, IconButton } from './button.tsx';
import css from './master-detail.module.css';
import { RecordToolsOpener } from './record-header.tsx';
import { useRemembered } from './remembered.ts';
import { Resizer } from './resizer.tsx';
import { useDrawer } from './use-drawer.ts';
import { usePhone, useRoom } from './use-room.ts';

const LIST = { initial: 320, min: 240, max: 420 };
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number';

export type Panels = ReturnType<typeof usePanels>;

type Drawer = 'list' | 'side';

/**
 * Which panels of the layout are open and how wide the list is: remembered, the same on all screens. Where a panel has
 * no room beside the record it is a drawer over it, which is closed to begin with and at each new address.
 * @param isWide whether the record needs the room of the list, which is a drawer then on every screen but phones
 */
export function usePanels(isWide = false) {
  const [listOpen, setListOpen] = useRemembered('panels.list', true, isBoolean);
  const [sideOpen, setSideOpen] = useRemembered('panels.side', true, isBoolean);
  const [listWidth, setListWidth] = useRemembered('panels.list-width', LIST.initial, isNumber);
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ drawer: Drawer; at: string } | null>(null);
  const drawer = opened?.at === pathname ? opened.drawer : null;
  const listHasRoom = useRoom('(min-width: 900px), (max-width: 699px)');
  const isPhone = usePhone();
  const listFits = isWide ? isPhone : listHasRoom;
  const sideFits = useRoom('(min-width: 1100px), (max-width: 699px)');
  const toggleDrawer = (one: Drawer) => setOpened(drawer === one ? null : { drawer: one, at: pathname });
  return {
    listFits,
    sideFits,
    listOpen: listFits ? listOpen : drawer === 'list',
    sideOpen: sideFits ? sideOpen : drawer === 'side',
    listWidth,
    setListWidth,
    drawer,
    closeDrawer: () => setOpened(null),
    toggleList: () => (listFits ? setListOpen(!listOpen) : toggleDrawer('list')),
    toggleSide: () => (sideFits ? setSideOpen(!sideOpen) : toggleDrawer('side')),
  };
}

/**
 * List, detail and side panel, each scrolling on its own. Below 1100 px the side panel is a drawer, which the head of
 * the record opens; below 900 px the list of an open record is one too. On phones they are stacked pages: `showing` says
 * which, and what is put into `footRef` stays in view below. Give `panels` (from usePanels) so that shortcuts can toggle
 * them too.
 */
export function MasterDetail({
  panels,
  list,
  side,
  footRef,
  showing,
  children,
}: {
  panels: Panels;
  list: ReactNode;
  side?: ReactNode;
  footRef?: Ref<HTMLDivElement>;
  showing: 'list' | 'detail';
  children: ReactNode;
}) {
  const { listFits, sideFits, sideOpen, listWidth } = panels;
  const listOpen = panels.listOpen || (!listFits && showing === 'list');
  const listIsDrawer = !listFits && showing === 'detail';
  const listDrawer = useDrawer<HTMLDivElement>(listIsDrawer && listOpen, panels.closeDrawer);
  const sideDrawer = useDrawer<HTMLElement>(!sideFits && sideOpen, panels.closeDrawer);
  const columns = {
    '--list-open': `${listWidth}px`,
    '--list': listOpen && !listIsDrawer ? 'var(--list-open)' : '44px',
    '--side': !side ? '0px' : sideOpen ? 'var(--side-w)' : '44px',
  } as CSSProperties;
  return (
    <div className={css.frame} style={columns} data-showing={showing} data-print="flow">
      <div
        className={css.list}
        ref={listDrawer.panel}
        data-drawer={listIsDrawer && listOpen ? 'open' : undefined}
        data-print="hide"
      >
        <div className={css.content} data-open={listOpen}>
          {list}
        </div>
        {(listFits || listIsDrawer) && (
          <span className={listOpen ? css.collapseList : css.expand}>
            <IconButton
              label={listOpen ? 'Collapse list' : 'Expand list'}
              icon={listOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand}
              size="small"
              ref={listDrawer.opener}
              aria-expanded={listOpen}
              onClick={panels.toggleList}
            />
          </span>
        )}
        {listOpen && listFits && (
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
        <div className={css.inner}>
          <RecordToolsOpener
            value={
              side &&
              !sideFits && (
                <Button
                  size="small"
                  tone="subtle"
                  icon={IconLayoutSidebarRightExpand}
                  ref={sideDrawer.opener}
                  aria-label="Expand side panel: Record tools"
                  aria-expanded={sideOpen}
                  onClick={panels.toggleSide}
                >
                  Record tools
                </Button>
              )
            }
          >
            {children}
          </RecordToolsOpener>
        </div>
      </div>
      {panels.drawer && <div className={css.scrim} data-print="hide" />}
      {side && (
        <aside
          className={css.side}
          ref={sideDrawer.panel}
          aria-label="Record tools"
          data-drawer={sideFits ? undefined : sideOpen ? 'open' : 'closed'}
          data-print="hide"
        >
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
      {footRef && <div ref={footRef} className={css.foot} data-print="hide" />}
    </div>
  );
}
