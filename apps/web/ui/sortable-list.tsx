import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useCallbackRef } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import css from './sortable-list.module.css';
import hidden from './visually-hidden.module.css';

export type SortableListProps<Item> = {
  /** Names the list. */
  label: string;
  items: Item[];
  itemKey: (item: Item) => string;
  /** Names an item in its buttons and in what is announced. */
  itemName: (item: Item) => string;
  onReorder: (items: Item[]) => void;
  /** The content of a row. */
  children: (item: Item, index: number) => ReactNode;
  /** More buttons at the end of a row: Remove, an ActionMenu. */
  tools?: (item: Item, index: number) => ReactNode;
  /** What an open row shows under itself. */
  below?: (item: Item) => ReactNode;
};

/**
 * A list whose order people set: by dragging the handle, by the keyboard on it (Space, arrows, Esc), or with the buttons
 * "Move up" and "Move down". Each move is announced.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, itemKey, itemName, onReorder } = props;
  const [said, setSaid] = useState('');
  const [hasLeft, setLeft] = useState(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: UniqueIdentifier) => items.findIndex((item) => itemKey(item) === id);
  const name = (id: UniqueIdentifier) => itemName(items[place(id)]!);
  const of = `of ${items.length}`;
  const move = useCallbackRef((from: number, to: number) => {
    onReorder(arrayMove(items, from, to));
    setSaid(`${itemName(items[from]!)} moved to position ${to + 1} ${of}`);
  });
  // Keys that are typed elsewhere would go on moving a row that a key picked up, and it would take the focus back.
  const putBack = useCallbackRef(() => {
    setLeft(true);
    document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape' }));
  });
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onReorder(arrayMove(items, place(active.id), place(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => setLeft(false)}
      onDragEnd={drop}
      accessibility={{
        restoreFocus: !hasLeft,
        screenReaderInstructions: {
          draggable: 'Press Space to pick up, the arrow keys to move, Space to drop, Escape to cancel.',
        },
        announcements: {
          onDragStart: ({ active }) => `${name(active.id)} picked up, position ${place(active.id) + 1} ${of}`,
          onDragOver: ({ active, over }) =>
            over ? `${name(active.id)} is over position ${place(over.id) + 1} ${of}` : undefined,
          onDragEnd: ({ active, over }) =>
            over ? `${name(active.id)} dropped at position ${place(over.id) + 1} ${of}` : `${name(active.id)} dropped`,
          onDragCancel: ({ active }) => `${name(active.id)} is back at position ${place(active.id) + 1} ${of}`,
        },
      }}
    >
      <SortableContext items={items.map(itemKey)} strategy={verticalListSortingStrategy}>
        <ol aria-label={label}>
          {items.map((item, index) => (
            <SortableItem key={itemKey(item)} item={item} index={index} move={move} putBack={putBack} {...props} />
          ))}
        </ol>
      </SortableContext>
      <span className={hidden.text} role="status">
        {said}
      </span>
    </DndContext>
  );
}

function SortableItem<Item>({
  item,
  index,
  move,
  putBack,
  items,
  itemKey,
  itemName,
  children,
  tools,
  below,
}: SortableListProps<Item> & {
  item: Item;
  index: number;
  move: (from: number, to: number) => void;
  /** The focus left the handle of a row that was picked up. */
  putBack: () => void;
}) {
  const nameId = useId();
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: itemKey(item),
  });
  const { role: _role, ...handle } = attributes;
  const opened = below?.(item);
  return (
    <li
      ref={setNodeRef}
      className={css.item}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      data-open={opened ? true : undefined}
    >
      <div className={css.row}>
        <button
          type="button"
          {...handle}
          {...listeners}
          ref={setActivatorNodeRef}
          className={css.handle}
          onBlur={() => isDragging && putBack()}
          aria-label={`Move ${itemName(item)}. Position ${index + 1} of ${items.length}`}
        >
          <Icon of={IconGripVertical} />
        </button>
        <div id={nameId}>{children(item, index)}</div>
        <div className={css.tools}>
          <MoveButtons nameId={nameId} index={index} count={items.length} move={move} />
          {tools?.(item, index)}
        </div>
      </div>
      {opened && <div className={css.below}>{opened}</div>}
    </li>
  );
}

/** Drawn again only when the item changes its place: a list may be long, and tooltips are dear. */
const MoveButtons = memo(
  ({
    nameId,
    index,
    count,
    move,
  }: {
    nameId: string;
    index: number;
    count: number;
    move: (from: number, to: number) => void;
  }) => {
    const step = (label: string, icon: typeof IconArrowUp, to: number) => (
      <IconButton
        size="small"
        label={label}
        icon={icon}
        aria-describedby={nameId}
        aria-disabled={to < 0 || to >= count || undefined}
        onClick={() => to >= 0 && to < count && move(index, to)}
      />
    );
    return (
      <span className={css.move}>
        {step('Move up', IconArrowUp, index - 1)}
        {step('Move down', IconArrowDown, index + 1)}
      </span>
    );
  },
);
