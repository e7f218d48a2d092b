import type { z } from 'zod';
import { templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { useMay } from '#web/access/account.tsx';
import { isPlatform } from '#web/access/host.ts';
import { useRouteQuery } from '#web/kit/queries.ts';

type OfferedUpdate = z.output<(typeof templateUpdateRoutes.offered)['response']>['data'][number];

/** The updates of templates that the caller may take, by form. */
export const useOfferedUpdates = (): ReadonlyMap<number, OfferedUpdate> => {
  const enabled = useMay()(templateUpdateRoutes.offered) && !isPlatform;
  const { data } = useRouteQuery(templateUpdateRoutes.offered, {}, { enabled });
  return new Map(data?.data.map((update) => [update.form_id, update]));
};
