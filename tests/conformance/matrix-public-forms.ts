import { describe, expect, test } from 'vitest';
import { recordActions } from '#contract/kit/privileges.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import type { TestServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import type { CallerFor } from './matrix-account.ts';
import { expected, offered, ofRestrictedForm } from './matrix-expected.ts';

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

/** What was answered by a public form is listed, shown, changed and deleted by who may do so with the public form. */
export const describePublicForms = (server: TestServer, organization: TestOrganization, callerFor: CallerFor) => {
  const { call, send } = server;
  let count = 0;
  const newPublicForm = async (within = organization) => {
    const { owner: as } = within;
    const name = `Asked in public ${++count}`;
    const field = await call(fieldRoutes.create, { as, body: { name, field_type: 'freeform-short' } });
    const form = await call(formRoutes.create, { as, body: { name, form_fields: [{ field_id: field.id }] } });
    const body = { published_at: '2026-01-01T00:00:00.000Z' };
    const { id, access_key } = await call(publicFormRoutes.create, { as, params: { form_id: form.id }, body });
    let sent = 0;
    const answered = async () => {
      const there = { org: within, address: `198.18.${count}.${++sent}`, params: { access_key } };
      const { start_token } = await call(publicFormRoutes.open, there);
      const answers = [{ field_id: field.id, value: name }];
      await call(publicFormRoutes.submit, { ...there, body: { answers, start_token } });
      const { data } = await call(publicInstanceRoutes.list, { as, params: { public_form_id: id } });
      return data[0]?.id as number;
    };
    return { id, form_id: form.id, answered };
  };

  describe('public forms', () => {
    const rows = expected.filter(({ action }) => action === null || offered('public_forms').includes(action));
    const made = Promise.all([newPublicForm(), newPublicForm()]);

    test.each(rows.map((row) => ({ ...row, with: row.action ?? 'no action' })))(
      'through $way, $with: $source',
      async (row) => {
        const [one, other] = await made;
        const id = await one.answered();
        const caller = await callerFor(row, { entity: 'public_forms', one: one.id, other: other.id });
        const sent = { as: caller, org: organization };
        const meant = { all: [one.id, other.id], 'this one': [one.id], 'another one': [other.id] };
        const all = await send(publicFormRoutes.all, sent);
        if (row.lists === 403) expect(all.status).toBe(403);
        else expect(inOrder(all.body.data.map((found) => found.id))).toEqual(inOrder(meant[row.lists]));

        const below = { ...sent, params: { public_form_id: one.id, id, page: 1 } };
        const flat = { ...sent, params: { id, instance_id: id } };
        const answered = {
          list: (await send(publicInstanceRoutes.list, below)).status,
          page: (await send(publicInstanceRoutes.page, below)).status,
          show: (await send(publicInstanceRoutes.show, below)).status,
          flat: (await send(publicInstanceRoutes.flat, flat)).status,
          link: (await send(publicInstanceRoutes.showLink, flat)).status,
          matches: (await send(publicInstanceRoutes.matches, flat)).status,
          update: (await send(publicInstanceRoutes.update, { ...below, body: {} })).status,
          remove: (await send(publicInstanceRoutes.remove, below)).status,
        };
        const { show, update, remove } = row;
        expect(answered).toEqual({
          list: show,
          page: show,
          show,
          flat: show,
          link: show,
          matches: update,
          update,
          remove,
        });
      },
    );

    test.each(recordActions)('of a restricted form that gives %s are open to that (R29b)', async (action) => {
      const within = await server.newOrganization();
      const { id: public_form_id, form_id, answered } = await newPublicForm(within);
      const caller = await server.newUser(within, {
        privileges: { public_forms: ['read', 'write', 'remove'] },
        grants: [{ entity: 'forms', id: form_id, actions: [action] }],
      });
      const below = { as: caller, params: { public_form_id, id: await answered() } };
      expect({
        show: (await send(publicInstanceRoutes.show, below)).status,
        update: (await send(publicInstanceRoutes.update, { ...below, body: {} })).status,
        remove: (await send(publicInstanceRoutes.remove, below)).status,
      }).toEqual(ofRestrictedForm[action]);
    });
  });
};
