import { randomBytes } from 'node:crypto';
import type { Services } from '../kit/handlers.ts';
import { passwordHash } from './passwords.ts';

/**
 * Makes the first superuser when there is none.
 * @returns what to print once, when the password was made up here
 */
export const ensureSuperuser = ({
  config,
  database,
}: Pick<Services, 'config' | 'database'>): Promise<{ email: string; password: string } | null> =>
  database.adminTransaction(async ({ tx }) => {
    const known = await tx
      .selectFrom('users')
      .select('id')
      .where('is_superuser', '=', true)
      .limit(1)
      .executeTakeFirst();
    if (known) return null;
    const email = config.superuser?.email.toLowerCase() ?? `superuser@${config.baseDomain}`;
    const password = config.superuser?.password ?? randomBytes(12).toString('base64url');
    const inserted = await tx
      .insertInto('users')
      .values({ email, first_name: 'Platform', last_name: 'Superuser', is_superuser: true })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ is_superuser: true }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const hash = await passwordHash(password);
    await tx
      .insertInto('passwords')
      .values({ user_id: inserted.id, hash })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    return config.superuser ? null : { email, password };
  });
