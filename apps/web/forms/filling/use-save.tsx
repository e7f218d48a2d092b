import { useRef, useState } from 'react';
import type { Errors } from '#contract/kit/issues.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import { ApiError, Unreached } from '#web/kit/api.ts';
import { failures, readableErrors } from '#web/kit/failures.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';
import { fitToForm } from './draft.ts';
import type { Filling } from './filling.ts';

/**
 * Saves what is filled in. It is checked here first, by the rules of the server; what the server says is shown under
 * the questions. Whatever fails, nothing that was typed is lost. A second call while one is under way does nothing.
 * `question` belongs on the screen: it asks before answers that the rules hide are removed.
 * A save that is refused loads the form again: answers that a changed form still takes stay, and the others are named.
 * @param formNow loads the form as it is now
 * @param showsConflict whether the screen shows `conflict` itself; otherwise it is said in words above the questions
 */
export const useSave = (
  filling: Filling,
  { formNow, showsConflict = false }: { formNow: () => Promise<FormDefinition>; showsConflict?: boolean },
) => {
  const underWay = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState<number>();
  const [conflict, setConflict] = useState<Errors | null>(null);
  const [toHide, setToHide] = useState<{ names: string[]; answer: (yes: boolean) => void } | null>(null);

  /** Answers that the rules hide are removed: the person is asked once. */
  const mayHide = async (): Promise<boolean> => {
    const names = filling.hiddenAnswers().map(({ field }) => field.name);
    if (names.length === 0) return true;
    const yes = await new Promise<boolean>((answer) => setToHide({ names, answer }));
    setToHide(null);
    return yes;
  };

  const refuse = (errors: Errors) => {
    filling.refuse(errors);
    setAttempt((count) => count + 1);
  };

  const lookAgain = async () => {
    if (!(await fitToForm(filling, formNow()))) return;
    setAttempt((count) => count + 1);
    toast.info('The form changed while you filled it in. Check the questions, then save again.');
  };

  /**
   * @param send is given what to tell of the progress of files
   * @returns whether it was sent and taken. When nobody answered, that is told once "Retry" has been pressed, and never
   * when it is not: then Save begins anew.
   */
  const save = async (send: (onProgress: (percent: number) => void) => Promise<unknown>): Promise<boolean> => {
    if (underWay.current) return false;
    if (!filling.checkAll()) {
      setAttempt((count) => count + 1);
      // What is missing here may not be asked any more.
      void lookAgain();
      return false;
    }
    underWay.current = true;
    let unreached: Unreached | null = null;
    try {
      if (!(await mayHide())) return false;
      setSaving(true);
      await send(setProgress);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && showsConflict) setConflict(error.errors);
      else if (error instanceof ApiError && [409, 413, 422, 429].includes(error.status)) {
        refuse(readableErrors(error));
        if (error.status === 422) await lookAgain();
      } else if (error instanceof Unreached) unreached = error;
      else failures.report(error);
      if (!unreached) return false;
    } finally {
      underWay.current = false;
      setSaving(false);
      setProgress(undefined);
    }
    return new Promise((settle) => failures.report(unreached, () => settle(save(send))));
  };

  const question = toHide && (
    <Confirm
      opened
      title={
        toHide.names.length === 1
          ? '1 answer is hidden now and will be removed'
          : `${toHide.names.length} answers are hidden now and will be removed`
      }
      verb="Save"
      cancel="Go back"
      onConfirm={() => toHide.answer(true)}
      onCancel={() => toHide.answer(false)}
    >
      {toHide.names.join(', ')}
    </Confirm>
  );
  return { save, question, isSaving, attempt, progress, conflict, clearConflict: () => setConflict(null) };
};
