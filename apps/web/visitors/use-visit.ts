import { useEffect, useRef, useState } from 'react';
import type { Errors } from '#contract/kit/issues.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { clockOf } from '#web/forms/filling/clock.ts';
import { draftOf, type FillingDraft, fitToForm, takeUp } from '#web/forms/filling/draft.ts';
import { createFilling } from '#web/forms/filling/filling.ts';
import type { Leftover } from '#web/forms/filling/state.ts';
import { ApiError, call, Unreached } from '#web/kit/api.ts';
import { kept, type LocalDraft } from './kept.ts';
import { written } from './language.ts';
import { definitionOf, type OpenForm, openForm, type Receipt } from './open-form.ts';

/** Answers that are left over, in a sentence: their questions, and what was answered. */
export const inWords = (leftovers: readonly Leftover[]): string =>
  leftovers.map(({ name, text }) => `${name} (${text})`).join(', ');

/** Milliseconds after the last key; a reload loses no more than that. */
const pause = 300;

/**
 * A public form while somebody fills it in: its answers, which stay in this tab over a reload, and sending them. Whatever
 * fails, nothing that was typed is lost, and what was sent twice is taken once.
 */
export const useVisit = (
  first: OpenForm,
  { language, onSent }: { language: string; onSent: (receipt: Receipt) => void },
) => {
  const { access_key } = first;
  const params = { access_key };
  const place = useRef<LocalDraft>(kept.read(access_key) ?? { start_token: first.start_token, draft: null });
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState<number>();
  const [isSending, setSending] = useState(false);
  /** What became of the last attempt, where no question says it. */
  const [said, setSaid] = useState<string | null>(null);
  const underWay = useRef(false);
  /** As it was last loaded, because its calendar can change during the visit. */
  const organization = useRef(first.organization);

  const [filling] = useState(() => {
    const made = createFilling(definitionOf(first), null, () => clockOf(organization.current));
    const { draft } = place.current;
    if (draft) takeUp(made, draft);
    return made;
  });

  const keep = () => {
    place.current = { ...place.current, draft: draftOf(filling) };
    kept.write(access_key, place.current);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the filling stays the same
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = filling.subscribe('typing')(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, pause);
    });
    const leave = () => {
      if (filling.overview().isDirty && !underWay.current) keep();
    };
    addEventListener('pagehide', leave);
    return () => {
      stop();
      clearTimeout(timer);
      removeEventListener('pagehide', leave);
    };
  }, []);

  const refuse = (errors: Errors) => {
    filling.refuse(errors);
    setAttempt((count) => count + 1);
  };

  /** Loads the form again with this start, with which it can also be had when it closed in the meantime. */
  const formNow = async () => {
    const now = await openForm(access_key, place.current.start_token);
    place.current.start_token = now.start_token;
    organization.current = now.organization;
    return definitionOf(now);
  };

  /** Somebody may have changed the form: the answers that it still takes stay, and the others are named. */
  const lookAgain = async () => {
    const before = filling.overview().leftovers.length;
    if (!(await fitToForm(filling, formNow()))) return;
    keep();
    setAttempt((count) => count + 1);
    const gone = filling.overview().leftovers.slice(before);
    setSaid(
      gone.length === 0
        ? 'The form changed while you filled it in. Your answers are kept. Check the questions, then submit again.'
        : `The form changed while you filled it in. It no longer accepts these answers: ${inWords(gone)}. Check the questions, then submit again.`,
    );
  };

  const failed = async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error instanceof Unreached)
      return setSaid(`Your answers were not sent: ${error.message} They stay on this page. Submit again.`);
    if (error.status === 422 || error.status === 413) {
      refuse(error.errors);
      return lookAgain();
    }
    setSaid(error.message);
  };

  /** Sends the answers, once they are as the form asks. */
  const submit = async (website: string) => {
    if (underWay.current) return;
    setSaid(null);
    if (!filling.checkAll()) {
      setAttempt((count) => count + 1);
      // What is missing here may not be asked any more.
      return lookAgain();
    }
    underWay.current = true;
    setSending(true);
    keep();
    try {
      const { answers, files } = filling.sent();
      const { start_token, code } = place.current;
      const spoken = language === written.code ? {} : { language };
      const body = { answers, start_token, ...spoken, ...(website && { website }), ...(code && { draft_code: code }) };
      const receipt = await call(publicFormRoutes.submit, { params, body, files }, { onProgress: setProgress });
      filling.settle();
      kept.forget(access_key);
      onSent(receipt);
    } catch (error) {
      await failed(error).catch(() => setSaid('Something went wrong. Your answers stay on this page. Submit again.'));
    } finally {
      underWay.current = false;
      setSending(false);
      setProgress(undefined);
    }
  };

  /** Keeps the answers on the server, under a code. */
  const finishLater = async (email: string) => {
    const { start_token, code } = place.current;
    const content = JSON.stringify(draftOf(filling));
    const body = { start_token, content, ...(code && { code }), ...(email && { email }) };
    const made = await call(publicFormRoutes.keep, { params, body });
    place.current = { ...place.current, code: made.code };
    keep();
    return made;
  };

  /** Goes on with what is kept under a code. */
  const goOn = async (typed: string) => {
    const { content } = await call(publicFormRoutes.resume, { params, body: { code: typed } });
    place.current = { ...place.current, code: typed };
    takeUp(filling, JSON.parse(content) as FillingDraft);
    keep();
  };

  return { filling, attempt, progress, isSending, said, submit, finishLater, goOn };
};
