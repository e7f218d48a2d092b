import { IconPin } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { ScrollBox } from '#web/ui/scroll-box.tsx';
import css from './dashboard.module.css';
import { isMessage, titleOf, type WidgetTarget } from './widget.ts';

export type WidgetPlacement = {
  /** Where a card stands in the grid; elsewhere it is as high as what it shows. */
  style?: CSSProperties;
  /** Its name, where it is not what stands on the dashboard. */
  label?: string;
};

/** A widget as a card: its name, a word beside it, what can be done, and what it shows, which scrolls where it is higher. */
export const WidgetFrame = ({
  widget,
  note,
  tools,
  handle,
  busy,
  style,
  label,
  children,
}: {
  widget: WidgetTarget;
  note?: ReactNode;
  tools?: ReactNode;
  /** What it is dragged by, before its name. */
  handle?: ReactNode;
  busy?: boolean;
  children: ReactNode;
} & WidgetPlacement) => {
  const name = useId();
  return (
    <section
      className={css.widget}
      {...(label ? { 'aria-label': label } : { 'aria-labelledby': name })}
      aria-busy={busy || undefined}
      data-message={isMessage(widget.record) || undefined}
      style={style}
    >
      <header className={css.head}>
        {handle}
        {!handle && isMessage(widget.record) && <Icon of={IconPin} />}
        <h2 className={css.name} id={name}>
          {titleOf(widget)}
        </h2>
        {note && <span className={css.note}>{note}</span>}
        {tools}
      </header>
      <ScrollBox label={`Content of ${titleOf(widget)}`} className={css.body}>
        {children}
      </ScrollBox>
    </section>
  );
};
