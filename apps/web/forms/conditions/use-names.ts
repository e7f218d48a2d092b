import { useQuery } from '@tanstack/react-query';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { useMay } from '#web/access/account.tsx';
import { call } from '#web/kit/api.ts';
import type { Names } from './condition-words.ts';

const none: ReadonlyMap<number, string> = new Map();

const mapOf = ({ data }: { data: { id: number; name: string }[] }) => new Map(data.map(({ id, name }) => [id, name]));

/** The names of the users and permission groups that conditions hold by id, as far as the person may read them. */
export const useNames = (wanted: { users: boolean; groups: boolean }): Names => {
  const may = useMay();
  const users = useQuery({
    queryKey: [userRoutes.list.path, 'names'],
    queryFn: async ({ signal }) => mapOf(await call(userRoutes.list, {}, { signal })),
    enabled: wanted.users && may(userRoutes.list),
  });
  const groups = useQuery({
    queryKey: [permissionGroupRoutes.list.path, 'names'],
    queryFn: async ({ signal }) => mapOf(await call(permissionGroupRoutes.list, {}, { signal })),
    enabled: wanted.groups && may(permissionGroupRoutes.list),
  });
  return { users: users.data ?? none, groups: groups.data ?? none };
};
