import { describe, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { startServer } from '#tests/server/harness.ts';
import type { Grant, TestUser } from '#tests/server/people.ts';

const server = await startServer();

const ana = { first_name: 'Ana', last_name: 'Ruiz', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' } as const;
const add = async (as: TestUser, change: object = {}) =>
  (await server.call(clientRoutes.create, { as, body: { ...ana, ...change } })).id;
const zahra = { first_name: 'Zahra', last_name: "N'Diaye" };

const similar = async (as: TestUser, query: string, more: object = {}) => {
  const { data } = await server.call(clientRoutes.similar, { as, query: { query, ...more } });
  return data.map(({ first_name, last_name }) => `${first_name} ${last_name}`);
};

describe('people with similar names', () => {
  test('are told to nobody who may not read them: not to a neighbor, nor to a colleague, nor once archived', async () => {
    const { owner: as, ...organization } = await server.newOrganization();
    const id = await add(as, zahra);
    const granted = await add(as, { first_name: 'Zahra', last_name: 'Bell' });
    const elsewhere = await server.newOrganization();
    expect(await similar(elsewhere.owner, 'zhara')).toEqual([]);
    const nobody = await server.newUser(organization, { privileges: { forms: ['read'] } });
    expect((await server.send(clientRoutes.similar, { as: nobody, query: { query: 'zhara' } })).status).toBe(403);
    const grant: Grant = { entity: 'clients', id: granted, actions: ['write'] };
    const few = await server.newUser(organization, { grants: [grant] });
    const through = await server.newUser(organization, { grants: [{ ...grant, through_group: true }] });
    for (const one of [few, through]) expect(await similar(one, 'zhara')).toEqual(['Zahra Bell']);
    expect(await similar(as, 'zhara')).toEqual(['Zahra Bell', "Zahra N'Diaye"]);
    await server.call(clientRoutes.remove, { as, params: { id } });
    expect(await similar(as, 'zhara')).toEqual(['Zahra Bell']);
  });

  test.each([
    ['', 422],
    [{ filters: '{"inactive":"yes"}' }, 422],
    [{ page_size: '5' }, 422],
  ])('are asked for as the contract says: %j', async (query, status) => {
    const { owner: as } = await server.newOrganization();
    const sent = typeof query === 'string' ? { query: 'x'.repeat(201) } : query;
    expect((await server.send(clientRoutes.similar, { as, query: sent as never })).status).toBe(status);
  });

  test('are not those whom the search itself finds, and nobody for no name', async () => {
    const { owner: as } = await server.newOrganization();
    await add(as, zahra);
    for (const query of ['zahra', 'ndiaye zah', '', 'zh', '1985', 'omar', "' -", 'xx zahra'])
      expect([query, await similar(as, query)]).toEqual([query, []]);
    expect((await server.call(clientRoutes.similar, { as })).data).toEqual([]);
  });

  test.each([
    ['zhara', "Zahra N'Diaye"],
    ['zarha diaye', "Zahra N'Diaye"],
    ['diaye zarha', "Zahra N'Diaye"],
    ['zhara dia', "Zahra N'Diaye"],
    ['esperansa', 'Esperanza Gonzalez'],
    ['esprean', 'Esperanza Gonzalez'],
    ['gonsales', 'Esperanza Gonzalez'],
    ['muhamad', 'Mohammed Kovač'],
    ['mohamed kovatch', 'Mohammed Kovač'],
    ['jonh', 'John Smith'],
    ['jon smyth', 'John Smith'],
    ['dagn', 'Ngọc Đặng'],
    ['wojcehowsky', 'Anna Wojciechowski'],
    ['garcai', 'Luz García'],
    ['johnny', 'John Smith'],
    ['smith jack', 'John Smith'],
    ['jhon smith', 'John Smith'],
    ['bob', null],
    ['n\\\\', null],
    ["o''zhara", "Zahra N'Diaye"],
  ])('%s finds %s', async (query, name) => {
    const { owner: as } = await server.newOrganization();
    const people = [
      zahra,
      { first_name: 'Esperanza', last_name: 'Gonzalez' },
      { first_name: 'Mohammed', last_name: 'Kovač' },
    ];
    const others = [
      { first_name: 'John', last_name: 'Smith' },
      { first_name: 'Ngọc', last_name: 'Đặng' },
      { first_name: 'Anna', last_name: 'Wojciechowski' },
      { first_name: 'Luz', last_name: 'García' },
      { first_name: "\\'", last_name: '%_🦊' },
    ];
    for (const person of [...people, ...others]) await add(as, person);
    expect(await similar(as, query)).toEqual(name === null ? [] : [name]);
  });

  test('come with the fewest letters that differ first, ten at most, and keep to filters and dates', async () => {
    const { owner: as } = await server.newOrganization();
    await add(as, { first_name: 'Sara', last_name: 'Abel' });
    await add(as, { first_name: 'Zahra', last_name: 'Young', active: false, dob: '1990-01-01' });
    await add(as, { first_name: 'Zahra', last_name: 'Cole' });
    expect(await similar(as, 'zhara')).toEqual(['Zahra Cole', 'Zahra Young', 'Sara Abel']);
    expect(await similar(as, 'zhara', { filters: '{"inactive":true}' })).toEqual(['Zahra Young']);
    expect(await similar(as, 'zhara 1985')).toEqual(['Zahra Cole', 'Sara Abel']);
    expect(await similar(as, 'zhara 1/1/90')).toEqual(['Zahra Young']);
    for (let at = 0; at < 9; at++) await add(as, { first_name: 'Zahra', last_name: `Cole ${at}` });
    expect(await similar(as, 'zhara')).toHaveLength(10);
  });
});

describe('people who may be the one about to be recorded', () => {
  const alike = async (as: TestUser, change: object = {}) => {
    const { gender: _, ssn_suffix: __, ...named } = ana;
    const { data } = await server.call(clientRoutes.alike, { as, body: { ...named, ...change } });
    return data.map((one) => [one.first_name, one.last_name, one.dob].join(' '));
  };

  test('are told to nobody who may not read them', async () => {
    const { owner: as, ...organization } = await server.newOrganization();
    const id = await add(as);
    expect(await alike((await server.newOrganization()).owner)).toEqual([]);
    const other = await add(as, { last_name: 'Bell' });
    const few = await server.newUser(organization, { grants: [{ entity: 'clients', id: other, actions: ['read'] }] });
    expect(await alike(few)).toEqual([]);
    const nobody = await server.newUser(organization, { privileges: { forms: ['read'] } });
    const body = { first_name: 'Ana', last_name: 'Ruiz', dob: '1985-03-14' };
    expect((await server.send(clientRoutes.alike, { as: nobody, body })).status).toBe(403);
    expect(await alike(as)).toEqual(['Ana Ruiz 1985-03-14']);
    await server.call(clientRoutes.remove, { as, params: { id } });
    expect(await alike(as)).toEqual([]);
  });

  test.each([
    [{}, true],
    [{ first_name: 'Anna' }, true],
    [{ first_name: 'Ruiz', last_name: 'Ana' }, true],
    [{ first_name: 'Anita' }, true],
    [{ first_name: 'Ruiz', last_name: 'Anita', dob: '1985-03-15' }, true],
    [{ last_name: 'Ruiz Jr.' }, true],
    [{ last_name: 'Soto' }, false],
    [{ last_name: 'Soto', ssn_suffix: '4321' }, true],
    [{ first_name: 'Aná', last_name: 'Ruís' }, true],
    [{ dob: '1985-04-13' }, false],
    [{ dob: '1985-03-15' }, true],
    [{ dob: '1958-03-14' }, true],
    [{ dob: '1995-03-14' }, true],
    [{ dob: '1995-03-14', first_name: 'Anna' }, false],
    [{ dob: '1985-11-30' }, false],
    [{ first_name: 'Omar' }, false],
    [{ last_name: 'Ruiz1' }, false],
  ])('%j: %s', async (change, isAlike) => {
    const { owner: as } = await server.newOrganization();
    await add(as);
    await add(as, { first_name: 'Petra', last_name: 'Novak', dob: '1985-03-14' });
    expect(await alike(as, change)).toEqual(isAlike ? ['Ana Ruiz 1985-03-14'] : []);
  });

  test('come with the reasons', async () => {
    const { owner: as } = await server.newOrganization();
    await add(as);
    const reasons = async (change: object) => {
      const body = { first_name: 'Ana', last_name: 'Ruiz', dob: '1985-03-14', ...change };
      return (await server.call(clientRoutes.alike, { as, body })).data.map((one) => one.reasons);
    };
    expect(await reasons({})).toEqual([['same_names', 'same_dob']]);
    expect(await reasons({ ssn_suffix: '4321' })).toEqual([['same_names', 'same_dob', 'same_ssn']]);
    expect(await reasons({ last_name: 'Rruiz' })).toEqual([['same_first_name', 'last_names_alike', 'same_dob']]);
    expect(await reasons({ first_name: 'Ruiz', last_name: 'Ana' })).toEqual([['names_swapped', 'same_dob']]);
    expect(await reasons({ dob: '1985-03-15' })).toEqual([['same_names', 'dob_one_digit']]);
  });

  test('are five at most, the most alike first', async () => {
    const { owner: as } = await server.newOrganization();
    for (const dob of ['1985-03-15', '1985-03-14']) for (let at = 0; at < 3; at++) await add(as, { dob });
    expect(await alike(as)).toEqual([...Array(3).fill('Ana Ruiz 1985-03-14'), ...Array(2).fill('Ana Ruiz 1985-03-15')]);
  });

  test('ask for all three', async () => {
    const { owner: as } = await server.newOrganization();
    const reply = await server.send(clientRoutes.alike, { as, body: { first_name: '', dob: 'soon' } as never });
    expect([reply.status, Object.keys(reply.errors).sort()]).toEqual([422, ['dob', 'first_name', 'last_name']]);
  });
});
