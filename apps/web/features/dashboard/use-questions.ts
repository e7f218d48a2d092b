import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ParameterValue } from '#reports/definition.ts';
import { chosenOf } from '#reports/parameters.ts';
import { chosenIn, chosenQuery } from '#web/reports/chosen.ts';
import type { AskedParameter } from '#web/reports/report.ts';
import { chosenFor, type Offers, offeredOf, sharedQuestions } from './asked.ts';
import { isReport, type Widget } from './widget.ts';

/** What the widgets ask, once for all of them, and what was chosen: it stands in the address. */
export const useQuestions = (widgets: readonly Widget[]) => {
  const [params, setParams] = useSearchParams();
  const chosen = chosenIn(params);
  const questions = useMemo(
    () =>
      sharedQuestions(
        widgets.flatMap(({ id, record }) => (isReport(record) ? { id, parameters: record.parameters } : [])),
      ),
    [widgets],
  );
  /** What each widget asks, with the values that it offers: it comes with its results. */
  const [offers, setOffers] = useState<Offers>(new Map());
  const learn = useCallback(
    (id: number, asked: readonly AskedParameter[]) => setOffers((before) => new Map(before).set(id, asked)),
    [],
  );
  return {
    questions: questions.map((question) => {
      const { key, label, type } = question;
      const { column, default: usual } = offeredOf(question, offers);
      const value = chosenOf(chosen, key);
      return { key, label, type, column, value: value === undefined ? usual : value };
    }),
    isChosen: Object.keys(chosen).length > 0,
    reset: () => setParams({}, { replace: true }),
    chosenOf: (id: number) => chosenFor(id, questions, chosen),
    choose: (key: string, value: ParameterValue) =>
      setParams(chosenQuery({ ...chosen, [key]: value }), { replace: true }),
    learn,
  };
};
