import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { cloneRoutes, crudRoutes, defineResource, plainCopy } from '../kit/resource.ts';
import { id, route } from '../kit/route.ts';
import { name } from '../kit/text.ts';
import { recordTypes } from '../record-types.ts';

const atLeastOne = 'Please add at least one form to this sequence.';

/** Client forms that are filled in one after the other. */
export const sequences = defineResource({
  name: 'sequences',
  ...recordTypes.sequences,
  fields: z.object({
    name: name(),
    forms: z
      .array(z.strictObject({ id, position: z.int().min(0).optional() }), atLeastOne)
      .min(1, atLeastOne)
      .max(100, 'A sequence can have at most 100 forms'),
  }),
  optional: [],
  shown: z.object({
    forms: z.array(z.object({ id, name: z.string(), active: z.boolean(), position: z.int() })),
  }),
  filters: z.object({}),
  sort: ['name', 'created_at', 'updated_at'],
});

export const sequenceRoutes = {
  ...crudRoutes(sequences),
  ...cloneRoutes(sequences, { summary: 'Copy a sequence', body: plainCopy }),
  lackingForms: route({
    method: 'GET',
    path: '/organization/:org/sequences/:id/lacking_forms',
    access: { entity: 'permission_groups', action: 'write', on: 'entity' },
    summary: 'List the forms of a sequence that a user or permission group can’t fill in',
    query: z.strictObject({
      permissionable_type: z.enum(['User', 'PermissionGroup']),
      permissionable_id: z
        .string()
        .regex(/^[1-9]\d{0,15}$/, 'Choose a user or permission group')
        .transform(Number),
    }),
    response: listOf(z.object({ id, name: z.string() })),
  }),
  /** What may be filled in for a person: the sequences that the caller may read or use, with what they lack. */
  fillable: route({
    method: 'GET',
    path: '/organization/:org/fillable_sequences',
    access: { entity: 'client_forms', action: 'write', on: 'any' },
    summary: 'List the sequences for filling in, with forms that the caller can’t fill in',
    response: z.object({
      data: z.array(
        z.object({
          id,
          name: z.string(),
          /** In order; those that the caller may not fill in carry no more than their name. */
          forms: z.array(z.object({ id, name: z.string(), active: z.boolean(), fillable: z.boolean() })),
        }),
      ),
    }),
  }),
};
