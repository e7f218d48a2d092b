// Over 300 lines: each way in which an email is sent, fails, waits or is tried again, against a real server.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';
import { findDueMessages, sendMessages } from './send-messages.ts';

const server = await startServer();
const { call, query, send } = server;

type Stored = { id: number; recipient: string; state: string; reason: string | null; attempts: number; due_in: number };

const listening = async (options: SMTPServerOptions, port = 0) => {
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], closeTimeout: 50, ...options });
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => smtp.close(resolve));
  return { port: (smtp.server.address() as AddressInfo).port, close };
};

/** A mail server that keeps what it is given; `refusing` says with what code, for an address. */
const mailServer = async (port = 0, refusing: (address: string) => number = () => 0) => {
  const received: { to: string; raw: string }[] = [];
  const listened = await listening(
    {
      onRcptTo: ({ address }, _session, done) => {
        const code = refusing(address);
        done(code === 0 ? undefined : Object.assign(new Error('No'), { responseCode: code }));
      },
      onData: async (stream, session, done) => {
        const raw = await text(stream);
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw });
        done();
      },
    },
    port,
  );
  return { ...listened, received };
};

const opened: { close: () => void }[] = [];
afterAll(() => {
  for (const one of opened) one.close();
});
const mailerOn = (port: number) => {
  const mailer = openMailer({ ...server.services.config, smtpUrl: `smtp://127.0.0.1:${port}` });
  opened.push(mailer);
  return mailer;
};

/** An organization with messages that wait, and what sends them by a mail server. Nothing else knows that they wait. */
const waiting = async (addresses: string[]) => {
  const organization = await server.newOrganization();
  const { owner: as, id: organization_id } = organization;
  const field = await call(fieldRoutes.create, { as, body: { name: 'Note', field_type: 'freeform-short' } });
  const form_fields = [{ field_id: field.id, is_required: false }];
  const form = await call(formRoutes.create, { as, body: { name: 'Intake', form_fields } });
  await query(
    `insert into notification_messages (organization_id, form_id, recipient, subject, body, author_id)
     select $1, $2, address, 'Subject', 'See **this**', $4 from unnest($3::text[]) address`,
    [organization_id, form.id, addresses, as.id],
  );
  const sending = (port: number) =>
    sendMessages(
      { ...server.services, mailer: mailerOn(port) },
      { organization_id },
      { retries: [1, 1, 1, 1, 1], unit: '1 millisecond' },
    );
  const stored = () =>
    query<Stored>(
      `select id, recipient, state, reason, attempts, extract(epoch from due_at - now())::float8 as due_in
         from notification_messages where organization_id = $1 order by id`,
      [organization_id],
    );
  return { organization, organization_id, as, form, sending, stored };
};

describe('R71 while no mail server answers', () => {
  test('a hundred wait, and all arrive once it does, each once', async () => {
    const addresses = Array.from({ length: 100 }, (_, n) => `r${n}@example.org`);
    const at = await waiting(addresses);
    const gone = await listening({});
    await gone.close();
    for (let round = 0; round < 3; round++) await at.sending(gone.port);
    const before = await at.stored();
    expect(before.every(({ state }) => state === 'queued')).toBe(true);
    expect(before.filter(({ attempts }) => attempts > 0).length, 'the rest is not tried in vain').toBeLessThan(13);
    expect(before.find(({ attempts }) => attempts > 0)?.reason).toBe('Could not reach the mail server');

    const mails = await mailServer(gone.port);
    await Promise.all([at.sending(mails.port), at.sending(mails.port)]);
    await at.sending(mails.port);
    await mails.close();
    expect((await at.stored()).filter(({ state }) => state !== 'sent')).toEqual([]);
    expect(mails.received.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  });

  test('one that accepts mail and drops the connection takes none: it is tried again', async () => {
    const at = await waiting(['ann@example.org']);
    let dropped = 0;
    const dropping = await listening({
      onData: (stream) => {
        dropped += 1;
        stream.once('data', () => (stream as unknown as { session?: object }) && stream.destroy());
        stream.resume();
      },
    });
    await at.sending(dropping.port);
    await dropping.close();
    expect(dropped).toBe(1);
    expect(await at.stored()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    const mails = await mailServer();
    await expect
      .poll(async () => {
        await at.sending(mails.port);
        return at.stored();
      })
      .toMatchObject([{ state: 'sent', attempts: 2, reason: null }]);
    await mails.close();
    expect(mails.received).toHaveLength(1);
  });
});

describe('R71 a message that is not taken', () => {
  test('is tried after 1, 5, 30, 120 and 720 minutes, and has failed then', async () => {
    const at = await waiting(['full@example.org', 'fine@example.org']);
    const mails = await mailServer(0, (address) => (address === 'full@example.org' ? 450 : 0));
    const services = { ...server.services, mailer: mailerOn(mails.port) };
    const delays: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      await sendMessages(services, { organization_id: at.organization_id });
      const [full] = await at.stored();
      if (full?.state === 'queued') delays.push(Math.round((full.due_in ?? 0) / 60));
      await query('update notification_messages set due_at = now() where organization_id = $1', [at.organization_id]);
    }
    await mails.close();
    expect(delays).toEqual([1, 5, 30, 120, 720]);
    expect(await at.stored()).toMatchObject([
      { state: 'failed', attempts: 6, reason: 'The mail server isn’t accepting this email right now' },
      { state: 'sent', attempts: 1 },
    ]);
  });

  test('because there is no such address fails at once, and nothing more is sent there until somebody says so', async () => {
    const at = await waiting(['nobody@example.org', 'nobody@example.org']);
    const later = `update notification_messages set due_at = now() + $2::interval where organization_id = $1 and id = $3`;
    const other = (await at.stored())[1]?.id;
    await query(later, [at.organization_id, '1 hour', other]);
    const mails = await mailServer(0, () => 550);
    await at.sending(mails.port);
    await query(later, [at.organization_id, '0', other]);
    await at.sending(mails.port);
    await mails.close();
    const [first, second] = await at.stored();
    expect([first, second]).toMatchObject([
      { state: 'failed', attempts: 1, reason: 'The mail server says this address doesn’t exist' },
      { state: 'skipped', reason: expect.stringContaining('refused this address before') },
    ]);
    const sent = { as: at.as, params: { form_id: at.form.id, id: Number(second?.id) } };
    expect(await call(notificationRoutes.resend, sent)).toMatchObject({ state: 'queued', reason: null, attempts: 0 });
    expect(await query('select 1 from bounced_addresses where organization_id = $1', [at.organization_id])).toEqual([]);
  });

  test('is found by whoever looks for what is due, also when its process died', async () => {
    const at = await waiting(['late@example.org']);
    await findDueMessages({ ...server.services, mailer: mailerOn(1) });
    await expect
      .poll(async () => {
        await server.drainJobs();
        return at.stored();
      })
      .toMatchObject([{ state: 'sent' }]);
  });

  test('is looked for again and again while its organization is suspended, and nothing piles up in the queue', async () => {
    const at = await waiting(['later@example.org']);
    const queued = async () => {
      const rows = await query<{ id: string }>(
        `select id from graphile_worker._private_jobs where (payload ->> 'organization_id')::bigint = $1`,
        [at.organization_id],
      );
      return rows.length;
    };
    const suspend = (is: boolean) =>
      query(
        `update organizations set suspended_at = case when $2 then now() end,
                suspended_reason = case when $2 then 'Unpaid' end where id = $1`,
        [at.organization_id, is],
      );
    await server.drainJobs();
    const before = await queued();
    await suspend(true);
    for (let n = 0; n < 3; n++) await findDueMessages({ ...server.services, mailer: mailerOn(1) });
    expect(await queued()).toBe(before);
    await suspend(false);
    await findDueMessages({ ...server.services, mailer: mailerOn(1) });
    expect(await queued()).toBe(before + 1);
  });
});

describe('R71 sending again', () => {
  test('is for who may change notifications of the form, and not while the email waits', async () => {
    const at = await waiting(['a@example.org']);
    const [{ id } = { id: 0 }] = await at.stored();
    const other = await server.newOrganization();
    const reader = await server.newUser(at.organization, {
      privileges: { forms: ['read'], notification_messages: ['read'] },
    });
    const params = { form_id: at.form.id, id: Number(id) };
    const statusFor = async (as: TestUser) => (await send(notificationRoutes.resend, { as, params })).status;
    expect(await statusFor(other.owner)).toBe(404);
    expect(await statusFor(reader)).toBe(403);
    expect(await statusFor(at.as)).toBe(409);
    await query(`update notification_messages set state = 'sent' where id = $1`, [id]);
    const both = await Promise.all([statusFor(at.as), statusFor(at.as)]);
    expect(both.toSorted()).toEqual([202, 409]);
  });
});

describe('R69 between the event and the sending', () => {
  test('who was archived since gets nothing, also not what they could not read anyway', async () => {
    const at = await waiting([]);
    const { id, email } = await server.newUser(at.organization, {});
    await query(
      `insert into notification_messages (organization_id, form_id, recipient, subject, body, user_id, author_id)
       values ($1, $2, $3, 'Subject', 'Body', $4, $5)`,
      [at.organization_id, at.form.id, email, id, at.as.id],
    );
    await query('update memberships set archived_at = now() where organization_id = $1 and id = $2', [
      at.organization_id,
      id,
    ]);
    const mails = await mailServer();
    await at.sending(mails.port);
    await mails.close();
    expect(mails.received).toEqual([]);
    expect(await at.stored()).toMatchObject([{ state: 'skipped', reason: 'This member is archived' }]);
  });

  test('who lost access to the record gets nothing, and the history says so', async () => {
    const at = await waiting([]);
    const reader = await server.newUser(at.organization, { privileges: { clients: ['read'], client_forms: ['read'] } });
    const client = await call(clientRoutes.create, {
      as: at.as,
      body: { first_name: 'Nadia', last_name: 'Orr', dob: '1990-01-31', gender: 'female', ssn_suffix: '1234' },
    });
    const response = await call(clientFormRoutes.create, {
      as: at.as,
      params: { client_id: client.id },
      body: { form_id: at.form.id, answers: [] },
    });
    const add = (recipient: string, user_id: number | null, is_personal: boolean) =>
      query(
        `insert into notification_messages
           (organization_id, form_id, recipient, subject, body, user_id, was_readable, is_personal, record_type, record_id,
            author_id)
         values ($1, $2, $3, 'Nadia', 'Nadia', $4, true, $5, 'client_forms', $6, $7)`,
        [at.organization_id, at.form.id, recipient, user_id, is_personal, response.id, at.as.id],
      );
    await query('update organizations set allow_answers_in_email = true where id = $1', [at.organization_id]);
    await add(reader.email, Number(reader.id), true);
    await add(at.as.email, Number(at.as.id), true);
    await query(`update permission_groups set privileges = '{}' where id = $1`, [reader.group_id]);
    const mails = await mailServer();
    await at.sending(mails.port);
    expect(await at.stored()).toMatchObject([
      { state: 'skipped', reason: 'The recipient no longer has access to this record' },
      { state: 'sent' },
    ]);
    await query('update organizations set allow_answers_in_email = false where id = $1', [at.organization_id]);
    await add('outside@example.org', null, true);
    await at.sending(mails.port);
    await mails.close();
    expect((await at.stored())[2]).toMatchObject({
      state: 'skipped',
      reason: 'This organization no longer sends answers by email',
    });
    expect(mails.received).toHaveLength(1);

    // Nor does the history tell it to who may not read the record.
    const clerk = await server.newUser(at.organization, {
      privileges: { forms: ['read'], notification_messages: ['read'] },
    });
    const page = { params: { form_id: at.form.id, page: 1 } };
    const { data } = await call(notificationRoutes.messages, { as: clerk, ...page });
    expect(data).not.toEqual([]);
    expect(data.every((one) => one.is_withheld && one.subject === '' && one.body === '')).toBe(true);
    const found = await call(notificationRoutes.messages, {
      as: at.as,
      ...page,
      query: { filters: JSON.stringify({ state: 'sent' }) },
    });
    expect(found.data).toMatchObject([{ is_withheld: false, subject: 'Nadia' }]);
  });
});

test('the sender is the organization’s, in headers that hold nothing else', async () => {
  const at = await waiting(['ann@example.org']);
  await query('update organizations set mail_sender = $2, mail_reply_to = $3 where id = $1', [
    at.organization_id,
    'Harbor\r\nBcc: all@example.org',
    'desk@example.org',
  ]);
  const mails = await mailServer();
  await at.sending(mails.port);
  await mails.close();
  const mail = await PostalMime.parse(mails.received[0]?.raw ?? '');
  expect(mail.from).toEqual({ name: 'Harbor Bcc: all@example.org', address: 'no-reply@localhost' });
  expect(mail.bcc).toBeUndefined();
  expect(mail.replyTo).toEqual([{ name: '', address: 'desk@example.org' }]);
  expect(mail.text).toContain('See this');
  expect(mail.html).toContain('<p>See <strong>this</strong></p>');
});
