import type { z } from 'zod';
import { organizationRoutes, type organization as stored } from '#contract/resources/organizations.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type Organization = z.output<typeof stored>;

/** The platform team sees no histories, and grants nothing on them one by one. */
export const organizations = resourceOf(places.organizations, organizationRoutes, { nameOf: ({ name }) => name });
