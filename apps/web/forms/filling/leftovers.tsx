import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { DraftLine } from '#web/ui/draft-line.tsx';
import type { Filling } from './filling.ts';
import css from './leftovers.module.css';
import type { Leftover } from './state.ts';
import { useOverview } from './use-overview.ts';

const Listed = ({ title, leftovers }: { title: string; leftovers: readonly Leftover[] }) =>
  leftovers.length > 0 && (
    <>
      <p>{title}</p>
      <ul>
        {leftovers.map(({ name, text }) => (
          <li key={`${name} ${text}`}>
            <b>{name}</b>: {text}
          </li>
        ))}
      </ul>
    </>
  );

/** Answers that the form no longer takes, with Remove answers. It takes the focus when a save finds them: count those. */
export const Leftovers = ({ filling, attempt }: { filling: Filling; attempt: number }) => {
  const leftovers = useOverview(filling, (overview) => overview.leftovers);
  const notice = useRef<HTMLDivElement>(null);
  const [answers, files] = [leftovers.filter((one) => !one.isFile), leftovers.filter((one) => one.isFile)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt moves the focus here again
  useEffect(() => {
    if (attempt > 0) notice.current?.focus();
  }, [leftovers, attempt]);
  if (leftovers.length === 0) return null;
  return (
    <div className={css.leftovers} role="alert" tabIndex={-1} ref={notice}>
      <DraftLine
        actions={
          <Button onClick={() => filling.leaveOver([])}>{answers.length > 0 ? 'Remove answers' : 'Done'}</Button>
        }
      >
        <Listed title="The form changed. It no longer accepts these answers:" leftovers={answers} />
        <Listed title="These files couldn’t be kept with the draft. Choose them again:" leftovers={files} />
      </DraftLine>
    </div>
  );
};
