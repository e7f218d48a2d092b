import { describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import type { TestServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import type { CallerFor } from './matrix-account.ts';
import { expected, offered } from './matrix-expected.ts';

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** Internal forms are listed and shown like other records; who may write one adds records to it. */
export const describeInternalForms = (server: TestServer, organization: TestOrganization, callerFor: CallerFor) => {
  const { call, send } = server;
  const { owner: as } = organization;
  let count = 0;
  const newForm = async () => {
    const name = `Resource ${++count}`;
    const field = await call(fieldRoutes.create, { as, body: { name, field_type: 'freeform-short' } });
    const form_fields = [{ field_id: field.id }];
    const { id } = await call(formRoutes.create, { as, body: { name, form_type: 'internal', form_fields } });
    const answers = [{ field_id: field.id, value: name }];
    const record = await call(internalFormRoutes.createRecord, { as, params: { form_id: id }, body: { answers } });
    return { id, record: record.id, answers };
  };

  describe('internal forms', () => {
    const rows = expected.filter(({ action }) => action === null || offered('internal_forms').includes(action));
    const made = Promise.all([newForm(), newForm()]);

    test.each(rows.map((row) => ({ ...row, with: row.action ?? 'no action' })))(
      'through $way, $with: $source',
      async (row) => {
        const [one, other] = await made;
        const caller = await callerFor(row, { entity: 'internal_forms', one: one.id, other: other.id });
        const sent = { as: caller, org: organization };
        const meant = { all: [one.id, other.id], 'this one': [one.id], 'another one': [other.id] };
        const lists = [
          await send(internalFormRoutes.list, sent),
          await send(internalFormRoutes.page, { ...sent, params: { page: 1 } }),
        ];
        for (const { status, body } of lists)
          if (row.lists === 403) expect(status).toBe(403);
          else expect(inOrder(body.data.map(({ id }) => id))).toEqual(inOrder(meant[row.lists]));

        const params = { form_id: one.id };
        const records = { ...sent, params };
        const record = { ...sent, params: { ...params, id: one.record } };
        const answered = {
          show: (await send(internalFormRoutes.show, { ...sent, params: { id: one.id } })).status,
          records: (await send(internalFormRoutes.records, records)).status,
          recordsPage: (await send(internalFormRoutes.recordsPage, { ...sent, params: { ...params, page: 1 } })).status,
          record: (await send(internalFormRoutes.showRecord, record)).status,
          create: (await send(internalFormRoutes.createRecord, { ...records, body: { answers: one.answers } })).status,
        };
        const { show, update } = row;
        const create = update === 200 ? 201 : update;
        expect(answered).toEqual({ show, records: show, recordsPage: show, record: show, create });
      },
    );
  });
};
