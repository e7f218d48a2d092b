import { z } from 'zod';
import { listOf } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';

/**
 * The organization whose fields and forms are the platform's templates. Its slug is reserved, nobody is a member of it,
 * and it holds nothing else.
 */
export const templatesSlug = 'admin';

/** What of that organization the admin console serves under /admin. */
export const templateCollections = ['fields', 'usable_fields', 'field_types', 'forms'] as const;

/**
 * The platform's own fields and forms. They are served as those of an organization whose slug is `admin`, at
 * /admin/fields and /admin/forms as well; here is how organizations get copies.
 */
export const templateRoutes = {
  assign: route({
    method: 'POST',
    path: '/admin/form_assignments',
    access: 'superuser',
    summary: 'Copy a form template, with its fields, to organizations that don’t have it yet',
    body: z.strictObject({
      form_id: id,
      organization_ids: z
        .array(id, 'Choose at least one organization')
        .min(1, 'Choose at least one organization')
        .max(100, 'Choose at most 100 organizations at once'),
    }),
    response: listOf(z.object({ organization_id: id, form_id: id })),
  }),
  /** "Copy to Templates": the definition, never answers. */
  copyToTemplates: route({
    method: 'POST',
    path: '/admin/form_templates',
    access: 'superuser',
    summary: 'Copy a form of an organization, with its fields, to the templates',
    body: z.strictObject({ organization_id: id, form_id: id }),
    response: z.object({ id, name: z.string() }),
  }),
};
