import { IconCircleCheck, IconCircleX, IconX } from '@tabler/icons-react';
import { recordRoutes } from '#contract/resources/records.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { IconButton } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx';
import hidden from '#web/ui/visually-hidden.module.css';
import css from './access-answer.module.css';
import type { AccessRecord } from './access-record.ts';
import {
  type Access,
  answerInWords,
  hasAllAccess,
  onAnswersInWords,
  outcomeInWords,
  type Step,
  shortChain,
  stepName,
  verbs,
} from './access-words.ts';

/** What one person can do with a record, and step by step why, or why not. */
export const AccessAnswer = ({
  record,
  user_id,
  onClose,
}: {
  record: AccessRecord;
  user_id: number;
  onClose: () => void;
}) => {
  const { type, id } = record;
  const { data, isError, refetch } = useRouteQuery(
    recordRoutes.access,
    { params: { record_type: type, record_id: id }, query: { user_id: String(user_id) } },
    { staleTime: 0 },
  );
  const access = data?.data[0];
  const onAnswers = data?.answers?.[0];
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />;
  return (
    <section className={css.answer} aria-label="Result" aria-busy={!access}>
      <div className={css.head}>
        <p className={css.sentence} role="status">
          {access && [answerInWords(access, record), ...(onAnswers ? [onAnswersInWords(onAnswers)] : [])].join(' ')}
        </p>
        <IconButton size="small" label="Close result" icon={IconX} onClick={onClose} />
      </div>
      {!access && (
        <Skeleton label="Loading result">
          <SkeletonBlock width="70%" height={60} />
        </Skeleton>
      )}
      {access &&
        !hasAllAccess(access) &&
        shortChain(access.chain).map((one) => <Chain key={one.action} record={record} {...one} />)}
    </section>
  );
};

const Chain = ({ record, action, allowed, steps }: { record: AccessRecord } & Access['chain'][number]) => (
  <>
    <h3 className={css.action}>{`Can ${verbs[action]}: ${allowed ? 'yes' : 'no'}`}</h3>
    <ul className={css.steps}>
      {steps.map((step) => (
        <StepLine key={stepName(step, record)} record={record} step={step} />
      ))}
    </ul>
  </>
);

const StepLine = ({ record, step }: { record: AccessRecord; step: Step }) => {
  const isHeld = step.sources.length > 0;
  return (
    <li data-held={isHeld || undefined}>
      <Icon of={isHeld ? IconCircleCheck : IconCircleX} size="s" />
      <span>
        <span className={hidden.text}>{isHeld ? 'Yes: ' : 'No: '}</span>
        <b>{stepName(step, record)}</b> – {outcomeInWords(step, record)}
      </span>
    </li>
  );
};
