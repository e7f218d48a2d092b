import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { type Mail, MailRefused, MailTemporary, openMailer } from './mailer.ts';
import { listOutbox, readOutbox } from './outbox.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'hearth-mail-'));
afterAll(() => rm(dataDir, { recursive: true }));

const mail: Mail = {
  id: 'invitation-12.1',
  to: 'ann@example.org',
  subject: 'Zoë invites you',
  text: 'Open https://demo.example.org/invitations/abc',
  html: '<p>Open</p>',
};

describe('a mail that cannot be sent', () => {
  const mailer = openMailer({ smtpUrl: null, dataDir: join(dataDir, 'none'), production: false });

  test.each([
    '',
    'ann',
    'ann@example.org\r\nBcc: all@example.org',
    'ann@example.org, bob@example.org',
    'Ann <ann@example.org>',
    `${'a'.repeat(250)}@example.org`,
  ])('to %j is refused', async (to) => {
    await expect(mailer.send({ ...mail, to })).rejects.toThrow(MailRefused);
  });

  test.each(['', '../x', 'a\r\nBcc: b@example.org', 'a>b'])('with the id %j is refused', async (id) => {
    await expect(mailer.send({ ...mail, id })).rejects.toThrow(MailRefused);
  });

  test('for want of a mail server in production waits for one, and is not kept', async () => {
    const production = openMailer({ smtpUrl: null, dataDir: join(dataDir, 'none'), production: true });
    await expect(production.send(mail)).rejects.toThrow(/Set SMTP_URL/);
    await expect(production.send(mail)).rejects.toThrow(MailTemporary);
    expect(await listOutbox(join(dataDir, 'none'))).toEqual([]);
  });
});

describe('through a mail server', () => {
  const fails = (code: number) => Object.assign(new Error('No'), { responseCode: code });

  test.each<[string, SMTPServerOptions, typeof MailRefused | typeof MailTemporary]>([
    ['550 for the recipient', { onRcptTo: (_a, _s, done) => done(fails(550)) }, MailRefused],
    ['450 for the recipient', { onRcptTo: (_a, _s, done) => done(fails(450)) }, MailTemporary],
    [
      '554 for the content',
      { onData: (stream, _s, done) => stream.on('end', () => done(fails(554))).resume() },
      MailRefused,
    ],
    [
      '451 for the content',
      { onData: (stream, _s, done) => stream.on('end', () => done(fails(451))).resume() },
      MailTemporary,
    ],
    ['550 for the sender', { onMailFrom: (_a, _s, done) => done(fails(550)) }, MailTemporary],
    ['554 as a greeting', { onConnect: (_s, done) => done(fails(554)) }, MailTemporary],
    ['silence', { onRcptTo: () => undefined }, MailTemporary],
  ])('%s', async (_, options, kind) => {
    await withServer(options, async (smtpUrl) => {
      const mailer = openMailer({ smtpUrl, dataDir, production: true, timeoutMs: 300 });
      const error = await mailer.send(mail).catch((e) => e);
      expect(error).toBeInstanceOf(kind);
      expect(error.message).not.toContain('ann@');
    });
  });

  test('a refused sign-in is mended by the operator, so it is tried again', async () => {
    const options: SMTPServerOptions = { authOptional: false, onAuth: (_a, _s, done) => done(fails(535)) };
    await withServer(options, async (smtpUrl) => {
      const mailer = openMailer({ smtpUrl: smtpUrl.replace('//', '//a:b@'), dataDir, production: true });
      await expect(mailer.send(mail)).rejects.toThrow(MailTemporary);
    });
  });

  test('a connection dropped within the content, and no server at all, are tried again', async () => {
    let sawContent = false;
    const server = createServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (line) => {
        if (sawContent) return socket.destroy();
        sawContent = `${line}`.startsWith('DATA');
        socket.write(sawContent ? '354 go on\r\n' : '250 fine\r\n');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const mailer = openMailer({ smtpUrl, dataDir, production: true });

    await expect(mailer.send(mail)).rejects.toThrow(MailTemporary);
    expect(sawContent).toBe(true);

    await new Promise((closed) => server.close(closed));
    await expect(mailer.send(mail)).rejects.toThrow(MailTemporary);
  });

  test('arrives once a call, to one recipient, with headers that hold what they should', async () => {
    const received: { to: string[]; raw: string }[] = [];
    const onData: SMTPServerOptions['onData'] = async (stream, session, done) => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: await text(stream) });
      done();
    };
    await withServer({ onData }, async (smtpUrl) => {
      const mailer = openMailer({ smtpUrl, dataDir, production: true, from: 'Hearth <no-reply@hearth.example>' });
      const subject = 'Hello\r\nBcc: all@example.org\r\n\r\n<b>';
      expect(await mailer.send({ ...mail, subject })).toEqual({ id: mail.id });
      await mailer.send({ ...mail, subject });
      mailer.close();
    });

    expect(received.map(({ to }) => to)).toEqual([[mail.to], [mail.to]]);
    const [first, second] = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
    expect(first!.subject).toBe('Hello Bcc: all@example.org <b>');
    expect(first!.bcc).toBeUndefined();
    expect(first!.from).toEqual({ name: 'Hearth', address: 'no-reply@hearth.example' });
    expect(first!.messageId).toBe('<invitation-12.1@hearth.example>');
    expect(second!.messageId).toBe(first!.messageId);
    expect(first!.text!.trim()).toBe(mail.text);
    expect(first!.html!.trim()).toBe(mail.html);
  });
});

describe('the outbox of a development server', () => {
  test('has no mail that is not there', async () => {
    expect(await readOutbox(dataDir, 'none')).toBeNull();
    expect(await readOutbox(dataDir, '../../etc/passwd')).toBeNull();
    expect(await readOutbox(dataDir, 'a\0b')).toBeNull();
  });

  test('keeps mails, newest first, each once', async () => {
    const mailer = openMailer({ smtpUrl: null, dataDir, production: false });
    await mailer.send({ ...mail, id: 'first' });
    await mailer.send({ ...mail, id: 'second', subject: 'A reset' });
    await mailer.send({ ...mail, id: 'second', subject: 'A reset, again' });

    const [newest, oldest, ...more] = await listOutbox(dataDir);
    expect(more).toEqual([]);
    expect(newest).toMatchObject({ id: 'second', subject: 'A reset, again' });
    expect(oldest).toEqual({
      id: 'first',
      message_id: '<first@localhost>',
      from: 'no-reply@localhost',
      to: 'ann@example.org',
      subject: 'Zoë invites you',
      sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      text: expect.stringContaining(mail.text),
      html: expect.stringContaining(mail.html),
    });
    expect(await listOutbox(dataDir, 1)).toHaveLength(1);
    expect(await readdir(join(dataDir, 'outbox'))).toEqual(['first.eml', 'second.eml']);
  });
});

async function withServer(options: SMTPServerOptions, work: (smtpUrl: string) => Promise<void>): Promise<void> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  try {
    await work(`smtp://127.0.0.1:${port}`);
  } finally {
    await new Promise<void>((closed) => server.close(closed));
  }
}
