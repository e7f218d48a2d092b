// Longer than most: all that people promise, over one small set of makers.
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { clientRoutes, clients } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { describeResource } from '#tests/conformance/describe-resource.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

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

describe('what the contract and the calendar refuse', () => {
  const wrong = { first_name: '', dob: '2999-01-01' };
  const both = { first_name: ['Enter first name'], dob: ['Date of birth must be in the past'] };

  test('is told to nobody who may not change the person', async () => {
    const { owner } = await server.newOrganization();
    const { id } = await server.call(clientRoutes.create, { as: owner, body: ana });
    const elsewhere = await server.newOrganization();
    const reader = await server.newUser(owner.organization, {
      privileges: { clients: ['read'] },
      grants: [
        {
          entity: 'clients',
          id: (await server.call(clientRoutes.create, { as: owner, body: ana })).id,
          actions: ['write'],
        },
      ],
    });
    const put = (as: TestUser) => server.send(clientRoutes.update, { as, params: { id }, body: wrong });
    expect((await put(reader)).errors.dob).toBeUndefined();
    expect((await put(elsewhere.owner)).errors.dob).toBeUndefined();
  });

  test('stands in one answer, of a new person and of a changed one, with and without a photo', async () => {
    const { owner: as } = await server.newOrganization();
    const { first_name: _, ...nameless } = ana;
    const created = await server.send(clientRoutes.create, { as, body: { ...nameless, dob: '2999-01-01' } });
    expect([created.status, created.errors]).toEqual([422, both]);
    const { id } = await server.call(clientRoutes.create, { as, body: ana });
    const changed = await server.send(clientRoutes.update, { as, params: { id }, body: wrong });
    expect([changed.status, changed.errors]).toEqual([422, both]);
    // What is stored counts with what is sent.
    const died = await server.send(clientRoutes.update, {
      as,
      params: { id },
      body: { last_name: '', dod: '1985-03-13' },
    });
    expect(died.errors).toEqual({
      last_name: ['Enter last name'],
      dod: ['Date deceased must not be before the date of birth'],
    });
    const photo = new File(
      [
        await sharp({ create: { width: 9, height: 9, channels: 3, background: '#899' } })
          .png()
          .toBuffer(),
      ],
      'me.png',
    );
    const uploaded = await server.send(clientRoutes.create, { as, body: { ...ana, ...wrong }, files: { photo } });
    expect([uploaded.status, uploaded.errors]).toEqual([422, both]);
  });

  test('is told of a field once, and of an unreadable text nothing is asked', async () => {
    const { owner: as } = await server.newOrganization();
    const once = await server.send(clientRoutes.create, { as, body: { ...ana, dob: 'soon', dod: '2999-01-01' } });
    expect(once.errors).toEqual({
      dob: ['Enter a date like 03/14/1985'],
      dod: ['Date deceased must not be in the future'],
    });
    const unclean = await server.send(clientRoutes.create, { as, body: { ...ana, ...wrong, last_name: 'a\0b' } });
    expect(Object.keys(unclean.errors)).toEqual(['first_name', 'last_name']);
  });
});

describe('a search for people', () => {
  test('by one or two letters finds the beginnings of first and last names', async () => {
    const { owner: as } = await server.newOrganization();
    const add = (first_name: string, last_name: string) =>
      server.call(clientRoutes.create, { as, body: { ...ana, first_name, last_name } });
    for (const [first, last] of [
      ['Ana', 'Ruiz'],
      ['Bo', 'Andrade'],
      ['Dana', 'Stein'],
    ] as const)
      await add(first, last);
    const found = async (query: string) =>
      (await server.call(clientRoutes.page, { as, params: { page: 1 }, query: { query } })).data.map(
        ({ first_name }) => first_name,
      );
    expect(await found('an')).toEqual(['Bo', 'Ana']);
    expect(await found('a')).toEqual(['Bo', 'Ana']);
    expect(await found('an ru')).toEqual(['Ana']);
  });

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
    ['1985', 1],
    ['1986', 0],
    ['03141985', 1],
    ['3/1985', 1],
    ['ana 1985', 1],
    ['ana 1984', 0],
    ['ID 4321000', 0],
  ])('for %s finds %i of one', async (query, count) => {
    const { owner: as } = await server.newOrganization();
    await server.call(clientRoutes.create, { as, body: ana });
    const page = await server.call(clientRoutes.page, { as, params: { page: 1 }, query: { query } });
    expect([page.data.length, page.metadata.total_count]).toEqual([count, count]);
  });
});

describe('a name with apostrophes, hyphens or spaces', () => {
  test.each([
    ['ndiaye', 1],
    ["N'Diaye", 1],
    ['n’diaye', 1],
    ['n diaye', 1],
    ['NDIAYE-OCONNOR', 1],
    ['oconnor', 1],
    ['o connor', 1],
    ["o'connor", 1],
    ['connor', 1],
    ['maryann', 1],
    ['mary-ann', 1],
    ['mary ann', 1],
    ['ann mary', 1],
    ['annndiaye', 0],
    ["'", 0],
    ['n-x', 0],
  ])('%s finds %i', async (query, count) => {
    const { owner: as } = await server.newOrganization();
    const body = { ...ana, first_name: 'Mary Ann', last_name: "N'Diaye-O’Connor" };
    await server.call(clientRoutes.create, { as, body });
    expect((await server.call(clientRoutes.list, { as, query: { query } })).data).toHaveLength(count);
  });
});

describe('a name is found however it is joined', () => {
  const found = async (names: readonly (readonly [string, string])[], query: string) => {
    const { owner: as } = await server.newOrganization();
    for (const [first_name, last_name] of names)
      await server.call(clientRoutes.create, { as, body: { ...ana, first_name, last_name } });
    const { data } = await server.call(clientRoutes.list, { as, query: { query } });
    return data.map(({ last_name }) => last_name);
  };
  const irish = [
    ['Ana', "O'Connor"],
    ['Bea', 'OConnor'],
    ['Cleo', 'Ocampo'],
  ] as const;
  test.each([
    ["o'c", ["O'Connor", 'Ocampo', 'OConnor']],
    ['oc', ["O'Connor", 'Ocampo', 'OConnor']],
    ['o’co', ["O'Connor", 'OConnor']],
    ["o'", ["O'Connor", 'Ocampo', 'OConnor']],
    ["o'connor", ["O'Connor", 'OConnor']],
    ["o\u200b'connor", ["O'Connor", 'OConnor']],
  ])('%j finds %j', async (query, names) => {
    expect((await found(irish, query)).toSorted()).toEqual([...names].toSorted());
  });

  const chinese = [['小明', '王']] as const;
  test.each(['王小明', '小明王', '小明 王', '王 小明', '王', '小明', '王小', '小明,王'])(
    '%s finds a Chinese name',
    async (query) => expect(await found(chinese, query)).toEqual(['王']),
  );
  test.each(['王明', '明王小'])('%s finds another one', async (query) =>
    expect(await found(chinese, query)).toEqual([]),
  );
  test('a Korean name too', async () => expect(await found([['민준', '김']], '김민준')).toEqual(['김']));

  const persian = [['علی‌رضا', 'کریمی']] as const;
  test.each(['علیرضا', 'علی رضا', 'علی‌رضا', 'رضا'])('%s finds a Persian name', async (query) =>
    expect(await found(persian, query)).toEqual(['کریمی']),
  );
});

describe('a name has no signs that nobody sees', () => {
  const sent = async (body: object) => {
    const { owner: as } = await server.newOrganization();
    return server.send(clientRoutes.create, { as, body: { ...ana, ...body } });
  };

  test.each(['\u200b', ' \u202e\u200f ', '\u3164', '\ufeff'])('%j is no first name', async (first_name) => {
    expect(await sent({ first_name })).toMatchObject({ status: 422, errors: { first_name: ['Enter first name'] } });
  });

  test('those within one are taken out, and what is nothing is no middle name', async () => {
    const { body } = await sent({ first_name: 'Ann\u202enna', middle_name: '\u200b', last_name: '\u200bRuiz\u2069' });
    expect(body).toMatchObject({ first_name: 'Annnna', middle_name: null, last_name: 'Ruiz' });
    expect((await sent({ first_name: 'علی\u200cرضا' })).body).toMatchObject({ first_name: 'علی\u200cرضا' });
  });
});

describe('the last 4 of SSN', () => {
  test('are shown to who sees the person, which the audit log tells, and to nobody else', async () => {
    const { owner } = await server.newOrganization();
    const { id } = await server.call(clientRoutes.create, { as: owner, body: ana });
    const show = (as: TestUser) => server.send(clientRoutes.ssn, { as, params: { id } });
    const noted = () =>
      server.query(
        `select user_id::float8, record_id::float8 from audit_events
         where organization_id = $1 and operation = 'GET /organization/:org/clients/:id/ssn_suffix' and result = 'ok'`,
        [owner.organization.id],
      );
    const elsewhere = await server.newOrganization();
    const nobody = await server.newUser(owner.organization);
    expect([(await show(elsewhere.owner)).status, (await show(nobody)).status]).toEqual([404, 404]);
    expect(await noted()).toEqual([]);
    const reader = await server.newUser(owner.organization, { privileges: { clients: ['read'] } });
    expect(await show(reader)).toMatchObject({ status: 200, body: { ssn_suffix: ana.ssn_suffix } });
    expect(await noted()).toEqual([{ user_id: reader.id, record_id: id }]);
  });

  const versions = (organization_id: number) =>
    server.query<{ old_values: object | null; new_values: object | null }>(
      `select old_values, new_values from versions where organization_id = $1 and item_type = 'clients' order by id`,
      [organization_id],
    );

  test('are not found in another organization, nor by a part of them, nor by a name that looks like them', async () => {
    const [one, other] = [await server.newOrganization(), await server.newOrganization()];
    for (const { owner: as } of [one, other]) await server.call(clientRoutes.create, { as, body: ana });
    await server.call(clientRoutes.create, { as: one.owner, body: { ...ana, ssn_suffix: '1234' } });
    const found = async (query: string) =>
      (await server.call(clientRoutes.list, { as: one.owner, query: { query } })).data.map((row) => row.ssn_suffix);
    expect([await found('4321'), await found('1234'), await found('321')]).toEqual([['4321'], ['1234'], []]);
    const hashes = await server.query<{ hash: string }>(
      `select distinct ssn_hash as hash from clients where organization_id = any($1)`,
      [[one.id, other.id]],
    );
    expect(hashes, 'equal digits look different in another organization').toHaveLength(3);
  });

  test('stand in history when they changed, and only then', async () => {
    const { owner: as, id: organization_id } = await server.newOrganization();
    const { id } = await server.call(clientRoutes.create, { as, body: ana });
    const change = (body: object) => server.call(clientRoutes.update, { as, params: { id }, body });
    await change({ ssn_suffix: '4321', middle_name: 'Eva' });
    await change({ ssn_suffix: '4321' });
    expect((await change({ ssn_suffix: '8888' })).ssn_suffix).toBe('8888');
    expect(await versions(organization_id)).toEqual([
      { old_values: null, new_values: expect.objectContaining({ ssn_suffix: '(changed)' }) },
      { old_values: { middle_name: null }, new_values: { middle_name: 'Eva' } },
      { old_values: { ssn_suffix: '(changed)' }, new_values: { ssn_suffix: '(changed)' } },
    ]);
    const keys = (await versions(organization_id)).flatMap(({ new_values }) => Object.keys(new_values ?? {}));
    expect(keys.filter((key) => /seal|hash|key/.test(key))).toEqual([]);
  });

  test('open in no other row: neither moved alone nor with all that belongs to them', async () => {
    const { owner: as, id: organization_id } = await server.newOrganization();
    const { id } = await server.call(clientRoutes.create, { as, body: ana });
    const other = await server.call(clientRoutes.create, { as, body: { ...ana, ssn_suffix: '1234' } });
    const move = (columns: string) =>
      server.query(
        `update clients set (${columns}) = (select ${columns} from clients c where c.organization_id = $1 and c.id = $2)
          where organization_id = $1 and id = $3`,
        [organization_id, id, other.id],
      );
    await expect(move('sealed_as, ssn_key_id, ssn_sealed, ssn_hash')).rejects.toThrow(/stays with it/);
    await move('ssn_key_id, ssn_sealed, ssn_hash');
    const reply = await server.send(clientRoutes.show, { as, params: { id: other.id } });
    expect([reply.status, JSON.stringify(reply.body).includes('4321')]).toEqual([500, false]);
    expect((await server.call(clientRoutes.show, { as, params: { id } })).ssn_suffix).toBe('4321');
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
      'cache-control': 'private, no-store',
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

describe('conditions on people', () => {
  const list = (as: TestUser, query: object) => server.send(clientRoutes.list, { as, query: query as never });
  const when = (field_name: string, op: string, value?: unknown) => ({ field_name, op, value });

  test.each([
    [{ conditions: '{' }, ['conditions']],
    [{ conditions: [] }, ['conditions']],
    [{ conditions: { or: [] } }, ['conditions.and', 'conditions.or']],
    [{ conditions: { and: [{ op: 'EQ', value: 1 }] } }, ['conditions.and.0.field_name']],
    [{ conditions: { and: [when('client_ssn_suffix', 'EQ', '4321')] } }, ['conditions.and.0.field_name']],
    [{ conditions: { and: [when('last_name', 'EQ', 'x')] } }, ['conditions.and.0.field_name']],
    [{ conditions: { and: [when('client_dob', 'LIKE', 'x')] } }, ['conditions.and.0.op']],
    [
      { conditions: { and: [when('client_active', 'TRUE'), when('client_age', 'GT', 'x')] } },
      ['conditions.and.1.value'],
    ],
    [{ conditions: { and: Array(51).fill(when('client_active', 'TRUE')) } }, ['conditions.and']],
    [{ category: 7 }, ['category']],
    [{ category: 'x' }, ['category']],
    [{ category: -1 }, ['category']],
  ])('are refused: %j', async (query, paths) => {
    const { owner: as } = await server.newOrganization();
    for (const route of [clientRoutes.list, clientRoutes.page]) {
      const reply = await server.send(route, { as, params: { page: 1 }, query });
      expect([reply.status, Object.keys(reply.errors).sort()]).toEqual([422, paths]);
    }
  });

  test('are taken by no list that does not name them', async () => {
    const { owner: as } = await server.newOrganization();
    for (const key of ['conditions', 'category'])
      for (const route of [userRoutes.page, fieldRoutes.list, formRoutes.page, permissionGroupRoutes.list]) {
        const reply = await server.send(route, { as, params: { page: 1 }, query: { [key]: '1' } });
        expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [key]]);
      }
  });

  test('leave those who meet all of them, beside a search and filters, and never show who is not visible', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const people = {
      Ada: { dob: '1950-06-01', gender: 'female' },
      Bo: { dob: '1990-01-31', middle_name: 'Lee', active: false },
      Cy: { dob: '2015-12-31', gender: 'male', dod: '2020-01-02' },
    } as const;
    const ids: Record<string, number> = {};
    for (const [first_name, more] of Object.entries(people)) {
      const body = { ...ana, first_name, last_name: 'Kim', ...more };
      ids[first_name] = (await server.call(clientRoutes.create, { as, body })).id;
    }
    const found = async (one: TestUser, query: object) => {
      const page = await server.send(clientRoutes.page, { as: one, params: { page: 1 }, query: query as never });
      expect(page.status, JSON.stringify(page.errors)).toBe(200);
      const names = page.body.data.map(({ first_name }) => first_name).sort();
      expect(page.body.metadata.total_count).toBe(names.length);
      expect((await list(one, query)).body.data.map(({ first_name }) => first_name).sort()).toEqual(names);
      return names;
    };
    const meeting = (...and: object[]) => found(as, { conditions: { and } });
    expect(await meeting()).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await meeting(when('client_first_name', 'BWITH', 'a'))).toEqual(['Ada']);
    expect(await meeting(when('client_full_name', 'CONTAINS', 'BO LEE k'))).toEqual(['Bo']);
    expect(await meeting(when('client_middle_name', 'EMPTY'))).toEqual(['Ada', 'Cy']);
    expect(await meeting(when('client_dob', 'RANGE', ['1990-01-31', '2015-12-31']))).toEqual(['Bo', 'Cy']);
    expect(await meeting(when('client_dob', 'DOW', [3]), when('client_gender', 'EQ', 'female'))).toEqual(['Bo']);
    expect(await meeting(when('client_age', 'LT', 5))).toEqual(['Cy']);
    expect(await meeting(when('client_age', 'GTE', 70), when('client_active', 'TRUE'))).toEqual(['Ada']);
    expect(await meeting(when('client_active', 'FALSE'))).toEqual(['Bo']);
    expect(await meeting(when('client_dod', 'NEQ', '2020-01-02'))).toEqual(['Ada', 'Bo']);
    expect(await meeting(when('client_id', 'IN', [ids.Ada, ids.Cy]))).toEqual(['Ada', 'Cy']);
    expect(await meeting(when('client_created_at', 'EQ', 'today'))).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await meeting(when('client_updated_at', 'LT', 'last_30_days'))).toEqual([]);
    const gender = { conditions: { and: [when('client_gender', 'EQ', 'female')] } };
    expect(await found(as, { ...gender, query: 'kim', filters: { inactive: true } })).toEqual(['Bo']);
    const one = await server.newUser(organization, {
      grants: [{ entity: 'clients', id: ids.Cy as number, actions: ['read'] }],
    });
    expect(await found(one, { conditions: { and: [when('client_id', 'NEMPTY')] } })).toEqual(['Cy']);
  });

  test('count days in the zone of who asks', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const { id, created_at, completed_at } = await server.call(clientRoutes.create, { as, body: ana });
    expect(completed_at, 'a person is recorded when they are entered').toBe(created_at);
    await server.query(`update clients set created_at = '2026-03-01T03:30Z' where id = $1`, [id]);
    await server.query(`update organizations set time_zone = 'America/New_York' where id = $1`, [organization.id]);
    const on = async (day: string) =>
      (await list(as, { conditions: { and: [when('client_created_at', 'EQ', day)] } })).body.data.length;
    expect([await on('2026-02-28'), await on('2026-03-01')]).toEqual([1, 0]);
    await server.query(`update users set time_zone = 'Asia/Tokyo' where id = $1`, [as.id]);
    expect([await on('2026-02-28'), await on('2026-03-01')]).toEqual([0, 1]);
    expect((await server.call(clientRoutes.show, { as, params: { id } })).completed_at).toBe(
      '2026-03-01T03:30:00.000Z',
    );
    for (const verb of ['create', 'update'] as const) {
      const body = verb === 'create' ? { ...ana, completed_at } : { completed_at };
      expect((await server.send(clientRoutes[verb], { as, params: { id }, body })).errors).toHaveProperty(
        'completed_at',
      );
    }
  });
});
