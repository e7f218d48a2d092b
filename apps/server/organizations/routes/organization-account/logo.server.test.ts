import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { accountRoutes } from '#contract/resources/account.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { passwordHash } from '#server/access/passwords.ts';
import { startServer } from '#tests/server/harness.ts';
import { hugePng } from '#tests/server/huge-png.ts';
import { allPrivileges, type TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

const drawing = (inner = '<rect width="200" height="50" fill="#c00"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="50">${inner}</svg>`;
const png = (width = 200, height = 50) =>
  sharp({ create: { width, height, channels: 3, background: '#00c' } })
    .png()
    .toBuffer();
const file = (content: Buffer | string, name: string) => new File([new Uint8Array(Buffer.from(content))], name);
const put = (as: TestUser, logo: File) =>
  send(organizationAccountRoutes.changeOrganizationAccount, { as, files: { logo } });
const logoOf = async (as: TestUser) => (await call(organizationAccountRoutes.organizationAccount, { as })).logo;
const shown = ({ slug }: { slug: string }) => send(accountRoutes.hostLogo, { query: { slug } });

describe('a logo is refused', () => {
  test('to who may not write the account', async () => {
    const organization = await server.newOrganization();
    const as = await server.newUser(organization, {
      privileges: { ...allPrivileges, organization_accounts: ['read'] },
      role: 'orgadmin',
    });
    const forbidden = { status: 403, errors: { base: [problems.forbidden.message] } };
    expect(await put(as, file(await png(), 'logo.png'))).toMatchObject(forbidden);
    const remove = { as, body: { logo: null } };
    expect(await send(organizationAccountRoutes.changeOrganizationAccount, remove)).toMatchObject(forbidden);
    expect(await logoOf(as)).toBeNull();
  });

  test.each<[string, () => Promise<File> | File, string | RegExp]>([
    [
      'of more than 2 MB',
      () => file(randomBytes(2 * 1024 * 1024 + 1), 'logo.png'),
      'The logo is larger than 2 MB. Choose a smaller one.',
    ],
    [
      'that is a page',
      () => file('<html><script>1</script></html>', 'logo.svg'),
      /Choose a PNG, JPEG or SVG picture\.$/,
    ],
    [
      'that is a GIF',
      async () =>
        file(
          await sharp(await png())
            .gif()
            .toBuffer(),
          'logo.gif',
        ),
      /Choose a PNG, JPEG or SVG picture\.$/,
    ],
    ['that is called something else', async () => file(await png(), 'logo.jpg'), /Rename it to end in \.png/],
    ['that is empty', () => file('', 'logo.png'), /empty/],
    ['that is half a picture', async () => file((await png()).subarray(0, 60), 'logo.png'), /damaged/],
    ['that is no drawing to the end', () => file(drawing('<g>').slice(0, -6), 'logo.svg'), /damaged/],
    [
      'that declares entities',
      () => file(`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${drawing('<text>&a;</text>')}`, 'logo.svg'),
      /document type/,
    ],
  ])('%s, and the one before stays', async (_, make, message) => {
    const { owner, ...organization } = await server.newOrganization();
    await put(owner, file(await png(), 'logo.png'));
    const before = await logoOf(owner);
    const reply = await put(owner, await make());
    expect(reply).toMatchObject({
      status: 422,
      errors: { logo: [typeof message === 'string' ? message : expect.stringMatching(message)] },
    });
    expect(await logoOf(owner)).toBe(before);
    expect((await shown(organization)).status).toBe(200);
    const files = await server.query('select 1 from files where organization_id = $1', [organization.id]);
    expect(files, 'nothing is left of what was refused').toHaveLength(1);
  });

  test('that would take the memory or the time of everybody, while others sign in and list as ever', async () => {
    const password = 'quiet river at dawn';
    const password_hash = await passwordHash(password);
    const others = await server.newOrganization();
    const other = await server.newUser(others, { password_hash, privileges: { clients: ['read'] } });
    const before = process.memoryUsage().rss;
    const wide = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#00c' } })
      .png()
      .toBuffer();
    const grown = process.memoryUsage().rss;
    const image = (picture: Buffer) =>
      `<image width="200" height="50" xlink:href="data:image/png;base64,${picture.toString('base64')}"/>`;
    const curve = (n: number) => `${n % 200} ${(n * 3) % 50}`;
    const curves = Array.from({ length: 9000 }, (_, n) => `C${curve(n)} ${curve(n * 11)} ${curve(n * 17)}`).join('');
    const drawings = [
      image(wide),
      image(hugePng(65_000)),
      '<g style="filter:blur(50px)">'.repeat(300) + '</g>'.repeat(300),
      '<g opacity=".5">'.repeat(20_000) + '</g>'.repeat(20_000),
      '<path d="M0 0C9 9 30 1 200 50z" fill="#c00" stroke="#000"/>'.repeat(34_000),
      `<path d="M0 0${curves}" stroke="#000" stroke-dasharray="0.00001"/>`,
    ];
    let isOver = false;
    const refused = Promise.all(
      drawings.map(async (inner) => put((await server.newOrganization()).owner, file(drawing(inner), 'logo.svg'))),
    ).finally(() => {
      isOver = true;
    });
    let answered = 0;
    while (!isOver) {
      const signedIn = await send(accountRoutes.signIn, { body: { email: other.email, password } });
      const listed = await send(clientRoutes.page, { as: other, params: { page: 1 } });
      expect([signedIn.status, listed.status]).toEqual([201, 200]);
      answered++;
      await sleep(100);
    }
    for (const reply of await refused) {
      // Where the machine is busy, who waited for half a minute is sent away.
      if (reply.status === 503) expect(reply.errors.base).toEqual([problems.working.message]);
      else expect(reply.errors.logo?.[0]).toMatch(/^This (drawing has|picture takes) .* or choose a PNG\.$/);
    }
    expect(answered, 'people who sign in and work meanwhile').toBeGreaterThan(drawings.length);
    expect((process.memoryUsage().rss - Math.max(before, grown)) / 2 ** 20).toBeLessThan(200);
  });

  test('of an organization that is not there, or has none, in the same words', async () => {
    const notFound = { status: 404, errors: { base: [problems.not_found.message] } };
    expect(await shown({ slug: 'nobody-is-here' })).toMatchObject(notFound);
    expect(await shown(await server.newOrganization())).toMatchObject(notFound);
  });
});

describe('a logo', () => {
  test('is drawn anew as WebP, seen by who is not signed in, and gone when it is removed', async () => {
    const { owner, ...organization } = await server.newOrganization();
    const jpeg = await sharp(await png(1600, 400))
      .jpeg()
      .toBuffer();
    const reply = await put(owner, file(Buffer.concat([jpeg, Buffer.from('<script>')]), 'Our Logo.JPG'));
    expect(reply.status).toBe(200);
    const address = reply.body.logo as string;
    expect(await call(accountRoutes.host, { query: { slug: organization.slug } })).toMatchObject({ logo: address });
    const answer = await server.app.inject(address);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=300',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 800, height: 200 });
    expect(answer.rawPayload.includes('script')).toBe(false);

    const again = (await put(owner, file(await png(), 'logo.png'))).body.logo;
    expect(again, 'browsers keep each by its address').not.toBe(address);
    const none = await call(organizationAccountRoutes.changeOrganizationAccount, { as: owner, body: { logo: null } });
    expect(none.logo).toBeNull();
    expect((await shown(organization)).status).toBe(404);
  });

  test('that is a drawing comes out as pixels: nothing in it runs or is loaded', async () => {
    const { owner, ...organization } = await server.newOrganization();
    const inner =
      '<script>window.__x = 1</script><rect width="200" height="50" fill="#0a0" onload="window.__x = 1"/>' +
      '<a href="javascript:1"><text>x</text></a>';
    expect((await put(owner, file(drawing(inner), 'logo.svg'))).status).toBe(200);
    const { bytes, headers } = await shown(organization);
    expect(headers['content-type']).toBe('image/webp');
    expect(bytes.toString('latin1')).not.toMatch(/script|onload|http|javascript/);
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r + 100);
  });

  test('belongs to its organization alone', async () => {
    const [one, two] = [await server.newOrganization(), await server.newOrganization()];
    await put(one.owner, file(await png(), 'logo.png'));
    expect(await logoOf(two.owner)).toBeNull();
    expect((await shown(two)).status).toBe(404);
  });
});
