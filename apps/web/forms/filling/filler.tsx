import { memo, type ReactNode } from 'react';
import { displayCalculation } from '#forms/calculations/show.ts';
import { UnsavedChanges } from '#web/access/unsaved-changes.tsx';
import { useShortcut } from '#web/kit/shortcuts.ts';
import { useTitle } from '#web/kit/title.ts';
import type { DraftOnScreen } from '#web/screens/use-draft.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { FillerLayout, Page } from '#web/ui/page.tsx';
import { QuestionSection, StillNeeded } from '#web/ui/question-section.tsx';
import { RecordHeader, type RecordHeaderProps } from '#web/ui/record-header.tsx';
import { SaveBar } from '#web/ui/save-bar.tsx';
import { SheetButton } from '#web/ui/sheet-button.tsx';
import { useRoom } from '#web/ui/use-room.ts';
import type { Filling } from './filling.ts';
import { Leftovers } from './leftovers.tsx';
import { Question } from './question.tsx';
import { outlineTitle, QuestionOutline, questionsId } from './question-outline.tsx';
import { isAnswerable } from './sections.ts';
import { pathOf } from './state.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { useOverview } from './use-overview.ts';

/** Whom or what the answers are about. */
export type FillerHead = Pick<RecordHeaderProps, 'crumbs' | 'avatar' | 'facts'> & {
  /** What is filled in: the form, and of a response that is changed its time. */
  title: string;
  /** The same in a few words, for the title of the window. */
  about: string;
};

type FillerProps = {
  head: FillerHead;
  form: { name: string; description?: string | null };
  filling: Filling;
  badge?: ReactNode;
  /** Banners above the questions. */
  banner?: ReactNode;
  /** What is asked beside the questions of the form. */
  extra?: ReactNode;
  /** What is done with the response besides answering, below what is still needed. */
  beside?: ReactNode;
  /** Where what is typed is kept until it is saved. */
  draft?: DraftOnScreen | null;
  saveLabel?: string;
  /** What became of the last attempt, in words. */
  said?: string | undefined;
  isSaving: boolean;
  /** Nothing is answered yet: the first question takes the focus. */
  isNew?: boolean;
  /** Something beside the answers was changed. */
  isDirty?: boolean;
  attempt: number;
  /** How much of the files is on its way. */
  progress: number | undefined;
  onSave: () => void;
  onCancel: () => void;
};

/**
 * The page on which a form is filled in: its questions in one column, what is answered and what is still needed beside
 * them; where they have no room there, in a sheet under the title.
 */
export const Filler = (props: FillerProps) => {
  const { form, filling, isSaving, onSave, said } = props;
  const { about, title, ...head } = props.head;
  const errors = useOverview(filling, (overview) => overview.errors);
  const problem = useOverview(filling, (overview) => overview.problem);
  const isAnswered = useOverview(filling, (overview) => overview.isDirty);
  const isDirty = isAnswered || props.isDirty === true;
  const hasSides = useRoom('(min-width: 1100px)');
  useTitle(`${errors.length > 0 ? 'Error: ' : ''}${about}`, title);
  useShortcut({ keys: 'mod+S', label: 'Save' }, onSave);
  useFirstFocus(props.isNew === true);
  return (
    <Page>
      <RecordHeader
        {...head}
        title={title}
        badge={props.badge}
        primary={!hasSides && <Sheet filling={filling} beside={props.beside} />}
        whole
      />
      {props.banner}
      {problem && <Banner tone="error">{problem}</Banner>}
      <FillerLayout
        outline={hasSides && <QuestionOutline filling={filling} />}
        still={
          hasSides && (
            <>
              <Still filling={filling} />
              {props.beside}
            </>
          )
        }
        foot={
          <SaveBar
            state={said ?? (isDirty ? (props.draft?.state('Not saved yet') ?? 'Not saved yet') : undefined)}
            saving={isSaving}
            onSave={onSave}
            onCancel={props.onCancel}
            {...(props.draft ? { onSaveDraft: props.draft.save } : {})}
            {...(props.saveLabel ? { saveLabel: props.saveLabel } : {})}
          />
        }
      >
        <Leftovers filling={filling} attempt={props.attempt} />
        <ErrorSummary errors={errors} attempt={props.attempt} />
        <QuestionSection
          id={questionsId}
          label={`${title}, ${about}`}
          intro={form.description && <p>{form.description}</p>}
        >
          <Questions filling={filling} progress={props.progress} />
          {props.extra}
        </QuestionSection>
        <Results filling={filling} />
      </FillerLayout>
      <UnsavedChanges when={isDirty && !isSaving} draft={props.draft?.leaving} />
    </Page>
  );
};

const Questions = memo(({ filling, progress }: { filling: Filling; progress: number | undefined }) => {
  const fields = useOverview(filling, (overview) => overview.visibleFields);
  return fields.map((entry) => (
    <Question
      key={entry.field_id}
      filling={filling}
      entry={entry}
      {...(entry.field.field_type === 'attachment' && progress !== undefined ? { progress } : {})}
    />
  ));
});

const Results = memo(({ filling }: { filling: Filling }) => {
  const results = useOverview(filling, (overview) => overview.results);
  if (results.length === 0) return null;
  return (
    <QuestionSection title="Results">
      <div aria-live="polite">
        <DescriptionList
          facts={results.map(({ calculation, value }) => ({
            label: calculation.name,
            value: displayCalculation(calculation, value) || null,
          }))}
        />
      </div>
    </QuestionSection>
  );
});

const Still = memo(({ filling }: { filling: Filling }) => {
  const { missing, answered, visibleFields } = useOverview(filling, (overview) => overview);
  const total = visibleFields.filter(isAnswerable).length;
  return (
    <StillNeeded
      fields={missing.map(({ field_id, field }) => ({ id: pathOf(field_id), label: field.name }))}
      note={`${answered} of ${total} ${total === 1 ? 'question' : 'questions'} answered`}
    />
  );
});

const Sheet = ({ filling, beside }: { filling: Filling; beside: ReactNode }) => {
  const title = useOverview(filling, (overview) => outlineTitle(overview.visibleFields));
  const missing = useOverview(filling, (overview) => overview.missing.length);
  return (
    <SheetButton label={`${title} · Still needed (${missing})`}>
      <Still filling={filling} />
      <QuestionOutline filling={filling} />
      {beside}
    </SheetButton>
  );
};
