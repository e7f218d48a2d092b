import type { z } from 'zod';
import type { sequenceRoutes } from '#contract/resources/sequences.ts';
import { listed } from '#web/access/access-record.ts';

export type FillableSequence = z.output<typeof sequenceRoutes.fillable.response>['data'][number];

/** Why a sequence cannot be filled in; null when it can. */
export const obstacleOf = ({ forms }: FillableSequence): string | null => {
  const lacking = forms.filter(({ fillable }) => !fillable).map(({ name }) => name);
  if (lacking.length > 0) return `You need access to: ${listed(lacking)}`;
  return forms.some(({ active }) => active) ? null : 'All its forms are inactive';
};

/** Where one is in a sequence: inactive forms do not count, but for one that is open all the same. */
export type Step = {
  sequence: FillableSequence;
  /** From 1. */
  place: number;
  total: number;
  next: FillableSequence['forms'][number] | null;
  /** Inactive forms between this one and the next. */
  skipped: FillableSequence['forms'];
};

/** How far a sequence has come with a form; null when the form is not in it. */
export const stepOf = (sequence: FillableSequence, form_id: number): Step | null => {
  const index = sequence.forms.findIndex(({ id }) => id === form_id);
  if (index < 0) return null;
  const counted = sequence.forms.filter(({ id, active }) => active || id === form_id);
  const rest = sequence.forms.slice(index + 1);
  const nextAt = rest.findIndex(({ active }) => active);
  return {
    sequence,
    place: counted.findIndex(({ id }) => id === form_id) + 1,
    total: counted.length,
    next: rest[nextAt] ?? null,
    skipped: nextAt < 0 ? rest : rest.slice(0, nextAt),
  };
};
