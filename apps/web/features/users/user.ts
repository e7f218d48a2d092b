import type { z } from 'zod';
import { type users as stored, userRoutes } from '#contract/resources/users.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type User = z.output<typeof stored.record>;

export const users = resourceOf(places.users, userRoutes, { type: 'users', nameOf: ({ name }) => name });

export const roleNames = { orgadmin: 'Organization administrator', orguser: 'Organization user' } as const;
