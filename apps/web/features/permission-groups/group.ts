import type { z } from 'zod';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { permissionGroupRoutes, type permissionGroups as stored } from '#contract/resources/permission-groups.ts';
import { places } from '#web/access/places.ts';
import { counted } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type Group = z.output<typeof stored.record>;

export const permissionGroups = resourceOf(places.permission_groups, permissionGroupRoutes, {
  type: 'permission_groups',
  nameOf: ({ name }) => name,
});

export const usersIn = (count: number): string => counted(count, 'user');

/** The entities and actions that a matrix offers, as the server names them. */
export const useSchema = () => useRouteQuery(organizationAccountRoutes.organizationPermissionsSchema, {});
export type Schema = z.output<typeof organizationAccountRoutes.organizationPermissionsSchema.response>;
