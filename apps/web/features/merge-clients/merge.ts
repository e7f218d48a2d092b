import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { type duplicate, matchReasons } from '#contract/resources/clients.ts';
import { type ChosenValues, type MergedValue, mergeRoutes } from '#contract/resources/merges.ts';
import { call } from '#web/kit/api.ts';
import { useKeyedQuery } from '#web/kit/queries.ts';

export type Preview = z.output<typeof mergeRoutes.preview.response>;
export type Candidate = Preview['people'][number];
export type Likely = z.output<typeof duplicate>;

/** So many records are merged into one at most. */
const maxMerged = 9;

/** Whether nothing speaks against a possible duplicate: then it is chosen from the beginning. */
const isLikely = ({ reasons }: Likely): boolean => !reasons.some((reason) => 'differs' in matchReasons[reason]);

const without = (ids: readonly number[], id: number): number[] => ids.filter((one) => one !== id);

/**
 * What is chosen on the screen: who is the master, who is merged, and whose values are kept.
 * @param wanted the record of the pair that somebody came to review: it alone is chosen
 */
export const useChoice = (id: number, duplicates: readonly Likely[], wanted: number | null = null) => {
  const [all, setAll] = useState<number[]>(() => [
    id,
    ...duplicates.toSorted((a, b) => Number(isLikely(b)) - Number(isLikely(a)) || a.id - b.id).map((one) => one.id),
  ]);
  const [master, setMaster] = useState(id);
  const [chosen, setChosen] = useState<number[]>(() =>
    duplicates
      .filter((one) => (wanted === null ? isLikely(one) : one.id === wanted))
      .map((one) => one.id)
      .sort((a, b) => a - b)
      .slice(0, maxMerged),
  );
  const [values, setValues] = useState<ChosenValues>({});
  /** A value of a record that is not merged any more is none. */
  const forget = (gone: number) =>
    setValues((before) => Object.fromEntries(Object.entries(before).filter(([, of]) => of !== gone)) as ChosenValues);
  return {
    all: [master, ...without(all, master)],
    master,
    chosen,
    values,
    isFull: chosen.length >= maxMerged,
    /** The old master is merged into the new one. */
    makeMaster: (next: number) => {
      setChosen((before) => [master, ...without(before, next)].slice(0, maxMerged));
      setMaster(next);
      setValues({});
    },
    choose: (one: number, isChosen: boolean) => {
      setChosen((before) => (isChosen ? [...without(before, one), one] : without(before, one)));
      if (!isChosen) forget(one);
    },
    keep: (name: MergedValue, of: number) => setValues((before) => ({ ...before, [name]: of })),
    add: (one: number) => {
      setAll((before) => [...without(before, one), one]);
      setChosen((before) => (before.length < maxMerged ? [...without(before, one), one] : before));
    },
  };
};
export type Choice = ReturnType<typeof useChoice>;

/** What the merge would do; what it would have done before a change stands until the answer is there. */
export const usePreview = ({ all, master, chosen, values }: Choice) => {
  const body = {
    master_client_id: master,
    client_ids: chosen,
    other_ids: all.filter((id) => id !== master && !chosen.includes(id)),
    values,
  };
  return useKeyedQuery<Preview>(
    [mergeRoutes.preview.path, {}, body],
    ({ signal }) => call(mergeRoutes.preview, { body }, { signal }),
    {
      placeholderData: keepPreviousData,
      gcTime: 0,
      staleTime: 0,
    },
  );
};
