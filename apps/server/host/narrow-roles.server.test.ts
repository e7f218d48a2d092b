import { Client, escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shared } from '#tests/shared-database.ts';

// Between machines the serving role may insert defaults too: here it is given that right, and triggers keep the rest.
const { url, appUrl } = shared;
const app = escapeIdentifier(new URL(appUrl).username);
const client = new Client(url);
beforeAll(() => client.connect());
afterAll(() => client.end());

/** What `sql` comes to as the serving role, which may insert every column of both tables; nothing of it stays. */
const asServing = async (sql: string) => {
  await client.query('begin');
  try {
    await client.query(`grant insert on users, audit_events to ${app}`);
    await client.query(`set local app.organization_id = 1; set local role ${app}`);
    return (await client.query(sql)).rows[0];
  } finally {
    await client.query('rollback');
  }
};

test('a role that may insert every column of a person makes no superuser all the same', async () => {
  const insert = (isSuperuser: boolean) =>
    asServing(`insert into users (email, is_superuser) values ('wide@example.org', ${isSuperuser}) returning email`);
  await expect(insert(true)).rejects.toMatchObject({ code: '42501', message: 'Only the platform makes superusers' });
  expect(await insert(false)).toEqual({ email: 'wide@example.org' });
});

test('a role that may insert every column of an event does not date it all the same', async () => {
  const dated = await asServing(
    `insert into audit_events (organization_id, operation, result, request_id, occurred_at)
     values (1, 'GET /', 'ok', gen_random_uuid(), '2001-01-01') returning occurred_at = now() as now`,
  );
  expect(dated).toEqual({ now: true });
});
