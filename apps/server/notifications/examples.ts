import type { Examples } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

const mailingParams = ({ mailing }: World) => ({ form_id: mailing.id });

const notificationParams = (world: World) => ({ ...mailingParams(world), id: world.notification.id });

const notificationBody = ({ mailing: { address: field }, group, text, address }: World) => ({
  name: 'client_form_updated',
  subject_template: text('Subject'),
  body_template: `${text('Body')} {{record_url}}`,
  conditions: JSON.stringify({
    and: [{ scope: 'form', conditions: { and: [{ field_name: String(field), op: 'NEMPTY' }] } }],
  }),
  recipients: [{ name: text('Recipient'), email: address(), phone: null, delivery_types: ['email'] }],
  recipient_field_ids: [field],
  recipient_group_ids: [group.id],
  scoped_fields: [field],
});

/** An email about a response, to look at before it is sent. */
const preview = ({ form, response }: World) => ({
  params: { form_id: form.id },
  body: {
    name: 'client_form_updated',
    subject_template: 'Changed',
    body_template: '{{record_url}}',
    record_id: response.id,
  },
});

export const notificationsExamples: Examples<'notifications' | 'notices'> = {
  notifications: {
    list: (world) => ({ params: mailingParams(world) }),
    show: (world) => ({ params: notificationParams(world) }),
    create: (world) => ({ params: mailingParams(world), body: notificationBody(world) }),
    update: (world) => ({ params: notificationParams(world), body: notificationBody(world) }),
    remove: async (world) => ({
      params: { ...mailingParams(world), id: (await world.add.notification(world.mailing)).id },
    }),
    metadata: (world) => ({ params: mailingParams(world) }),
    users: (world) => ({ params: mailingParams(world), query: { query: 'a' } }),
    resend: async (world) => ({
      params: { ...mailingParams(world), id: await world.add.sentMessage(world.mailing) },
    }),
    bounce: () => ({ body: { message: 'Subject: Back' } }),
    reach: (world) => ({ params: mailingParams(world) }),
    reachOfDraft: (world) => ({
      params: mailingParams(world),
      body: {
        name: 'client_form_created',
        recipients: [{ email: world.owner.email, delivery_types: ['email'] }],
        recipient_field_ids: [world.mailing.address],
        recipient_group_ids: [world.group.id],
        notify_recorder: false,
      },
    }),
    preview: preview,
    test: preview,
    messages: (world) => ({ params: { ...mailingParams(world), page: 1 }, query: { page_size: 10 } }),
  },

  notices: {
    page: () => ({ params: { page: 1 }, query: { filters: { unread: true }, page_size: 10 } }),
    read: (world) => ({ params: { id: world.notice.id }, body: { read: true } }),
    readAll: () => ({ body: { read: true } }),
    stream: () => ({ query: { last: 1, seconds: 0 } }),
    preferences: () => ({}),
    changePreferences: () => ({ body: { preferences: [{ kind: 'form', bell: true, mail: 'daily' }] } }),
  },
};
