import { useRef, useState } from 'react';
import type { z } from 'zod';
import type { calculationResult } from '#contract/resources/calculations.ts';
import type { forms } from '#contract/resources/forms.ts';
import { type KeptResults, keepResults } from '#forms/calculations/kept.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FormDefinition } from '#forms/definition/form-definition.ts';
import type { ScopeValues } from '#forms/logic/scopes.ts';
import { clockOf, type OrganizationCalendar } from './clock.ts';
import { createFilling } from './filling.ts';

/** A form as the server sends it. Its settings were checked when it was saved. */
export type FilledForm = Pick<z.output<typeof forms.record>, 'id' | 'name' | 'form_fields' | 'logic' | 'calculations'>;

/** What filling in needs to know of it. */
export const definitionOf = (form: FilledForm) => form as unknown as FormDefinition;

/** The results of a response that were kept when their calculations changed; undefined where there are none. */
export const keptOf = (
  form: FormDefinition,
  answers: Answers,
  results: readonly z.output<typeof calculationResult>[],
): KeptResults | undefined => {
  const former = results.filter(({ is_former }) => is_former);
  return former.length === 0
    ? undefined
    : keepResults(form.form_fields, { answers, results: new Map(former.map(({ id, value }) => [id, value])) });
};

/** The answers of a form that is filled in on this screen. What it is given first, it keeps. */
export const useFilling = ({
  form,
  stored,
  organization,
  scopes,
  recordedAt = null,
  kept,
}: {
  form: FormDefinition;
  /** The answers that there are already; null for a new response. */
  stored: Answers | null;
  /** Its calendar tells which day it is. */
  organization: OrganizationCalendar;
  /** What conditions may ask beside the answers. */
  scopes: ScopeValues;
  /** When the response was recorded; null for a new one. */
  recordedAt?: string | null;
  /** Results of the response that earlier versions of its calculations gave. */
  kept?: KeptResults | undefined;
}) => {
  const calendar = useRef(organization);
  calendar.current = organization;
  const [filling] = useState(() =>
    createFilling(form, stored, () => ({
      ...clockOf(calendar.current),
      scopes,
      recordedAt,
      ...(kept && { kept }),
    })),
  );
  return filling;
};
