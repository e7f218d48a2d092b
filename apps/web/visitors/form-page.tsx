import { IconLock } from '@tabler/icons-react';
import { memo, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { isAnswerable } from '#web/forms/filling/sections.ts';
import { useOverview } from '#web/forms/filling/use-overview.ts';
import { type QuestionProps, useQuestion } from '#web/forms/filling/use-question.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { QuestionSection } from '#web/ui/question-section.tsx';
import { useSay } from '#web/ui/say.ts';
import { Frame } from './frame.tsx';
import { entryIn, errorsIn, questionIn } from './in-language.ts';
import { VisitorInput } from './inputs.tsx';
import { LanguageContext } from './language.ts';
import { ContinueWithCode, FinishLater } from './later.tsx';
import type { OpenForm, Receipt } from './open-form.ts';
import { inWords, useVisit } from './use-visit.ts';
import css from './visitors.module.css';

/** Forms with more questions than this tell how far they are. */
const long = 10;

const Question = memo(({ entry, ...props }: QuestionProps) => {
  const language = useContext(LanguageContext);
  const translated = useMemo(() => entryIn(entry, language), [entry, language]);
  const question = useQuestion({ ...props, entry: translated });
  return <VisitorInput {...questionIn(question, { entry, translated, language })} />;
});

const Notice = ({ children }: { children: string }) => <p className={css.notice}>{children}</p>;

/** A public form, to fill in and send. */
export const FormPage = ({
  first,
  missing,
  menu,
  onSent,
}: {
  first: OpenForm;
  /** The own name of a language that did not come. */
  missing: string | null;
  /** The languages to choose from. */
  menu: ReactNode;
  onSent: (receipt: Receipt) => void;
}) => {
  const { organization } = first;
  const language = useContext(LanguageContext);
  const say = useSay();
  const name = language.texts.name ?? first.name;
  const description = first.description && (language.texts.description ?? first.description);
  const visit = useVisit(first, { language: language.code, onSent });
  const { filling, said, isSending } = visit;
  const fields = useOverview(filling, (overview) => overview.visibleFields);
  const answered = useOverview(filling, (overview) => overview.answered);
  const errors = useOverview(filling, (overview) => overview.errors);
  const problem = useOverview(filling, (overview) => overview.problem);
  const leftovers = useOverview(filling, (overview) => overview.leftovers);
  const isDirty = useOverview(filling, (overview) => overview.isDirty);
  const website = useRef<HTMLInputElement>(null);
  const total = fields.filter(isAnswerable).length;
  useEffect(() => {
    const title = `${name} · ${organization.name}`;
    document.title = errors.length > 0 ? say('Error: {0}', title) : title;
  }, [errors.length, name, organization.name, say]);
  return (
    <Frame organization={organization} progress={total > long ? answered / total : undefined} menu={menu}>
      <h1>{name}</h1>
      {description && <p className={css.description}>{description}</p>}
      <p className={css.muted}>
        {say(total === 1 ? '{0} of {1} question answered' : '{0} of {1} questions answered', answered, total)}
      </p>
      {!isDirty && <ContinueWithCode goOn={visit.goOn} />}
      <div aria-live="polite">
        {missing && <Notice>{say('The form could not be shown in {0}. Try again in a moment.', missing)}</Notice>}
      </div>
      {problem && <Notice>{say(problem)}</Notice>}
      {leftovers.length > 0 && (
        <Notice>{say('The form no longer accepts these answers: {0}', inWords(leftovers))}</Notice>
      )}
      <div className={css.card}>
        <ErrorSummary errors={errorsIn(filling, errors, language)} attempt={visit.attempt} />
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
            {say('Only staff of {0} read your answers.', organization.name)}
          </p>
          <div aria-live="assertive">{said && <Notice>{say(said)}</Notice>}</div>
          <Button tone="filled" block busy={isSending} onClick={() => void visit.submit(website.current?.value ?? '')}>
            {say('Submit')}
          </Button>
          <FinishLater finishLater={visit.finishLater} />
        </div>
      </div>
    </Frame>
  );
};
