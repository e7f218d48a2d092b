import { z } from 'zod';
import { calculationDraft } from '#forms/definition/calculation.ts';
import { listOf } from '../kit/list.ts';
import { removal, stamps } from '../kit/resource.ts';
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

const ofForm = '/organization/:org/forms/:form_id/calculations';
const read = { entity: 'forms', action: 'read', on: 'record' } as const;
const write = { entity: 'forms', action: 'write', on: 'record' } as const;

/** Calculations are part of their form: who may change it may change them. A change recalculates responses in a job. */
export const calculationRoutes = {
  list: route({
    method: 'GET',
    path: ofForm,
    access: read,
    summary: 'List the calculations of a form, in their order',
    response: listOf(calculation),
  }),
  show: route({
    method: 'GET',
    path: `${ofForm}/:id`,
    access: read,
    summary: 'Show one calculation',
    response: calculation,
  }),
  create: route({
    method: 'POST',
    path: ofForm,
    access: write,
    summary: 'Add a calculation to a form',
    body: calculationDraft,
    response: calculation,
  }),
  update: route({
    method: 'PUT',
    path: `${ofForm}/:id`,
    access: write,
    summary: 'Change a calculation',
    body: calculationDraft.partial().extend({ lock_version: z.int().optional() }),
    response: calculation,
  }),
  remove: route({
    method: 'DELETE',
    path: `${ofForm}/:id`,
    access: write,
    summary: 'Delete a calculation',
    body: removal.optional(),
  }),
  order: route({
    method: 'PUT',
    path: '/organization/:org/forms/:form_id/calculations_order',
    access: write,
    summary: 'Put the calculations of a form in order',
    body: z.strictObject({
      calculations: z.array(z.strictObject({ id, position: z.int().min(0).max(10_000) })).max(500),
    }),
    response: listOf(calculation),
  }),
};
