import { sql } from 'kysely';
import type { Tx } from '../kit/db.ts';

/** The address that an organization has now which had another one within a year; undefined for any other. */
export const slugNow = async (tx: Tx, slug: string): Promise<string | undefined> => {
  const led = await tx
    .selectFrom('former_slugs')
    .innerJoin('organizations', 'organizations.id', 'former_slugs.leads_to_id')
    .select('organizations.slug')
    .where('former_slugs.slug', '=', slug)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return led?.slug;
};

/** Has an address lead to an organization that gave it up, for a year from now. */
export const keepFormerSlug = async (tx: Tx, { id, slug }: { id: number; slug: string }): Promise<void> => {
  await tx
    .insertInto('former_slugs')
    .values({ slug, leads_to_id: id })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((eb) => ({
        leads_to_id: eb.ref('excluded.leads_to_id'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute();
};

/**
 * Takes an address for an organization that has it now. To be asked once it is written there, as another organization
 * may give it up at the same time.
 * @returns whether it is free: not when links of another organization lead there still
 */
export const takeSlug = async (tx: Tx, { id, slug }: { id: number; slug: string }): Promise<boolean> => {
  await tx
    .deleteFrom('former_slugs')
    .where('slug', '=', slug)
    .where((eb) => eb.or([eb('leads_to_id', '=', id), eb('expires_at', '<=', sql<string>`now()`)]))
    .execute();
  return (await slugNow(tx, slug)) === undefined;
};
