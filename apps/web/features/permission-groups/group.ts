import type { z } from 'zod';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import type { permissionGroups } from '#contract/resources/permission-groups.ts';
import { useAnswer } from '#web/kit/answers.ts';

export type Group = z.output<typeof permissionGroups.record>;

export const root = '/organization/permissions';

export const usersIn = (count: number): string => `${count} ${count === 1 ? 'user' : 'users'}`;

/** The entities and actions that a matrix offers, as the server names them. */
export const useSchema = () => useAnswer(organizationAccountRoutes.organizationPermissionsSchema, {});
export type Schema = z.output<typeof organizationAccountRoutes.organizationPermissionsSchema.response>;
