import { z } from 'zod';
import { calculationDraft } from '#forms/definition/calculation.ts';
import { listOf } from '../kit/list.ts';
import { asAbove, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { timestamp } from '../kit/text.ts';
import { startedJob } from './jobs.ts';

/** A value that a form works out from its answers. */
export const calculation = z.object({
  ...stamps.shape,
  form_id: id,
  name: z.string(),
  equation: z.string(),
  calculation_type: z.enum(['numeric', 'date', 'time']),
  calculation_subtype: z.enum(['time_since', 'time_between', 'time_from']).nullable(),
  display_unit: z.string().nullable(),
  position: z.int(),
  variables: z.array(z.record(z.string(), z.unknown())),
  formatter: z.record(z.string(), z.unknown()),
});

/**
 * What becomes of one calculation when its form is saved: the stored one with this id is changed, or taken away when
 * `removed`; another id is only what the request calls a new one, by which its rules and calculations speak of it.
 */
export const calculationChange = z.union(
  [
    z.strictObject({ id, lock_version: z.int().optional(), removed: z.literal(true) }),
    calculationDraft.extend({ id, lock_version: z.int().optional(), removed: z.literal(false).optional() }),
  ],
  'Send a calculation with its ID, or its ID with removed: true',
);

/** What a response holds of a calculation. A blank value is null. */
export const calculationResult = z.object({
  id,
  name: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  /** Whether an earlier version of the calculation gave it, and it was kept. */
  is_former: z.boolean(),
  /** The value as people read it. */
  display_value: z.string(),
  calculation_type: z.enum(['numeric', 'date', 'time']),
  display_unit: z.string().nullable(),
});

/** What becomes of results that responses have when their calculation changes. */
export const resultsChoice = z.enum(['keep', 'recalculate']);
export type ResultsChoice = z.output<typeof resultsChoice>;

/** What was last recalculated of a form. */
const recalculation = z.object({
  id,
  /** The calculations, as they were called then. */
  name: z.string(),
  state: z.enum(['recalculating', 'recalculated', 'undoing', 'undone']),
  /** The responses that an undo would put back, of those that the caller can read. */
  changed: z.int(),
  /** Those of them where a result became blank. */
  blank: z.int(),
  created_at: timestamp,
});

/** Calculations are part of their form: who may change it may change them. */
export const calculations = {
  name: 'calculations',
  access: asAbove('forms'),
  summaries: {
    list: 'List the calculations of a form, in their order',
    show: 'Show one calculation',
    create: 'Add a calculation to a form',
    update: 'Change a calculation',
    remove: 'Delete a calculation',
  },
  record: calculation,
  create: calculationDraft,
  changes: calculationDraft.partial().extend({ lock_version: z.int().optional(), results: resultsChoice.optional() }),
} as const;

const results = '/organization/:org/forms/:form_id/calculation_results';

export const calculationRoutes = {
  ...underRoutes('forms/:form_id', calculations),
  order: route({
    method: 'PUT',
    path: '/organization/:org/forms/:form_id/calculations_order',
    access: { entity: 'forms', action: 'write', on: 'record' },
    summary: 'Put the calculations of a form in order',
    body: z.strictObject({
      calculations: z.array(z.strictObject({ id, position: z.int().min(0).max(10_000) })).max(500),
    }),
    response: listOf(calculation),
  }),
  preview: route({
    method: 'POST',
    path: `${results}/preview`,
    access: { entity: 'forms', action: 'write', on: 'record' },
    audited: true,
    summary: 'Preview what recalculating would change in responses that the caller can read, without saving',
    status: 200,
    heavy: true,
    body: z.strictObject({ calculations: z.array(calculationChange).max(500) }),
    /** `is_estimate`: the newest responses were calculated, and the rest estimated from them. */
    response: z.object({ responses: z.int(), changed: z.int(), blank: z.int(), is_estimate: z.boolean() }),
  }),
  results: route({
    method: 'GET',
    path: results,
    access: { entity: 'forms', action: 'read', on: 'record' },
    summary: 'Count responses with results of earlier versions of the calculations, and show the last recalculation',
    /** `kept` counts the responses that the caller can read. */
    response: z.object({ kept: z.int(), latest: recalculation.nullable() }),
  }),
  recalculate: route({
    method: 'POST',
    path: `${results}/recalculate`,
    access: { entity: 'forms', action: 'write', on: 'record' },
    audited: true,
    summary: 'Recalculate results that were kept when calculations of the form changed',
    status: 202,
    response: startedJob,
  }),
  undoRecalculation: route({
    method: 'POST',
    path: `${results}/undo`,
    access: { entity: 'forms', action: 'write', on: 'record' },
    audited: true,
    summary: 'Undo the newest recalculation of a form; responses changed since then are kept',
    status: 202,
    response: startedJob,
  }),
};
