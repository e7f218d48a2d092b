import type { z } from 'zod';
import { templateUpdateRoutes } from '#contract/resources/template-updates.ts';
import { useMay } from '#web/access/account.tsx';
import { isPlatform } from '#web/access/host.ts';
import { useAnswer } from '#web/kit/answers.ts';

type Offered = z.output<(typeof templateUpdateRoutes.offered)['response']>['data'][number];

/** The updates of templates that the caller may take, by form. */
export const useOfferedUpdates = (): ReadonlyMap<number, Offered> => {
  const enabled = useMay()(templateUpdateRoutes.offered) && !isPlatform;
  const { data } = useAnswer(templateUpdateRoutes.offered, {}, { enabled });
  return new Map(data?.data.map((update) => [update.form_id, update]));
};
