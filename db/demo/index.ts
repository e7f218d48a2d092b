import { sql } from 'kysely';
import { templatesSlug } from '#contract/resources/templates.ts';
import type { Services } from '#server/kit/handlers.ts';
import { backdateHistory } from './history.ts';
import { loadDemo } from './load.ts';
import { emailOf, staff, type Worker } from './staff.ts';

export type Demo = { slug: 'demo'; sign_ins: { email: string; password: string; role: string }[] };

/** Held while loading, so that processes which start together take turns. */
const turn = 4_327_844;

const demo = (): Demo => ({
  slug: 'demo',
  sign_ins: Object.values<Worker>(staff).map((worker) => ({
    email: emailOf(worker),
    password: worker.password,
    role: worker.role,
  })),
});

type Options = {
  now?: Date;
  /** The address of the role that migrates, which gives the history its dates; without it they are the loading's. */
  migrationUrl?: string;
};

/**
 * Loads the demo organization into a database that has no organization yet.
 * @returns the address and the sign-ins of the demo, also when it was there already; null when there are organizations
 * but no demo, and then nothing is written
 */
export const ensureDemo = async (
  { database, storage, keys }: Pick<Services, 'database' | 'storage' | 'keys'>,
  { now = new Date(), migrationUrl }: Options = {},
): Promise<Demo | null> => {
  const state = await database.adminTransaction(async ({ tx, enter }) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(turn)})`.execute(tx);
    const organizations = await tx
      .selectFrom('organizations')
      .select('slug')
      .where('slug', '!=', templatesSlug)
      .execute();
    if (organizations.some(({ slug }) => slug === 'demo')) return 'there';
    if (organizations.length) return 'absent';
    await loadDemo(tx, { enter, now, storage, keys });
    return 'loaded';
  });
  if (state === 'loaded' && migrationUrl) await backdateHistory(migrationUrl);
  return state === 'absent' ? null : demo();
};
