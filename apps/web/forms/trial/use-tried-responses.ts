import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { z } from 'zod';
import type { RequestInput } from '#contract/kit/route.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { useMay } from '#web/access/account.tsx';
import { ApiError, call } from '#web/kit/api.ts';
import { useKeyedQuery } from '#web/kit/queries.ts';

export type TriedResponses = z.output<typeof formRoutes.trial.response>;
export type TriedResponse = TriedResponses['latest'][number];
export type TrialBody = RequestInput<typeof formRoutes.trial>['body'];

type TrialAnswers = { chosen: number | null; typed: Readonly<Record<string, unknown>> };

/** In milliseconds: how long nothing is changed before the responses are asked for. */
const pause = 400;

/** Why there are no responses, in words. */
const problemOf = (error: unknown): string => {
  const { status, errors } = error instanceof ApiError ? error : { status: 0, errors: {} };
  if (status === 422) return 'Save the form to try this with its responses.';
  if (status === 503) return Object.values(errors).flat()[0] ?? 'This takes too long with so many responses.';
  return 'Could not load the responses.';
};

/**
 * The newest responses to a form that the person can read, tried with what is asked of them; asked for again when that
 * has changed. `tried` is null before they are there, for those who cannot read them, and while nothing is asked. One of
 * them can be chosen for its answers; `typed` are those that are typed over them, by keys of the caller's.
 * @param form_id undefined for a form that is not stored yet
 */
export const useTriedResponses = (form_id: number | undefined, asked: TrialBody | null) => {
  const mayAsk = useMay()(formRoutes.trial, form_id) && form_id !== undefined;
  const now = mayAsk && asked ? JSON.stringify(asked) : null;
  const [settled] = useDebouncedValue(now, pause);
  // A count for an earlier condition isn't shown beside this one.
  const key = settled === now ? now : null;
  const { data, error } = useKeyedQuery<TriedResponses>(
    [formRoutes.trial.path, { id: form_id }, key],
    ({ signal }) => {
      const sent = { params: { id: form_id as number }, body: JSON.parse(key as string) as TrialBody };
      return call(formRoutes.trial, sent, { signal });
    },
    // One that takes too long would take as long again.
    { enabled: key !== null, gcTime: 0, staleTime: 0, retry: false },
  );
  const [latest, setLatest] = useState<readonly TriedResponse[]>([]);
  if (data && data.latest !== latest) setLatest(data.latest);
  const [{ chosen, typed }, setAnswers] = useState<TrialAnswers>({ chosen: null, typed: {} });
  return {
    tried: data ?? null,
    picker: { latest, value: chosen, onChoose: (id: number | null) => setAnswers({ chosen: id, typed: {} }) },
    response: latest.find(({ id }) => id === chosen),
    typed,
    type: (name: string, value: unknown) =>
      setAnswers((before) => ({ ...before, typed: { ...before.typed, [name]: value } })),
    isCounting: now !== null && !data && !error,
    problem: error ? problemOf(error) : null,
  };
};
