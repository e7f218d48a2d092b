import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { memo, type Ref, useEffect, useRef, useState } from 'react';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import { frameOf } from '#web/fields/answer-props.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { AskedField, FormValues } from './draft.ts';
import css from './preview.module.css';

export type PreviewWidth = 'phone' | 'desktop';

/**
 * The form as people will fill it in, beside the editor. It is a picture, out of the way of the keyboard and of who
 * listens to the screen, until somebody wants to try it; what is typed then is not kept.
 */
export const Preview = ({
  ref,
  values,
  current,
  width,
  onWidth,
}: {
  ref: Ref<HTMLElement>;
  values: FormValues;
  /** The field that is being worked on: it is outlined and in view. */
  current: number | null;
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
}) => {
  const [isTried, setTried] = useState(false);
  return (
    <section className={css.pane} aria-label="Live preview" ref={ref}>
      <div className={css.bar}>
        <h2 className={css.title}>Live preview</h2>
        <Button tone="subtle" size="small" aria-pressed={isTried} onClick={() => setTried(!isTried)}>
          Try it
        </Button>
        <Segmented
          label="Width of the preview"
          options={[
            { value: 'phone', label: 'Phone', icon: IconDeviceMobile },
            { value: 'desktop', label: 'Desktop', icon: IconDeviceDesktop },
          ]}
          value={width}
          onChange={onWidth}
        />
      </div>
      <div className={css.ground} inert={!isTried} aria-hidden={!isTried}>
        <div className={css.sheet} data-width={width}>
          <h3 className={css.name}>{values.name.trim() || 'Name of the form'}</h3>
          {values.description && <p className={css.description}>{values.description}</p>}
          {values.entries.length === 0 && <p className={css.description}>Fields that you add appear here.</p>}
          {values.entries.map(({ field, is_required }) => (
            <Question key={field.id} field={field} isRequired={is_required} isCurrent={field.id === current} />
          ))}
        </div>
      </div>
    </section>
  );
};

const Question = memo(
  ({ field, isRequired, isCurrent }: { field: AskedField; isRequired: boolean; isCurrent: boolean }) => {
    const [answer, setAnswer] = useState<unknown>(null);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (isCurrent) scrollTo(place.current!);
    }, [isCurrent]);
    return (
      <div className={css.question} data-current={isCurrent || undefined} ref={place}>
        <AnswerInput
          field={field}
          frame={{ ...frameOf(field), optional: !isRequired }}
          value={answer}
          onChange={setAnswer}
        />
      </div>
    );
  },
);

/** Brings a question into view by moving the preview alone, never the page. */
const scrollTo = (question: HTMLElement) => {
  const pane = question.closest('section')!;
  if (pane.scrollHeight <= pane.clientHeight) return;
  const box = question.getBoundingClientRect();
  const view = pane.getBoundingClientRect();
  const above = box.top - view.top - 72;
  const below = box.bottom - view.bottom + 24;
  if (above < 0) pane.scrollTop += above;
  else if (below > 0) pane.scrollTop += Math.min(below, above);
};
