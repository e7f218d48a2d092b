import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordAction } from '#contract/kit/privileges.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import type { TestServer } from '#tests/server/harness.ts';
import type { Grant, TestOrganization, TestUser, Wanted } from '#tests/server/people.ts';
import { ofRestrictedForm } from './matrix-expected.ts';

/** Responses rest on three things at once: on client_forms, on their client, and on their form when it is restricted. */
export const describeResponses = (server: TestServer, organization: TestOrganization) => {
  const { call, send } = server;
  const { owner: as } = organization;
  let count = 0;
  const newClient = () =>
    call(clientRoutes.create, {
      as,
      body: {
        first_name: 'Ana',
        last_name: `Ruiz ${++count}`,
        dob: '1990-01-02',
        gender: 'female',
        ssn_suffix: '1234',
      },
    });
  const newForm = async () => {
    const field = await call(fieldRoutes.create, { as, body: { name: `Q ${++count}`, field_type: 'freeform-short' } });
    const form_fields = [{ field_id: field.id, is_required: false }];
    return call(formRoutes.create, { as, body: { name: `Form ${++count}`, form_fields } });
  };
  const record = (client_id: number, form_id: number) =>
    call(clientFormRoutes.create, { as, params: { client_id }, body: { form_id, answers: [] } });
  const restrict = (form_id: number, to: TestUser, ...privileges: RecordAction[]) =>
    call(recordRoutes.setRecordPermissions, {
      as,
      params: { record_type: 'forms', record_id: form_id },
      body: { record_permissions: [{ permissionable_type: 'User', permissionable_id: to.id, privileges }] },
    });

  let client_id: number;
  /** The form that tests restrict and a response to it, and both of a form that stays open. */
  let form_id: number;
  let response: number;
  let open: number;
  let other: number;
  const made = async () => {
    client_id = (await newClient()).id;
    form_id = (await newForm()).id;
    open = (await newForm()).id;
    response = (await record(client_id, form_id)).id;
    other = (await record(client_id, open)).id;
  };

  const everything: Wanted['privileges'] = {
    client_forms: ['read', 'write', 'remove'],
    clients: ['read'],
    forms: ['read', 'write', 'remove', 'use'],
  };
  const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);
  /** The responses that every list of the client's shows; the status where it is none. */
  const seen = async (user: TestUser) => {
    const params = { client_id };
    const list = await send(clientFormRoutes.list, { as: user, params });
    const page = await send(clientFormRoutes.page, { as: user, params: { ...params, page: 1 } });
    const groups = await send(clientFormRoutes.groups, { as: user, params });
    expect([page.status, groups.status]).toEqual([list.status, list.status]);
    if (list.status !== 200) return list.status;
    const ids = inOrder(list.body.data.map(({ id }) => id));
    expect(inOrder(page.body.data.map(({ id }) => id))).toEqual(ids);
    expect(page.body.metadata.total_count).toBe(ids.length);
    const form_ids = [...new Set(list.body.data.map((one) => one.form_id))];
    expect(inOrder(groups.body.data.map(({ id }) => id))).toEqual(inOrder(form_ids));
    return ids;
  };
  /** Show, edit, update, history and delete of the response to the form that may be restricted. */
  const statuses = async (user: TestUser) => {
    const sent = { as: user, params: { client_id, id: response } };
    const history = { as: user, params: { record_type: 'client_forms', record_id: response } };
    return [
      (await send(clientFormRoutes.show, sent)).status,
      (await send(clientFormRoutes.edit, sent)).status,
      (await send(clientFormRoutes.update, { ...sent, body: {} })).status,
      (await send(recordRoutes.versions, history)).status,
      (await send(clientFormRoutes.remove, { ...sent, body: { lock_version: 999 } })).status,
    ];
  };
  const hidden = [404, 404, 404, 404, 404];
  /** Removing meets a version that nobody saw, so that it is allowed and nothing goes. */
  const allowed = [200, 200, 200, 200, 409];
  /** The same for who has every privilege, by what a restricted form gives them (R29b). */
  const onRestricted = (given: keyof typeof ofRestrictedForm) => {
    const { show, update, remove } = ofRestrictedForm[given];
    return [show, update, update, show, remove === 204 ? 409 : remove];
  };
  const user = (wanted: Wanted = {}) => server.newUser(organization, wanted);

  describe('a response', () => {
    beforeEach(made);

    test('of a client who is not visible is not there, whatever one may do with responses (R29)', async () => {
      const { clients: _, ...rest } = everything;
      const blind = await user({
        privileges: rest,
        grants: [{ entity: 'client_forms', id: response, actions: ['write'] }],
      });
      expect(await seen(blind)).toBe(404);
      expect(await statuses(blind)).toEqual(hidden);
    });

    test('of a client who was granted is there, and of no other', async () => {
      const { clients: _, ...rest } = everything;
      const elsewhere = await newClient();
      const far = await record(elsewhere.id, open);
      const one = await user({ privileges: rest, grants: [{ entity: 'clients', id: client_id, actions: ['read'] }] });
      expect(await seen(one)).toEqual([response, other]);
      expect(await statuses(one)).toEqual(allowed);
      const params = { client_id: elsewhere.id, id: far.id };
      expect((await send(clientFormRoutes.show, { as: one, params })).status).toBe(404);
      const under = { client_id, id: far.id };
      expect((await send(clientFormRoutes.show, { as: one, params: under })).status, 'under another client').toBe(404);
    });

    test('to a form that was granted to somebody else is not there, whatever one may do with forms (R29)', async () => {
      const person = await user({ privileges: everything });
      expect(await seen(person)).toEqual([response, other]);
      await restrict(form_id, await user(), 'read');
      expect(await seen(person)).toEqual([other]);
      expect(await statuses(person)).toEqual(hidden);
      expect(await seen(as), 'the owner').toEqual([response, other]);
      expect(await statuses(as)).toEqual(allowed);
    });

    test.each([
      ...(['read', 'write', 'remove'] as const).map((action) => ({ action, through: 'the person' })),
      ...(['read', 'write', 'remove'] as const).map((action) => ({ action, through: 'their group' })),
    ])('to a restricted form that $through has with $action is open to that (R29b)', async ({ action, through }) => {
      const grant: Grant = { entity: 'forms', id: form_id, actions: [action], through_group: through !== 'the person' };
      const privileges = { client_forms: ['write', 'remove'], clients: ['read'] } satisfies Wanted['privileges'];
      const before = await user({ privileges });
      expect(await statuses(before), 'while the form is open').toEqual(allowed);
      const one = await user({ privileges, grants: [grant] });
      expect(await seen(one)).toEqual([response, other]);
      expect(await statuses(one)).toEqual(onRestricted(action));
      expect(await seen(before), 'somebody without the grant').toEqual([other]);
      expect(await statuses(before)).toEqual(onRestricted('nothing'));
    });

    test('that was granted itself needs the grant on a restricted form as well', async () => {
      const grant: Grant = { entity: 'client_forms', id: response, actions: ['write'] };
      const one = await user({ privileges: { clients: ['read'] }, grants: [grant] });
      const reader = [200, 200, 200, 200, 403];
      expect([await seen(one), await statuses(one)]).toEqual([[response], reader]);
      await restrict(form_id, await user(), 'read');
      expect([await seen(one), await statuses(one)]).toEqual([[], hidden]);
      await restrict(form_id, one, 'read');
      expect([await seen(one), await statuses(one)]).toEqual([[response], onRestricted('read')]);
      await restrict(form_id, one, 'write');
      expect([await seen(one), await statuses(one)]).toEqual([[response], reader]);
    });

    test('is open again when the last grant on its form goes', async () => {
      const person = await user({ privileges: everything });
      await restrict(form_id, await user(), 'read');
      expect(await seen(person)).toEqual([other]);
      const params = { record_type: 'forms', record_id: form_id } as const;
      await call(recordRoutes.setRecordPermissions, { as, params, body: { record_permissions: [] } });
      expect(await seen(person)).toEqual([response, other]);
    });
  });

  describe('filling in a form (R27, payloads Access)', () => {
    beforeEach(made);

    const writes: Wanted['privileges'] = { client_forms: ['write'], clients: ['read'] };
    const fills = async (person: TestUser) => {
      const listed = await send(formRoutes.fillable, { as: person });
      const body = { form_id: open, answers: [] };
      return {
        offered: listed.status === 200 ? listed.body.data.some(({ id }) => id === open) : listed.status,
        form: (await send(formRoutes.fillableForm, { as: person, params: { id: open } })).status,
        checked: (await send(clientFormRoutes.validate, { as: person, params: { client_id }, body })).status,
        recorded: (await send(clientFormRoutes.create, { as: person, params: { client_id }, body })).status,
        /** Whether the form's own screen opens. */
        opened: (await send(formRoutes.show, { as: person, params: { id: open } })).status,
      };
    };

    test('is refused without client_forms write, without the client, and without the form', async () => {
      const reader = await user({ privileges: { ...everything, client_forms: ['read', 'remove'] } });
      expect(await fills(reader)).toMatchObject({ offered: 403, form: 403, checked: 403, recorded: 403 });
      const blind = await user({ privileges: { client_forms: ['write'], forms: ['read', 'use'] } });
      expect(await fills(blind)).toMatchObject({ offered: true, form: 200, checked: 404, recorded: 404 });
      const formless = await user({ privileges: writes });
      expect(await fills(formless)).toEqual({ offered: false, form: 404, checked: 422, recorded: 422, opened: 404 });
    });

    test('with a restricted form takes no grant on it, and does not open what was recorded (R29b)', async () => {
      await restrict(open, await user(), 'read');
      const one = await user({ privileges: { ...writes, forms: ['use'] } });
      expect(await fills(one)).toEqual({ offered: true, form: 200, checked: 200, recorded: 201, opened: 404 });
      expect(await seen(one), 'what is open besides').toEqual([response]);
      expect(await seen(as)).toHaveLength(3);
    });

    test('takes use, which does not open the form', async () => {
      const one = await user({ privileges: { ...writes, forms: ['use'] } });
      expect(await fills(one)).toEqual({ offered: true, form: 200, checked: 200, recorded: 201, opened: 404 });
      expect((await send(formRoutes.list, { as: one })).status).toBe(403);
    });

    test.each(['read', 'write', 'remove'] as const)('takes %s on all forms, or on this one', async (action) => {
      const done = { offered: true, form: 200, checked: 200, recorded: 201, opened: 200 };
      expect(await fills(await user({ privileges: { ...writes, forms: [action] } }))).toEqual(done);
      for (const through_group of [false, true]) {
        const one = await user({
          privileges: writes,
          grants: [{ entity: 'forms', id: open, actions: [action], through_group }],
        });
        expect(await fills(one)).toEqual(done);
        const listed = await call(formRoutes.fillable, { as: one });
        expect(listed.data.map(({ id }) => id)).toEqual([open]);
      }
    });
  });
};
