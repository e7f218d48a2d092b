import type { AddressInfo } from 'node:net';
import type { JobHelpers } from 'graphile-worker';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { MailTemporary, openMailer } from '#server/kit/mail/mailer.ts';
import { startServer } from '#tests/server/harness.ts';
import { tasks } from './worker.ts';

const server = await startServer();
const { call } = server;
const password = 'nine swans under the bridge';

/** What the mail server answers about each recipient; 0 takes the mail. */
let code = 0;
let received = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    code === 0 ? done() : done(Object.assign(new Error('No'), { responseCode: code })),
  onData: (stream, _session, done) => {
    received++;
    stream.on('end', () => done()).resume();
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
const { port } = smtp.server.address() as AddressInfo;
const { services } = server;
const mailer = openMailer({ ...services.config, smtpUrl: `smtp://127.0.0.1:${port}` });
afterAll(async () => {
  mailer.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const run = async (name: string, payload: object) => tasks({ ...services, mailer })[name]?.(payload, {} as JobHelpers);

const { owner, id: organization_id } = await server.newOrganization();
const jobs: Record<string, () => Promise<object>> = {
  invitation_mail: async () => {
    const email = `invited-${Date.now()}@example.org`;
    const { id } = await call(userRoutes.create, { as: owner, body: { first_name: 'Ida', last_name: 'Moor', email } });
    const [row] = await server.query<{ id: string }>('select id from invitations where membership_id = $1', [id]);
    return { organization_id, invitation_id: Number(row?.id), origin: 'http://demo.localhost' };
  },
  email_change_notice: async () => {
    const user = await server.newUser(owner.organization, { password_hash: await passwordHash(password) });
    const email = `moved-${Date.now()}@example.org`;
    await call(accountRoutes.changeAccount, { as: user, body: { email, current_password: password } });
    const [row] = await server.query<{ id: string }>('select id from email_changes where user_id = $1', [user.id]);
    return { email_change_id: Number(row?.id) };
  },
};

describe.each(Object.keys(jobs))('the job %s', (name) => {
  test('is over when the mail was refused for good, is tried again when it was not, and sends', async () => {
    const payload = await (jobs[name] as () => Promise<object>)();
    const before = received;
    code = 450;
    await expect(run(name, payload)).rejects.toThrow(MailTemporary);
    code = 550;
    await expect(run(name, payload)).resolves.toBeUndefined();
    expect(received).toBe(before);
    code = 0;
    await expect(run(name, payload)).resolves.toBeUndefined();
    expect(received).toBe(before + 1);
  });
});
