import type { Config } from '#server/kit/config.ts';
import type { Tx } from '#server/kit/db.ts';
import { originOf } from '#server/kit/origins.ts';

/** The address of the organization that a host named; that of the platform when there is none of that name. */
export const hostOrigin = async (tx: Tx, config: Config, host: string | null): Promise<string> => {
  const organization =
    host === null
      ? undefined
      : await tx.selectFrom('organizations').select('slug').where('slug', '=', host).executeTakeFirst();
  return originOf(config, organization?.slug ?? null);
};
