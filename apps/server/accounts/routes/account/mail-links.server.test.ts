import { describe, expect, test } from 'vitest';
import { accountRoutes } from '#contract/resources/account.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { listOutbox } from '#server/kit/mail/outbox.ts';
import { startServer } from '#tests/server/harness.ts';
import { allPrivileges } from '#tests/server/people.ts';

// Behind a proxy that is believed, as in production: what it hands on of the caller's is no more true for that.
const server = await startServer({
  config: {
    baseDomain: 'hearth.test',
    publicUrl: new URL('https://hearth.test'),
    trustedProxies: ['127.0.0.1'],
  },
});
const { call, send } = server;
const password_hash = await passwordHash('nine lamps on the stairs');
const organization = await server.newOrganization();
const own = `https://${organization.slug}.hearth.test`;
const platform = 'https://hearth.test';

const evil = 'evil.example.com';
/** What callers may claim about where they called, and where the link must lead. */
const claims: [headers: Record<string, string>, origin: string][] = [
  [{ host: 'hearth.test' }, platform],
  [{ host: 'hearth.test:8080' }, platform],
  [{ host: `${organization.slug}.hearth.test` }, own],
  [{ host: `${organization.slug}.hearth.test:8080` }, own],
  [{ host: `${organization.slug.toUpperCase()}.HEARTH.test` }, own],
  ...[
    evil,
    `${evil}?.hearth.test`,
    `${evil}#.hearth.test`,
    `${evil}/.hearth.test`,
    `${evil}/x.hearth.test`,
    `${evil}\\.hearth.test`,
    `a@${evil}/.hearth.test`,
    `${evil}:80/.hearth.test`,
    `${evil}&.hearth.test`,
    `${evil}%2f.hearth.test`,
    `${evil};.hearth.test`,
    `${evil}.hearth.test`,
    `x.${organization.slug}.hearth.test`,
    `${organization.slug}@${evil}.hearth.test`,
    `hearth.test.${evil}`,
    `hearth.test@${evil}`,
    `${organization.slug}.hearth.test.${evil}`,
    `${organization.slug}.hearth.test@${evil}`,
    `${organization.slug}.hearth.test/${evil}`,
    `nobody-has-this.hearth.test`,
    'admin.hearth.test',
    'www.hearth.test',
    '-.hearth.test',
    '.hearth.test',
    '..hearth.test',
    '127.0.0.1',
    '[::1]:3000',
    `[::1].${evil}`,
    'localhost',
    `${organization.slug}.localhost`,
    `${evil}\thearth.test`,
    `//${evil}/.hearth.test`,
    `https://${evil}/.hearth.test`,
    `javascript:alert(1)//.hearth.test`,
  ].map((host): [Record<string, string>, string] => [{ host }, platform]),
  ...[
    { 'x-forwarded-host': evil },
    { 'x-forwarded-host': `${evil}?.hearth.test` },
    { 'x-forwarded-host': `${evil}, hearth.test` },
    { 'x-forwarded-host': `${organization.slug}.hearth.test` },
    { 'x-forwarded-host': `${evil}#.hearth.test`, 'x-forwarded-proto': 'https' },
    { 'x-forwarded-proto': `https://${evil}/?` },
    { 'x-forwarded-proto': 'javascript' },
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-proto': 'x' },
    { 'x-forwarded-proto': `https, ${evil}` },
    { 'x-forwarded-port': '8443' },
    { 'x-forwarded-port': `443@${evil}` },
    { forwarded: `host=${evil};proto=https` },
    { 'x-forwarded-server': evil },
    { 'x-original-host': evil },
    { 'x-host': evil },
    { 'x-original-url': `https://${evil}/` },
    { 'x-rewrite-url': `https://${evil}/` },
    { origin: `https://${evil}` },
    { referer: `https://${evil}/.hearth.test` },
    { 'x-forwarded-for': evil },
    { 'x-forwarded-prefix': `//${evil}` },
  ].map((headers): [Record<string, string>, string] => [{ host: 'hearth.test', ...(headers as object) }, platform]),
];

const linksIn = (text: string) => [...text.matchAll(/\S+:\/\/\S+/g)].map(([link]) => link);
const mailsTo = async (addresses: string[]) => {
  await expect
    .poll(async () => {
      await server.drainJobs();
      const mails = await listOutbox(server.services.config.dataDir);
      return addresses.every((address) => mails.some(({ to }) => to === address));
    })
    .toBe(true);
  return listOutbox(server.services.config.dataDir);
};

describe('a link in a mail', () => {
  test(`leads to the configured origin, whatever the caller claims (${claims.length} claims)`, async () => {
    expect(claims.length).toBeGreaterThanOrEqual(60);
    const asked = [];
    for (const [n, [headers, origin]] of claims.entries()) {
      const { email } = await server.newUser(organization, { password_hash });
      const reply = await send(accountRoutes.requestPasswordReset, {
        headers,
        body: { email },
        address: `192.0.2.${n}`,
      });
      expect([202, 400], JSON.stringify(headers)).toContain(reply.status);
      if (reply.status === 202) asked.push({ email, origin, headers });
    }
    const mails = await mailsTo(asked.map(({ email }) => email));
    for (const { email, origin, headers } of asked) {
      const { text, html } = mails.find(({ to }) => to === email) as (typeof mails)[number];
      const [link, ...others] = linksIn(text);
      expect(link, JSON.stringify(headers)).toMatch(new RegExp(`^${origin}/password_resets/[\\w-]{43}$`));
      expect(others).toEqual([]);
      expect(html).not.toContain('evil');
    }
  });

  test('of an invitation that is sent again leads to the organization, whoever asks for it', async () => {
    const email = `invited@${organization.slug}.example.org`;
    const body = { first_name: 'Ines', last_name: 'Vale', email, permission_group_ids: [] };
    const { id } = await call(userRoutes.create, { as: organization.owner, body, headers: { host: evil } });
    const colleague = await server.newUser(organization, { privileges: allPrivileges });
    const headers = { host: `${evil}/.hearth.test`, 'x-forwarded-proto': `https://${evil}/?` };
    await call(userRoutes.resendInvitation, { as: colleague, params: { id }, headers });
    const mails = (await mailsTo([email])).filter(({ to }) => to === email);
    for (const { text } of mails)
      for (const link of linksIn(text)) expect(link).toMatch(new RegExp(`^${own}/invitations/[\\w-]{43}$`));
  });
});

describe('the job of a reset', () => {
  test('carries no address, of an account or of none', async () => {
    const { email } = await server.newUser(organization, { password_hash });
    for (const address of [email, `nobody@${organization.slug}.example.org`])
      await call(accountRoutes.requestPasswordReset, { body: { email: address } });
    const waiting = await server.query<{ payload: object }>('select payload from graphile_worker._private_jobs');
    expect(JSON.stringify(waiting)).not.toContain(organization.slug);
  });
});
