import { useState } from 'react';
import type { Answer, RequestInput } from '#contract/kit/route.ts';
import { calculationRoutes, type ResultsChoice } from '#contract/resources/calculations.ts';
import { call } from '#web/kit/api.ts';
import { counted } from '#web/kit/formats.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { resultsSentences } from './results-sentences.ts';

type Changes = RequestInput<typeof calculationRoutes.preview>['body']['calculations'];
type Question = { preview: Answer<typeof calculationRoutes.preview>; resolve: (choice: ResultsChoice | null) => void };

/**
 * Asks what becomes of results that responses have, before changed calculations are saved.
 * @param title of the question: "Save form Intake"
 */
export const useResultsQuestion = (title: string) => {
  const [asked, setAsked] = useState<Question | null>(null);
  const choose = (choice: ResultsChoice | null) => {
    setAsked(null);
    asked?.resolve(choice);
  };
  return {
    /**
     * Returns what was chosen; undefined where no result would change, and null when the person turned back. Throws
     * ApiError as `call` does.
     */
    ask: async (form_id: number, calculations: Changes): Promise<ResultsChoice | null | undefined> => {
      if (calculations.length === 0) return undefined;
      const preview = await call(calculationRoutes.preview, { params: { form_id }, body: { calculations } });
      if (preview.changed === 0) return undefined;
      return new Promise((resolve) => setAsked({ preview, resolve }));
    },
    question: asked && (
      <Dialog
        role="alertdialog"
        opened
        title={title}
        onClose={() => choose(null)}
        foot={
          <>
            <Button onClick={() => choose(null)}>Cancel</Button>
            <Button onClick={() => choose('recalculate')}>Recalculate</Button>
            <Button tone="filled" onClick={() => choose('keep')} data-autofocus>
              Keep results
            </Button>
          </>
        }
      >
        {resultsSentences(asked.preview, counted).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Dialog>
    ),
  };
};
