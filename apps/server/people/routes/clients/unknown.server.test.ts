import { describe, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdMemberRoutes } from '#contract/resources/households.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const { call, send, newOrganization } = await startServer();

const ana = { first_name: 'Ana', last_name: 'Ruiz', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' } as const;
const unsaid = { gender: 'unknown', ssn_suffix: 'declined' } as const;

const allow = (as: TestUser, allow_unknown: boolean) =>
  call(organizationAccountRoutes.changeOrganizationAccount, { as, body: { allow_unknown } });

const add = (as: TestUser, changes: object) => call(clientRoutes.create, { as, body: { ...ana, ...changes } });

describe('R20a gender and last 4 of SSN that are unknown or declined', () => {
  test('are refused unless the organization allows them, of people and of contacts', async () => {
    const { owner: as } = await newOrganization();
    const created = await send(clientRoutes.create, { as, body: { ...ana, ...unsaid } });
    expect([created.status, created.errors]).toEqual([
      422,
      { gender: ['Choose a gender from the list'], ssn_suffix: ['Last 4 of SSN must be 4 digits'] },
    ]);
    const { id: client_id } = await add(as, {});
    const changed = await send(clientRoutes.update, { as, params: { id: client_id }, body: unsaid });
    expect([changed.status, Object.keys(changed.errors)]).toEqual([422, ['gender', 'ssn_suffix']]);
    const contact = await send(householdMemberRoutes.create, {
      as,
      params: { client_id },
      body: { type: 'non_client', name: 'Teresa', dob: '1957-06-02', gender: 'declined', relationship: 'mother' },
    });
    expect([contact.status, contact.errors]).toEqual([422, { gender: ['Choose a gender from the list'] }]);
    for (const ssn_suffix of ['Unknown', 'unknown ', '', null, 'none'])
      expect((await send(clientRoutes.create, { as, body: { ...ana, ssn_suffix } })).errors.ssn_suffix).toHaveLength(1);
  });

  test('are recorded, shown and found where they are allowed', async () => {
    const { owner: as } = await newOrganization();
    expect(await allow(as, true)).toMatchObject({ allow_unknown: true });
    const { id } = await add(as, unsaid);
    expect(await call(clientRoutes.show, { as, params: { id } })).toMatchObject({ id, ...unsaid });
    expect(await call(clientRoutes.ssn, { as, params: { id } })).toEqual({ ssn_suffix: 'declined' });
    const contact = await call(householdMemberRoutes.create, {
      as,
      params: { client_id: id },
      body: { type: 'non_client', name: 'Teresa', dob: '1957-06-02', gender: 'declined', relationship: 'mother' },
    });
    expect(contact).toMatchObject({ gender: 'declined', relationship: 'mother' });
  });

  test('never count as a match between people, nor does 0000', async () => {
    const { owner: as } = await newOrganization();
    await allow(as, true);
    for (const [last_name, ssn_suffix] of [
      ['Ruiz', 'unknown'],
      ['Vega', 'declined'],
      ['Luna', '0000'],
    ]) {
      await add(as, { last_name, ssn_suffix });
      const other = await add(as, { first_name: 'Maria', last_name, ssn_suffix });
      expect(other.has_duplicates).toBe(false);
    }
    // The same two with digits that are known.
    await add(as, { last_name: 'Soto', ssn_suffix: '7788' });
    expect((await add(as, { first_name: 'Maria', last_name: 'Soto', ssn_suffix: '7788' })).has_duplicates).toBe(true);
  });

  test('stay as they are when the organization no longer allows them', async () => {
    const { owner: as } = await newOrganization();
    await allow(as, true);
    const { id, lock_version } = await add(as, unsaid);
    await allow(as, false);
    const body = { ...ana, ...unsaid, middle_name: 'Lucía', lock_version };
    expect(await call(clientRoutes.update, { as, params: { id }, body })).toMatchObject({
      ...unsaid,
      middle_name: 'Lucía',
    });
    const other = await send(clientRoutes.update, { as, params: { id }, body: { gender: 'declined' } });
    expect([other.status, other.errors]).toEqual([422, { gender: ['Choose a gender from the list'] }]);
  });
});
