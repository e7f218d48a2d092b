import { describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import type { TestServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import type { CallerFor } from './matrix-account.ts';
import { notifications } from './matrix-expected.ts';

/** Notifications hang on a form: the entity's privileges open all of a form that is seen, and grants open none. */
export const describeNotifications = (server: TestServer, organization: TestOrganization, callerFor: CallerFor) => {
  const { call, send } = server;
  const { owner } = organization;
  const body = { name: 'form_activated', subject_template: 'Open again', body_template: '{{record_url}}' } as const;
  const added = async (form_id: number) =>
    (await call(notificationRoutes.create, { as: owner, params: { form_id }, body })).id;

  describe('the notifications of a form', () => {
    test.each(notifications)('through $way, $action: $source', async ({ way, action, answers }) => {
      const field = await call(fieldRoutes.create, { as: owner, body: { name: 'Name', field_type: 'freeform-short' } });
      const { id: form_id } = await call(formRoutes.create, {
        as: owner,
        body: { name: 'Intake', form_fields: [{ field_id: field.id }] },
      });
      const [one, other] = [await added(form_id), await added(form_id)];
      const as = await callerFor({ way, action }, { entity: 'notification_messages', one, other });
      const sent = { as, org: organization, params: { form_id, id: one, page: 1 } };
      expect({
        list: (await send(notificationRoutes.list, sent)).status,
        show: (await send(notificationRoutes.show, sent)).status,
        history: (await send(notificationRoutes.messages, sent)).status,
        update: (await send(notificationRoutes.update, { ...sent, body: {} })).status,
        create: (await send(notificationRoutes.create, { ...sent, body })).status,
        remove: (await send(notificationRoutes.remove, sent)).status,
      }).toEqual(answers);
    });
  });
};
