import { describe, expect, test } from 'vitest';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { findDueDigests } from './digests.ts';

const server = await startServer();
const { query } = server;
const services = { ...server.services, mailer: openMailer(server.services.config) };

/** A member in New York who wants a daily summary, and notices that wait for it since a moment. */
const waiting = async () => {
  const organization = await server.newOrganization();
  const make = formMakers(server, organization);
  const form = await make.form('Housing *now*', { Note: {} });
  const client_id = await make.person('Nadia');
  const response = await make.record(form, { Note: 'A secret' }, { client_id });
  const reader = await server.newUser(organization, { privileges: { clients: ['read'], client_forms: ['read'] } });
  await query(`update users set time_zone = 'America/New_York' where id = $1`, [reader.id]);
  const choose = (kind: string, mail: string) =>
    query(
      `insert into notice_preferences values ($1, $2, $3, false, $4)
         on conflict (organization_id, user_id, kind) do update set mail = excluded.mail`,
      [organization.id, reader.id, kind, mail],
    );
  await choose('form', 'daily');
  await choose('job', 'daily');
  const add = (created_at: string, more: object = {}) =>
    query(
      `insert into notices (organization_id, user_id, kind, event_id, form_id, record_type, record_id, text, url,
                            in_bell, awaits_digest, created_at)
       select $1, $2, kind, gen_random_uuid(), $3, 'client_forms', record_id, text, '/organization/clients', false, true, $4
         from jsonb_to_record($5) x (kind text, text text, record_id bigint)`,
      [
        organization.id,
        reader.id,
        form.id,
        created_at,
        JSON.stringify({
          kind: 'form',
          text: 'Response recorded: Housing *now* <b>',
          record_id: response.id,
          ...more,
        }),
      ],
    );
  return { organization, reader, add, choose, response };
};

/** Looks for summaries that are due at these moments, and answers the days of which this reader got one. */
const daysAt = async ({ id }: TestUser, moments: string[]): Promise<string[]> => {
  for (const moment of moments) await findDueDigests(services, new Date(moment));
  const rows = await query<{ day: string }>('select day::text from digests where user_id = $1 order by day', [id]);
  return rows.map(({ day }) => day);
};

const mailsTo = async ({ email }: TestUser) => {
  await server.drainJobs();
  return (await listOutbox(server.services.config.dataDir, 1000)).filter(({ to }) => to === email);
};

describe('a summary of the day comes', () => {
  test('at seven in the morning of its reader, once, of what came before', async () => {
    const at = await waiting();
    await at.add('2026-06-10T02:00:00Z');
    expect(await daysAt(at.reader, ['2026-06-10T10:50:00Z']), 'before seven').toEqual([]);
    const morning = ['2026-06-10T11:00:00Z', '2026-06-10T11:10:00Z', '2026-06-10T23:00:00Z'];
    expect(await daysAt(at.reader, morning)).toEqual(['2026-06-10']);
    await expect.poll(() => mailsTo(at.reader)).toHaveLength(1);
    await at.add('2026-06-10T15:00:00Z');
    expect(await daysAt(at.reader, ['2026-06-10T16:00:00Z']), 'what came later waits').toEqual(['2026-06-10']);
    expect(await daysAt(at.reader, ['2026-06-11T11:00:00Z'])).toEqual(['2026-06-10', '2026-06-11']);
  });

  test('not at all while nothing waits, nor at noon for what came at ten', async () => {
    const at = await waiting();
    expect(await daysAt(at.reader, ['2026-06-10T11:00:00Z'])).toEqual([]);
    await at.add('2026-06-10T14:00:00Z');
    expect(await daysAt(at.reader, ['2026-06-10T16:00:00Z'])).toEqual([]);
  });

  test('later when nobody could send it in the morning', async () => {
    const at = await waiting();
    await at.add('2026-06-08T02:00:00Z');
    expect(await daysAt(at.reader, ['2026-06-10T22:00:00Z'])).toEqual(['2026-06-10']);
  });

  test.each([
    // Clocks go forward on March 8 and back on November 1, 2026: seven is at 12:00Z before and 11:00Z after, and back.
    { change: 'forward', days: ['2026-03-07', '2026-03-08', '2026-03-09'] },
    { change: 'back', days: ['2026-10-31', '2026-11-01', '2026-11-02'] },
  ])(
    'on each day when clocks go $change, once, at seven by the wall',
    async ({ days }) => {
      const at = await waiting();
      for (const day of days) await at.add(`${day}T05:30:00Z`);
      const moments = days.flatMap((day) =>
        Array.from({ length: 144 }, (_, n) => new Date(Date.parse(`${day}T00:00:00Z`) + n * 600_000).toISOString()),
      );
      const begun: string[] = [];
      for (const moment of moments) {
        await findDueDigests(services, new Date(moment));
        const rows = await query('select 1 from digests where user_id = $1', [at.reader.id]);
        if (rows.length > begun.length) begun.push(moment);
        if (rows.length > begun.length) throw new Error('Two at once');
      }
      const hour = (moment: string) =>
        new Intl.DateTimeFormat('en-US', {
          timeZone: 'America/New_York',
          dateStyle: 'short',
          timeStyle: 'short',
        }).format(new Date(moment));
      expect(begun.map((moment) => hour(moment).split(', ')[1])).toEqual(['7:00 AM', '7:00 AM', '7:00 AM']);
      expect(await daysAt(at.reader, [])).toEqual(days);
    },
    120_000,
  );
});

describe('a summary holds', () => {
  const morning = '2026-06-10T11:00:00Z';
  const summaryOf = async (at: Awaited<ReturnType<typeof waiting>>) => {
    await daysAt(at.reader, [morning]);
    await expect
      .poll(async () => {
        await server.drainJobs();
        return query('select 1 from notices where user_id = $1 and awaits_digest', [at.reader.id]);
      })
      .toEqual([]);
    return mailsTo(at.reader);
  };

  test('what its reader may read, as text and as HTML that runs nothing', async () => {
    const at = await waiting();
    await at.add('2026-06-10T02:00:00Z');
    await at.add('2026-06-10T03:00:00Z', { record_id: 999_999_999, text: 'Hidden' });
    const [mail] = await summaryOf(at);
    expect(mail?.subject).toBe('Your daily summary: 1 notification');
    const origin = `http://${at.organization.slug}.localhost`;
    expect(mail?.text).toContain(
      `- Response recorded: Housing *now* <b> (${origin}/organization/clients) · 06/09/2026 10:00 PM Eastern Time`,
    );
    expect(mail?.text).toContain(`${origin}/myprofile/notifications`);
    expect(mail?.html).toContain('Housing *now* &lt;b&gt;</a>');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Hidden|Nadia|secret/);
  });

  test('fifty lines, and how many more there are', async () => {
    const at = await waiting();
    for (let count = 0; count < 52; count++) await at.add('2026-06-10T02:00:00Z');
    const [mail] = await summaryOf(at);
    expect(mail?.text).toContain('And 2 more');
    expect(mail?.text.match(/Response recorded/g)).toHaveLength(50);
  });

  test.each([
    ['may read nothing of it', `update permission_groups set privileges = '{}' where id = $2 and $1::bigint > 0`],
    ['left', 'update memberships set archived_at = now() where id = $1 and $2::bigint > 0'],
    ['chose otherwise', `update notice_preferences set mail = 'none' where user_id = $1 and $2::bigint > 0`],
  ])('nothing, and does not come, when its reader %s meanwhile', async (_, change) => {
    const at = await waiting();
    await at.add('2026-06-10T02:00:00Z');
    await query(change, [at.reader.id, at.reader.group_id]);
    expect(await summaryOf(at)).toEqual([]);
  });
});
