import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ParameterValue } from '#reports/definition.ts';
import { chosenOf } from '#reports/parameters.ts';
import { chosenIn, chosenQuery } from '#web/reports/chosen.ts';
import type { AskedParameter } from '#web/reports/report.ts';
import { chosenFor, sharedQuestions } from './asked.ts';
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
  /** The columns whose values are offered, by what is asked: widgets tell them with their results. */
  const [columns, setColumns] = useState<Readonly<Record<string, AskedParameter['column']>>>({});
  const learn = useCallback(
    (id: number, asked: readonly AskedParameter[]) =>
      setColumns((before) => {
        const found = questions.flatMap(({ identity, keys }) => {
          const own = keys.get(id) ?? [];
          const column = asked.find(({ key }) => own.includes(key))?.column;
          return column && !before[identity] ? [[identity, column] as const] : [];
        });
        return found.length > 0 ? { ...before, ...Object.fromEntries(found) } : before;
      }),
    [questions],
  );
  return {
    questions: questions.map(({ key, identity, label, type, default: usual }) => {
      const value = chosenOf(chosen, key);
      return { key, label, type, column: columns[identity] ?? null, value: value === undefined ? usual : value };
    }),
    isChosen: Object.keys(chosen).length > 0,
    reset: () => setParams({}, { replace: true }),
    chosenOf: (id: number) => chosenFor(id, questions, chosen),
    choose: (key: string, value: ParameterValue) =>
      setParams(chosenQuery({ ...chosen, [key]: value }), { replace: true }),
    learn,
  };
};
