import { z } from 'zod';
import { calculationDraft } from '#forms/definition/calculation.ts';
import { listOf } from '../kit/list.ts';
import { asAbove, stamps, underRoutes } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';

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
  'Send a calculation with its id, or its id with removed: true',
);

/** What a response holds of a calculation. A blank value is null. */
export const calculationResult = z.object({
  id,
  name: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  /** The value as people read it. */
  display_value: z.string(),
  calculation_type: z.enum(['numeric', 'date', 'time']),
  display_unit: z.string().nullable(),
});

/** Calculations are part of their form: who may change it may change them. A change recalculates responses in a job. */
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
  changes: calculationDraft.partial().extend({ lock_version: z.int().optional() }),
} as const;

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
};
