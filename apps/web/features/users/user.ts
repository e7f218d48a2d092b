import type { z } from 'zod';
import type { users } from '#contract/resources/users.ts';

export type User = z.output<typeof users.record>;

export const roleNames = { orgadmin: 'Organization administrator', orguser: 'Organization user' } as const;

export const root = '/organization/users';
