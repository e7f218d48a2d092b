import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { clientRoutes, clients } from '#contract/resources/clients.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();

describeResource(server, clients, clientRoutes, {
  names: 'last_name',
  valid: (_, last_name) => ({ first_name: 'Ana', last_name, dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' }),
  change: { middle_name: 'Lucía', active: false },
  wrong: {
    body: {
      first_name: 5,
      last_name: '',
      dob: '1985-02-31',
      gender: 'x',
      ssn_suffix: '12',
      active: 'yes',
      dod: 'soon',
    },
    paths: ['first_name', 'last_name', 'dob', 'gender', 'ssn_suffix', 'active', 'dod'],
  },
});

const ana = { first_name: 'Ana', last_name: 'Ruiz', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' } as const;

describe('a person’s dates', () => {
  test.each([
    [{ dob: '2999-01-01' }, ['dob']],
    [{ dob: '1899-12-31' }, ['dob']],
    [{ dob: '0000-01-01' }, ['dob']],
    [{ dob: '1985-02-29' }, ['dob']],
    [{ dod: '2999-01-01' }, ['dod']],
    [{ dod: '1985-03-13' }, ['dod']],
    [{ dob: '2999-01-01', ssn_suffix: '12a4' }, ['ssn_suffix']],
  ])('%j are refused', async (dates, paths) => {
    const { owner: as } = await server.newOrganization();
    const reply = await server.send(clientRoutes.create, { as, body: { ...ana, ...dates } });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.errors)).toEqual(expect.arrayContaining(paths));
  });
});

describe('a search for people', () => {
  test.each([
    ['03/14/1985', 1],
    ['3-14-85', 1],
    ['1985-03-14', 1],
    ['01/01/0000', 0],
    ['02/31/1985', 0],
    ['4321', 1],
    ['432', 0],
    ['ana 4321', 1],
    ['ana 9999', 0],
    ['r', 1],
    ['ru an', 1],
    ['z', 0],
  ])('for %s finds %i of one', async (query, count) => {
    const { owner: as } = await server.newOrganization();
    await server.call(clientRoutes.create, { as, body: ana });
    const page = await server.call(clientRoutes.page, { as, params: { page: 1 }, query: { query } });
    expect([page.data.length, page.metadata.total_count]).toEqual([count, count]);
  });
});

describe('a person’s photo', () => {
  const picture = async (format: 'png' | 'jpeg') => {
    const image = sharp({ create: { width: 900, height: 600, channels: 3, background: '#8899aa' } });
    const withPlace = image.withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } });
    return new Uint8Array(await withPlace.toFormat(format).toBuffer());
  };
  const upload = async (photo: File) => {
    const { owner: as } = await server.newOrganization();
    return { as, reply: await server.send(clientRoutes.create, { as, body: ana, files: { photo } }) };
  };

  test('is refused when it is no picture, whatever its name says, and nothing of it is kept', async () => {
    for (const photo of [
      new File(['<html></html>'], 'me.jpg'),
      new File(['GIF89a/*'], 'me.png'),
      new File([], 'me.png'),
    ]) {
      const { as, reply } = await upload(photo);
      expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['photo']]);
      const files = await server.query('select id from files where organization_id = $1', [as.organization.id]);
      expect([files, (await server.call(clientRoutes.list, { as })).data]).toEqual([[], []]);
    }
  });

  test('is drawn anew without what the camera wrote, and shown to who may see the person', async () => {
    const { as, reply } = await upload(new File([await picture('jpeg')], 'me.jpg'));
    expect(reply.status).toBe(201);
    const { id, photo_url } = reply.body;
    expect(photo_url).toMatch(new RegExp(`^/api/organization/${as.organization.slug}/clients/${id}/photo\\?v=\\d+$`));
    const params = { id };
    const photo = await server.send(clientRoutes.photo, { as, params });
    expect(photo.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^inline;/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 341 });
    expect((await sharp(photo.bytes).metadata()).exif).toBeUndefined();

    const reader = await server.newUser(as.organization, { privileges: { clients: ['read'] } });
    const nobody = await server.newUser(as.organization);
    const asked = (who: typeof reader) => server.send(clientRoutes.photo, { as: who, params });
    expect([(await asked(reader)).status, (await asked(nobody)).status]).toEqual([200, 404]);
    expect((await server.send(clientRoutes.removePhoto, { as: reader, params })).status).toBe(403);
    expect((await server.send(clientRoutes.removePhoto, { as, params })).status).toBe(204);
    expect((await asked(reader)).status).toBe(404);
    expect((await server.call(clientRoutes.show, { as, params })).photo_url).toBeNull();
  });
});
