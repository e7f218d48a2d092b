import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { memberNow, organizationWith } from '#server/access/members.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import type { Member } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import { noEffects, type ResponseWrite, writeResponses } from './store.ts';

const server = await startServer();
const { call, query, services } = server;

const world = async () => {
  const organization = await server.newOrganization();
  const { id, owner: as } = organization;
  const make = formMakers(server, organization);
  const write = (form: TestForm, writes: readonly ResponseWrite[]) =>
    services.database.inOrganization({ organization_id: id, user_id: as.id }, async (tx) => {
      const caller = (await memberNow(tx, await organizationWith(tx, id), as.id)) as Member;
      const definition = (await formDefinitions(tx, id, [form.id])).get(form.id);
      if (!definition) throw new Error('There is no such form');
      return writeResponses({ tx, caller, keys: services.keys }, { form: definition, writes }, { effects: noEffects });
    });
  const stored = async (ids: number[]) => {
    const [rows, slots, uses] = await Promise.all([
      query(
        `select client_id, administrator_id, updated_by_id, completed_at::text, answers, title, lock_version from responses
          where id = any($1) order by id`,
        [ids],
      ),
      query(`select client_id, completed_at::text, s01, n01 from response_slots where id = any($1) order by id`, [ids]),
      query('select record_id, field_id from record_uses where response_id = any($1) order by response_id', [ids]),
    ]);
    return { rows, slots, uses };
  };
  return { as, make, write, stored };
};

const calculations = new Map();
const completed_at = '2026-01-02 03:04:05.678901+00';
const idsOf = (rows: Row<'responses'>[]) => rows.map(({ id }) => id);

test('one response is stored as each of many is', async () => {
  const { make, write, stored } = await world();
  const list = await make.form('Beds', { Name: {} }, { form_type: 'internal' });
  const [bed, other] = [await make.internalRecord(list, { Name: 'A' }), await make.internalRecord(list, { Name: 'B' })];
  const form = await make.form('Stay', {
    Story: {},
    Nights: { field_type: 'number' },
    Bed: {
      field_type: 'ref-picker',
      internal_option: { internal_form_id: list.id, internal_field_id: null },
    },
  } as Parameters<typeof make.form>[1]);
  const client_id = await make.person();
  const given = (Story: string, Nights: number, record_id: number) => ({
    client_id,
    calculations,
    answers: {
      [form.ids.Story as number]: Story,
      [form.ids.Nights as number]: Nights,
      [form.ids.Bed as number]: { record_id },
    },
  });
  const first = { ...given('It rained', 3, bed.id), before: null, completed_at };
  const one = await write(form, [first]);
  const many = await write(form, [first, first]);
  const [alone, together] = [await stored(idsOf(one)), await stored(idsOf(many))];
  expect(alone.uses).toEqual([{ record_id: bed.id, field_id: form.ids.Bed }]);
  expect(alone.slots).toMatchObject([{ client_id, s01: 'It rained', n01: 3 }]);
  for (const part of ['rows', 'slots', 'uses'] as const)
    expect(together[part]).toEqual([...alone[part], ...alone[part]]);

  const change = (before: Row<'responses'>) => ({ ...given('It snowed', 4, other.id), before, completed_at });
  await write(form, one.map(change));
  await write(form, many.map(change));
  const [changed, allChanged] = [await stored(idsOf(one)), await stored(idsOf(many))];
  expect(changed.uses).toEqual([{ record_id: other.id, field_id: form.ids.Bed }]);
  expect(changed.rows).toMatchObject([{ lock_version: 2, completed_at }]);
  for (const part of ['rows', 'slots', 'uses'] as const)
    expect(allChanged[part]).toEqual([...changed[part], ...changed[part]]);
});

test('a response to a form without typed columns can be changed', async () => {
  const { as, make } = await world();
  const form = await make.form('Papers', { Paper: { field_type: 'attachment' } });
  const client_id = await make.person();
  const { id } = await make.record(form, {}, { client_id, files: { Paper: new File(['words'], 'words.txt') } });
  const changed = await call(clientFormRoutes.update, { as, params: { client_id, id }, body: { answers: [] } });
  expect(changed.lock_version).toBe(2);
});
