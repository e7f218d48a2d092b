import { describe, expect, test } from 'vitest';
import type { RecordType } from '#contract/record-types.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { userRoutes } from '#contract/resources/users.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call } = server;

const organization = await server.newOrganization();
const { owner } = organization;
const make = formMakers(server, organization);

/** What the history of a record says, the newest entry first, each as "label: was > is". */
const told = async (record_type: RecordType, record_id: number, as: TestUser = owner) => {
  const { history } = await call(recordRoutes.versions, {
    as,
    params: { record_type, record_id },
    query: { history: 'true' },
  });
  return history.map(({ shown }) =>
    shown.map(({ label, was, is }) => `${label}: ${[was, is].map((one) => JSON.stringify(one)).join(' > ')}`),
  );
};

describe('the words of a history', () => {
  test('keep to themselves who and what the reader may not see, and what is secret', async () => {
    const colleague = await server.newUser(organization);
    const blind = await server.newUser(organization, { privileges: { users: ['read'] } });
    const permission_group_ids = [colleague.group_id, blind.group_id].map(Number);
    await call(userRoutes.update, { as: owner, params: { id: colleague.id }, body: { permission_group_ids } });
    expect((await told('users', colleague.id, blind))[0]).toEqual(['A group you cannot see: null > "Member"']);
    const id = await make.person();
    await call(clientRoutes.update, { as: owner, params: { id }, body: { ssn_suffix: '9876' } });
    expect((await told('clients', id))[0]).toEqual(['Last 4 of SSN: null > "Changed"']);
  });

  test('of a person are those of the record', async () => {
    const id = await make.person();
    const body = { dob: '1985-03-04', gender: 'non_binary', active: false, middle_name: 'Eva' } as const;
    await call(clientRoutes.update, { as: owner, params: { id }, body });
    expect((await told('clients', id))[0]?.toSorted()).toEqual([
      'Active: "Yes" > "No"',
      'Date of birth: "01/02/1990" > "03/04/1985"',
      'Gender: "Female" > "Non-binary"',
      'Middle name: null > "Eva"',
    ]);
  });

  test('of a response are the words of its questions, with names for ids and moments for the reader’s zone', async () => {
    const client_id = await make.person('Zahra');
    const form = await make.form('Contact', {
      Day: { field_type: 'date' },
      Kind: { field_type: 'select-one', field_options: [{ label: 'By phone', value: 'phone' }] },
    });
    const { id, completed_at } = await make.record(form, { Day: '2026-11-20', Kind: 'phone' }, { client_id });
    const [created = []] = await told('client_forms', id);
    expect(created.toSorted()).toEqual([
      'Day: null > "11/20/2026"',
      'Form: null > "Contact"',
      'Kind: null > "By phone"',
      'Person: null > "Zahra Ruiz"',
      `Recorded at: null > ${JSON.stringify({ at: completed_at })}`,
      `Recorded by: null > "${owner.first_name} ${owner.last_name}"`,
    ]);
  });

  test('of a form and a sequence name what belongs to them, and hold no ids', async () => {
    const form = await make.form('Intake', { Income: { field_type: 'number' } });
    const { name } = await call(formRoutes.show, { as: owner, params: { id: form.id } });
    const said = (await told('forms', form.id)).flat();
    expect(said).toEqual(expect.arrayContaining([`Name: null > "${name}"`, 'Form Use: null > "Client"']));
    expect(said).toContain('Income: null > "Position: 1"');
    const { id } = await call(sequenceRoutes.create, {
      as: owner,
      body: { name: 'First day', forms: [{ id: form.id }] },
    });
    expect((await told('sequences', id)).flat()).toContain('Intake: null > "Position: 1"');
    expect([...said, ...(await told('sequences', id)).flat()].join()).not.toMatch(/_id|\bid\b/);
  });
});
