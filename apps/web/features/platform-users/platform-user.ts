import type { z } from 'zod';
import { platformUserRoutes } from '#contract/resources/platform-users.ts';
import { places } from '#web/access/places.ts';
import { fullName } from '#web/kit/formats.ts';
import { resourceOf } from '#web/screens/resource.ts';

export type PlatformUser = z.output<typeof platformUserRoutes.show.response>;
type NamedUser = Pick<PlatformUser, 'first_name' | 'last_name' | 'email'>;

/** "Priya Nair"; the address of who has given no name. */
export const nameOf = (user: NamedUser): string => fullName(user) || user.email;

/** As lists sort it: "Nair, Priya". */
export const listNameOf = ({ first_name, last_name, email }: NamedUser): string =>
  [last_name, first_name].filter(Boolean).join(', ') || email;

export const platformUsers = resourceOf(places.platform_users, platformUserRoutes, { nameOf, listNameOf });

export const roleNames = { orguser: 'Organization user', superuser: 'Superuser' } as const;
