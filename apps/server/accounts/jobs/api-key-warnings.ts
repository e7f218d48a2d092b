import { sql } from 'kysely';
import type { JobServices } from '#server/jobs/job-services.ts';
import { timeWithZone } from '#server/kit/calendar.ts';
import { enqueueIn, type InOrganization } from '#server/kit/enqueue.ts';
import { systemMail } from '#server/kit/mail/template.ts';
import { originOf } from '#server/kit/origins.ts';

/** Days before a key's end on which its organization's owner is told. */
const warnedBefore = [14, 7, 1];

/** Finds the API keys that will end soon, and has each of them told of. */
export const findEndingApiKeys = async ({ database }: JobServices): Promise<void> => {
  const { rows } = await database.transaction(({ tx }) =>
    sql<{ organization_id: number; id: number; days_left: number }>`
      select * from kit.ending_api_keys(${warnedBefore}::integer[])`.execute(tx),
  );
  for (const { organization_id, id, days_left } of rows)
    await database.inOrganization({ organization_id }, async (tx) => {
      await tx.updateTable('api_credentials').set({ warned_days: days_left }).where('id', '=', id).execute();
      await enqueueIn(tx)('api_key_mail', { api_credential_id: id, days_left });
    });
};

/** Tells the owner that an API key will end, and how to go on. */
export const apiKeyMail = async (
  { database, mailer, config }: JobServices,
  { organization_id, api_credential_id, days_left }: InOrganization<'api_key_mail'>,
): Promise<void> => {
  const key = await database.inOrganization({ organization_id }, (tx) =>
    tx
      .selectFrom('api_credentials')
      .innerJoin('organizations', 'organizations.id', 'api_credentials.organization_id')
      .innerJoin('users', 'users.id', 'organizations.owner_id')
      .select([
        'api_credentials.name',
        'expires_at',
        'users.email',
        'slug',
        'organizations.time_zone',
        'organizations.name as organization',
      ])
      .where('api_credentials.id', '=', api_credential_id)
      .executeTakeFirst(),
  );
  if (!key) return;
  const days = days_left === 1 ? '1 day' : `${days_left} days`;
  await mailer.send({
    id: `api-key-${organization_id}-${api_credential_id}-${Date.parse(key.expires_at)}-${days_left}`,
    ...systemMail({
      to: key.email,
      subject: `An API key of ${key.organization} expires within ${days}`,
      paragraphs: [
        `The API key “${key.name}” expires on ${timeWithZone(key.expires_at, key.time_zone)}. After that, programs can no longer use it.`,
        `Before then, rotate the key in My Organization at ${originOf(config, key.slug)}, and enter the new key in each program that uses it.`,
      ],
      footer: 'You’re receiving this email because you own the organization.',
    }),
  });
};
