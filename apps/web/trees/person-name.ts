import { clientRoutes } from '#contract/resources/clients.ts';
import { fullName } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';

/** What the person of the open screen is called; it was loaded for its head. */
export const usePersonName = (id: number): string => {
  const { data } = useRouteQuery(clientRoutes.show, { params: { id } }, { enabled: false });
  return data ? `${fullName(data)}, ID ${id}` : `ID ${id}`;
};
