import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { memo, type Ref, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { fieldType } from '#forms/field-types/index.ts';
import type { FieldState } from '#forms/logic/compile.ts';
import { AnswerInput } from '#web/fields/answer-input.tsx';
import { frameOf } from '#web/fields/answer-props.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Pairs } from '#web/ui/description-list.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import type { Entry, FormRecord, FormValues } from './draft.ts';
import css from './preview.module.css';
import { noTrial, type Trial, useSettled } from './use-settled.ts';

export type PreviewWidth = 'phone' | 'desktop';

const noEntries: Entry[] = [];

/**
 * The form as people will fill it in, beside the editor, with its rules and calculations at work. It is a picture, out
 * of the way of the keyboard and of who listens to the screen, until somebody wants to try it; what is typed then is not
 * kept.
 */
export const Preview = ({
  ref,
  stored,
  values,
  current,
  width,
  onWidth,
}: {
  ref: Ref<HTMLElement>;
  /** The form whose rules and calculations run. */
  stored: FormRecord | undefined;
  values: FormValues;
  /** The field that is being worked on: it is outlined and in view. */
  current: number | null;
  width: PreviewWidth;
  onWidth: (width: PreviewWidth) => void;
}) => {
  const [isTried, setTried] = useState(false);
  const [trial, setTrial] = useState(noTrial);
  const [cleared, setCleared] = useState(0);
  // A long form is drawn here once the editor itself is there, and never keeps it from a key.
  const entries = useDeferredValue(values.entries, noEntries);
  const clear = () => {
    setTrial(noTrial);
    setCleared(cleared + 1);
  };
  const hasLogic = stored !== undefined && (stored.logic.length > 0 || stored.calculations.length > 0);
  return (
    <section className={css.pane} aria-label="Live preview" ref={ref}>
      <div className={css.bar}>
        <h2 className={css.title}>Live preview</h2>
        {trial === noTrial ? (
          hasLogic && <span className={css.state}>Logic is running</span>
        ) : (
          <Button tone="subtle" size="small" onClick={clear}>
            Clear answers
          </Button>
        )}
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
      {/** biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the button “Try it” */}
      {/** biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button “Try it” */}
      <div className={css.ground} onClick={() => setTried(true)}>
        <div className={css.sheet} data-width={width} inert={!isTried} aria-hidden={!isTried}>
          <h3 className={css.name}>{values.name.trim() || 'Name of the form'}</h3>
          {values.description && <p className={css.description}>{values.description}</p>}
          {values.entries.length === 0 && <p className={css.description}>Fields that you add appear here.</p>}
          <Questions
            key={cleared}
            stored={stored}
            entries={entries}
            trial={trial}
            current={current}
            onTrial={setTrial}
          />
        </div>
      </div>
    </section>
  );
};

type OnAnswer = (field_id: number, value: unknown) => void;

const Questions = memo(
  ({
    stored,
    entries,
    trial,
    current,
    onTrial,
  }: {
    stored: FormRecord | undefined;
    entries: Entry[];
    trial: Trial;
    current: number | null;
    onTrial: (trial: Trial) => void;
  }) => {
    const { settled, answers, results, next } = useSettled(stored, entries, trial);
    const latest = useRef(next);
    latest.current = next;
    const answer = useCallback((id: number, value: unknown) => onTrial(latest.current(id, value)), [onTrial]);
    return (
      <>
        {settled.problem && <Banner tone="error">{settled.problem}</Banner>}
        {entries.map((entry) => {
          const { field_id, parameters_mapping } = entry;
          const { hidden, required, locked, heldBy, options } = settled.states.get(field_id) as FieldState;
          const isKept = locked || heldBy !== null;
          return (
            !hidden && (
              <Question
                key={field_id}
                entry={entry}
                isRequired={required}
                locked={heldBy === null ? (locked ? 'Locked by a rule' : undefined) : `Set by the rule ${heldBy}`}
                options={options}
                value={(isKept ? settled.answers : answers)[field_id] ?? null}
                parameters={JSON.stringify(
                  Object.entries(parameters_mapping).map(([name, source]) => [name, settled.answers[source] ?? null]),
                )}
                isCurrent={field_id === current}
                onAnswer={answer}
              />
            )
          );
        })}
        {results.length > 0 && (
          <section className={css.results} aria-label="Results">
            <h4>Results</h4>
            <Pairs facts={results} />
          </section>
        )}
      </>
    );
  },
);

const Question = memo(
  ({
    entry: { field_id, field },
    isRequired,
    locked,
    options,
    value,
    parameters,
    isCurrent,
    onAnswer,
  }: {
    entry: Entry;
    isRequired: boolean;
    /** Why it cannot be answered. */
    locked: string | undefined;
    options: FieldState['options'];
    value: unknown;
    /** What the form gives the field's endpoint, as pairs in JSON: text is the same when it says the same. */
    parameters: string;
    isCurrent: boolean;
    onAnswer: OnAnswer;
  }) => {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (isCurrent) scrollTo(place.current!);
    }, [isCurrent]);
    return (
      <div className={css.question} data-current={isCurrent || undefined} ref={place}>
        <AnswerInput
          field={field}
          fieldId={field_id}
          frame={{
            ...frameOf(field),
            optional: !isRequired && fieldType(field.field_type).isAnswerable,
            ...(locked ? { locked } : {}),
          }}
          value={value}
          onChange={(next) => onAnswer(field_id, next)}
          {...(options ? { options } : {})}
          parameters={Object.fromEntries(JSON.parse(parameters))}
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
