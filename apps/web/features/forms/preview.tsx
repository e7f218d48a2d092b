import { IconDeviceDesktop, IconDeviceMobile, IconEraser } from '@tabler/icons-react';
import { memo, type Ref, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { displayCalculation } from '#forms/calculations/show.ts';
import type { FormField } from '#forms/definition/form-definition.ts';
import type { EditedForm } from '#web/forms/definition/edited-form.ts';
import type { Filling } from '#web/forms/filling/filling.ts';
import { Question } from '#web/forms/filling/question.tsx';
import { useOverview } from '#web/forms/filling/use-overview.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import layout from '#web/ui/layout.module.css';
import { Segmented } from '#web/ui/segmented.tsx';
import words from '#web/ui/words.module.css';
import type { FormValues } from './draft.ts';
import css from './preview.module.css';
import { useTrial } from './use-trial.ts';

export type PreviewWidth = 'phone' | 'desktop';

/**
 * The form as people will fill it in, beside the editor, with its rules and calculations at work. It is a picture, out
 * of the way of the keyboard and of who listens to the screen, until somebody wants to try it; what is typed then is not
 * kept.
 */
export const Preview = ({
  ref,
  values,
  form,
  current,
  width,
  onWidth,
}: {
  ref: Ref<HTMLElement>;
  values: FormValues;
  /** The same as it is filled in. */
  form: EditedForm;
  /** The field that is being worked on: it is outlined and in view. */
  current: number | null;
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
}) => {
  const [isTried, setTried] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const [cleared, setCleared] = useState(0);
  // A long form is drawn here once the editor itself is there, and never keeps it from a key.
  const shown = useDeferredValue(form, null);
  const onAnswered = useCallback(() => setAnswered(true), []);
  const clear = () => {
    setAnswered(false);
    setCleared(cleared + 1);
  };
  const hasLogic = form.logic.length > 0 || form.calculations.length > 0;
  return (
    <section className={css.pane} aria-label="Live preview" ref={ref}>
      <div className={`${layout.top} ${css.bar}`}>
        <div className={css.head}>
          <h2 className={css.title}>Live preview</h2>
          <span className={words.small}>
            {isTried ? 'Try answering. Nothing is saved' : hasLogic && 'Logic is running'}
          </span>
        </div>
        <IconButton size="small" label="Clear answers" icon={IconEraser} disabled={!isAnswered} onClick={clear} />
        <Button size="small" aria-pressed={isTried} onClick={() => setTried(!isTried)}>
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
      {/** biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the button “Try it” */}
      {/** biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button “Try it” */}
      <div className={css.ground} onClick={() => setTried(true)}>
        <div className={css.sheet} data-width={width} inert={!isTried} aria-hidden={!isTried}>
          <h3 className={css.name}>{values.name.trim() || 'Name of the form'}</h3>
          {values.description && <p className={css.description}>{values.description}</p>}
          {values.entries.length === 0 && <p className={css.description}>Fields you add appear here.</p>}
          {shown && <Questions key={cleared} form={shown} current={current} onAnswered={onAnswered} />}
        </div>
      </div>
    </section>
  );
};

const Questions = memo(
  ({ form, current, onAnswered }: { form: EditedForm; current: number | null; onAnswered: () => void }) => {
    const filling = useTrial(form);
    const { isDirty, visibleFields, results, problem } = useOverview(filling, (overview) => overview);
    useEffect(() => {
      if (isDirty) onAnswered();
    }, [isDirty, onAnswered]);
    return (
      <>
        {problem && <Banner tone="error">{problem}</Banner>}
        {visibleFields.map((entry) => (
          <PreviewedQuestion
            key={entry.field_id}
            filling={filling}
            entry={entry}
            isCurrent={entry.field_id === current}
          />
        ))}
        {results.length > 0 && (
          <section className={css.results} aria-label="Results">
            <h4>Results</h4>
            <Pairs
              facts={results.map(({ calculation, value }) => ({
                label: calculation.name,
                value: displayCalculation(calculation, value),
              }))}
            />
          </section>
        )}
      </>
    );
  },
);

const PreviewedQuestion = memo(
  ({ filling, entry, isCurrent }: { filling: Filling; entry: FormField; isCurrent: boolean }) => {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (isCurrent) scrollTo(place.current!);
    }, [isCurrent]);
    return (
      <div className={css.question} data-current={isCurrent || undefined} ref={place}>
        <Question filling={filling} entry={entry} />
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
