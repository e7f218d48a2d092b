import type { Services } from '#server/kit/handlers.ts';
import { slugOfHost } from '#server/kit/origins.ts';
import { isOpenNow, visited } from './visitors.ts';

/** What stands above the questions of a public form. */
export type Head = {
  name: string;
  description: string | null;
  organization: { name: string; logo: string | null };
};

/**
 * What stands above the questions of the form that a link opens, for the page to show before its script is there. Null
 * for a link that opens none now, whatever the reason is, and when the database does not answer: the page says it later.
 */
export const headOf = (
  { database, config }: Services,
  { host, access_key }: { host: string | undefined; access_key: string },
): Promise<Head | null> =>
  database
    .transaction(async ({ tx, enter }) => {
      const visiting = {
        tx,
        host: slugOfHost(config, host),
        enter: (organization_id: number) => enter({ organization_id, isQuick: true }),
      };
      const place = await visited(visiting, access_key);
      if (!isOpenNow(place)) return null;
      const { form, organization, logo } = place;
      return { name: form.name, description: form.description, organization: { name: organization.name, logo } };
    })
    .catch(() => null);
