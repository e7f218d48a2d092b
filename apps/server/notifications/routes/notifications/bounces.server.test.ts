import { describe, expect, test } from 'vitest';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { messageIdOf } from '#server/notifications/message-ids.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, query, send } = server;

/** A message that was sent, and the id of its mail. */
const sent = async () => {
  const organization = await server.newOrganization();
  const form = await formMakers(server, organization).form('Housing', { Note: {} });
  const [row] = await query<{ id: string }>(
    `insert into notification_messages (organization_id, form_id, recipient, subject, body, state)
     values ($1, $2, 'lost@example.org', 'Subject', 'Body', 'sent') returning id`,
    [organization.id, form.id],
  );
  const id = Number(row?.id);
  const history = async () =>
    (await call(notificationRoutes.messages, { as: organization.owner, params: { form_id: form.id, page: 1 } })).data;
  const mailId = messageIdOf(server.services.keys, { organization_id: organization.id, id, lock_version: 1 });
  return { organization, form, id, mailId, history };
};

/** A report of delivery as mail servers write it. */
const report = (mailId: string, { action = 'failed', status = '5.1.1' } = {}) =>
  [
    'From: MAILER-DAEMON@mx.example.org',
    'To: no-reply@localhost',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    'Final-Recipient: rfc822; lost@example.org',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 No such user',
    '',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${mailId}@localhost>`,
    'Subject: Subject',
    '--b1--',
    '',
  ].join('\r\n');

const post = async (message: string) => (await send(notificationRoutes.bounce, { body: { message } })).body;
const bouncedIn = ({ id }: { id: number }) =>
  query('select address from bounced_addresses where organization_id = $1', [id]);

describe('R71 a mail that comes back', () => {
  test('tells nothing unless it quotes the mark of a mail that was sent', async () => {
    const at = await sent();
    const forged = at.mailId.replace(/[0-9a-f]{32}$/, '0'.repeat(32));
    const other = at.mailId.replace(/^(notification-\d+)-\d+/, '$1-999999');
    for (const message of ['', 'Hello', report(forged), report(other)])
      expect(await post(message)).not.toEqual({ noted: true });
    expect(await at.history()).toMatchObject([{ state: 'sent', reason: null }]);
  });

  test.each([
    { action: 'delayed', status: '4.4.1' },
    { action: 'delivered', status: '2.0.0' },
  ])('tells nothing while nothing is final: $action', async (said) => {
    const at = await sent();
    expect(await post(report(at.mailId, said))).toEqual({ noted: false });
    expect(await at.history()).toMatchObject([{ state: 'sent' }]);
  });

  test('shows in the history, once, and nothing more is sent to an address that does not exist', async () => {
    const at = await sent();
    expect(await post(report(at.mailId))).toEqual({ noted: true });
    expect(await post(report(at.mailId)), 'twice').toEqual({ noted: false });
    expect(await at.history()).toMatchObject([
      { state: 'failed', reason: 'The email bounced: this address doesn’t exist' },
    ]);
    expect(await bouncedIn(at.organization)).toEqual([{ address: 'lost@example.org' }]);
  });

  test('because a mailbox is full leaves its address to be written to', async () => {
    const at = await sent();
    expect(await post(report(at.mailId, { status: '5.2.2' }))).toEqual({ noted: true });
    expect(await at.history()).toMatchObject([
      { state: 'failed', reason: 'The email bounced: the recipient’s server didn’t accept it' },
    ]);
    expect(await bouncedIn(at.organization)).toEqual([]);
  });

  test('holds up nobody else, however many mails are said to be within it', async () => {
    const { mailId } = await sent();
    const message = `Message-ID: <${mailId}@localhost>\n${'Content-Type: message/rfc822\n\n'.repeat(28_000)}`;
    expect(await post(message)).toEqual({ noted: false });
  });

  test('says nothing of a message that was sent again since', async () => {
    const at = await sent();
    await call(notificationRoutes.resend, { as: at.organization.owner, params: { form_id: at.form.id, id: at.id } });
    expect(await post(report(at.mailId))).toEqual({ noted: false });
  });
});
