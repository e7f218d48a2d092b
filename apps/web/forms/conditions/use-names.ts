import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import type { Names } from '#forms/words/condition-words.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';

const none: ReadonlyMap<number, string> = new Map();

const mapOf = (list: { data: { id: number; name: string }[] } | undefined) =>
  list ? new Map(list.data.map(({ id, name }) => [id, name])) : none;

/** The names of the users and permission groups that conditions hold by id, as far as the person may read them. */
export const useNames = (wanted: { users: boolean; groups: boolean }): Names => {
  const may = useMay();
  const users = useRouteQuery(userRoutes.list, {}, { enabled: wanted.users && may(userRoutes.list) });
  const groups = useRouteQuery(
    permissionGroupRoutes.list,
    {},
    { enabled: wanted.groups && may(permissionGroupRoutes.list) },
  );
  return { users: mapOf(users.data), groups: mapOf(groups.data) };
};
