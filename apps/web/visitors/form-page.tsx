import { IconLock } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { isAnswerable } from '#web/forms/filling/sections.ts';
import { useOverview } from '#web/forms/filling/use-overview.ts';
import { type QuestionProps, useQuestion } from '#web/forms/filling/use-question.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { QuestionSection } from '#web/ui/question-section.tsx';
import { Frame } from './frame.tsx';
import { VisitorInput } from './inputs.tsx';
import { ContinueWithCode, FinishLater } from './later.tsx';
import type { OpenForm, Receipt } from './open-form.ts';
import { useVisit } from './use-visit.ts';
import css from './visitors.module.css';

/** Forms with more questions than this tell how far they are. */
const long = 10;

const Question = memo((props: QuestionProps) => <VisitorInput {...useQuestion(props)} />);

const Notice = ({ children }: { children: string }) => <p className={css.notice}>{children}</p>;

/** A public form, to fill in and send. */
export const FormPage = ({ first, onSent }: { first: OpenForm; onSent: (receipt: Receipt) => void }) => {
  const { name, description, organization } = first;
  const visit = useVisit(first, onSent);
  const { filling, said, isSending } = visit;
  const fields = useOverview(filling, (overview) => overview.visibleFields);
  const answered = useOverview(filling, (overview) => overview.answered);
  const errors = useOverview(filling, (overview) => overview.errors);
  const problem = useOverview(filling, (overview) => overview.problem);
  const isDirty = useOverview(filling, (overview) => overview.isDirty);
  const website = useRef<HTMLInputElement>(null);
  const total = fields.filter(isAnswerable).length;
  useEffect(() => {
    document.title = `${errors.length > 0 ? 'Error: ' : ''}${name} · ${organization.name}`;
  }, [errors.length, name, organization.name]);
  return (
    <Frame organization={organization} progress={total > long ? answered / total : undefined}>
      <h1>{name}</h1>
      {description && <p className={css.description}>{description}</p>}
      <p className={css.muted}>
        {answered} of {total} {total === 1 ? 'question' : 'questions'} answered
      </p>
      {!isDirty && <ContinueWithCode goOn={visit.goOn} />}
      {problem && <Notice>{problem}</Notice>}
      {visit.leftovers.length > 0 && (
        <Notice>{`Answer these again: ${visit.leftovers.map((one) => `${one.name} (${one.text})`).join(', ')}`}</Notice>
      )}
      <div className={css.card}>
        <ErrorSummary errors={errors} attempt={visit.attempt} />
        <QuestionSection label={name}>
          {fields.map((entry) => (
            <Question
              key={entry.field_id}
              filling={filling}
              entry={entry}
              {...(entry.field.field_type === 'attachment' && visit.progress !== undefined
                ? { progress: visit.progress }
                : {})}
            />
          ))}
        </QuestionSection>
        <div className={css.trap} aria-hidden="true">
          <label>
            Website
            <input ref={website} name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div className={css.foot}>
          <p className={css.privacy}>
            <Icon of={IconLock} size="s" />
            Only staff of {organization.name} read your answers.
          </p>
          <div aria-live="assertive">{said && <Notice>{said}</Notice>}</div>
          <Button tone="filled" block busy={isSending} onClick={() => void visit.submit(website.current?.value ?? '')}>
            Submit
          </Button>
          <FinishLater finishLater={visit.finishLater} />
        </div>
      </div>
    </Frame>
  );
};
