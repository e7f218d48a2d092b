import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsDiagonal,
  IconArrowUp,
  IconGripVertical,
  IconPin,
  IconTrash,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Place } from '#contract/dashboard-grid.ts';
import { dashboardWidgetRoutes } from '#contract/resources/dashboard-widgets.ts';
import { useMay } from '#web/access/account.tsx';
import { viewTypeWords } from '#web/reports/view-types.ts';
import { ActionMenu } from '#web/ui/action-menu.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import css from './edit-dashboard.module.css';
import { type Arrow, arrows, inWords } from './layout.ts';
import { isMessage, isReport, titleOf, type Widget } from './widget.ts';
import { WidgetFrame } from './widget-frame.tsx';

/** Whether a step moves a widget or changes its size. */
export type Way = 'move' | 'resize';

const Placeholder = ({ record }: Pick<Widget, 'record'>) => {
  const view = isReport(record) ? viewTypeWords[record.view_type] : null;
  return (
    <div className={css.placeholder}>
      <Icon of={view ? view.icon : IconPin} size="l" />
      {isReport(record) && `${view?.label}, view ${record.view_name}`}
      {isMessage(record) && `Pinned message, ${record.permission_group.name}`}
    </div>
  );
};

const moves = [
  { label: 'Move left', icon: IconArrowLeft, by: 'move', arrow: 'ArrowLeft' },
  { label: 'Move right', icon: IconArrowRight, by: 'move', arrow: 'ArrowRight' },
  { label: 'Move up', icon: IconArrowUp, by: 'move', arrow: 'ArrowUp' },
  { label: 'Move down', icon: IconArrowDown, by: 'move', arrow: 'ArrowDown' },
  { label: 'Wider', by: 'resize', arrow: 'ArrowRight' },
  { label: 'Narrower', by: 'resize', arrow: 'ArrowLeft' },
  { label: 'Taller', by: 'resize', arrow: 'ArrowDown' },
  { label: 'Shorter', by: 'resize', arrow: 'ArrowUp' },
] as const;

/** A widget to be moved and resized: by its handle and its corner, by the keys of either, or by its menu. */
export const EditedWidget = ({
  widget,
  place,
  lifted,
  draggable,
  onLift,
  onDrop,
  onStep,
  onRemove,
}: {
  widget: Widget;
  place: Place;
  /** By what it is lifted, when it is. */
  lifted: Way | null;
  /** Whether there is room to drag it. */
  draggable: boolean;
  onLift: (by: Way) => void;
  /** It stays where it is now, or goes back to where it was lifted. */
  onDrop: (end: 'stay' | 'back') => void;
  onStep: (by: Way, arrow: Arrow) => void;
  onRemove: () => void;
}) => {
  const may = useMay();
  const title = titleOf(widget);
  const keys = (by: Way) => ({
    size: 'small' as const,
    'aria-describedby': 'grid-keys',
    'aria-pressed': lifted === by,
    onBlur: () => lifted && onDrop('stay'),
    onKeyDown: (event: KeyboardEvent) => {
      const isStep = lifted === by && event.key in arrows;
      if (event.key === ' ' || event.key === 'Enter') lifted === by ? onDrop('stay') : onLift(by);
      else if (lifted === by && event.key === 'Escape') onDrop('back');
      else if (isStep) onStep(event.shiftKey ? 'resize' : by, event.key as Arrow);
      else return;
      event.preventDefault();
    },
  });
  return (
    <>
      <WidgetFrame
        widget={widget}
        note={`${place.w} × ${place.h}`}
        handle={
          draggable && (
            <span className={css.handle}>
              <IconButton label={`Move ${title}`} icon={IconGripVertical} {...keys('move')} />
            </span>
          )
        }
        tools={
          <ActionMenu
            label={`Actions of ${title}`}
            size="small"
            actions={[
              ...moves.map(({ by, arrow, ...look }) => ({
                ...look,
                apart: look.label === 'Wider',
                onClick: () => onStep(by, arrow),
              })),
              ...(may(dashboardWidgetRoutes.remove, widget.id)
                ? [{ label: 'Remove', icon: IconTrash, danger: true, apart: true, onClick: onRemove }]
                : []),
            ]}
          />
        }
      >
        <Placeholder record={widget.record} />
      </WidgetFrame>
      {lifted && (
        <p className={css.lifted}>
          <b>Picked up, {inWords(place)}</b>
          <span>
            <kbd>←</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <kbd>→</kbd> {lifted}
          </span>
          {lifted === 'move' && (
            <span>
              <kbd>Shift</kbd> with arrows: size
            </span>
          )}
          <span>
            <kbd>Space</kbd> drop
          </span>
          <span>
            <kbd>Esc</kbd> put back
          </span>
        </p>
      )}
      {draggable && (
        <span className={css.resize}>
          <IconButton label={`Resize ${title}`} icon={IconArrowsDiagonal} {...keys('resize')} />
        </span>
      )}
    </>
  );
};
