import { describe, expect, test } from 'vitest';
import { noticeRoutes } from '#contract/resources/notices.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call } = server;

describe('several notifications of one save', () => {
  test('are a line each in the bell, in the author’s words where nothing is put into them', async () => {
    const organization = await server.newOrganization();
    const { owner: as } = organization;
    const make = formMakers(server, organization);
    const client_id = await make.person();
    const form = await make.form('PHQ-9', { Item: {} });
    await server.query('update organizations set allow_answers_in_email = true where id = $1', [organization.id]);
    const add = (subject_template: string) =>
      call(notificationRoutes.create, {
        as,
        params: { form_id: form.id },
        body: {
          name: 'client_form_created',
          subject_template,
          body_template: 'Open {{record_url}}',
          recipients: [{ email: as.email, delivery_types: ['email'] }],
        },
      });
    await add('Possible self-harm: call today');
    await add('New response to {{form_name}}');
    await add('{{client_first_name}} answered {{field:Item}}');
    await make.record(form, { Item: 'Nearly every day' }, { client_id });
    const lines = async () => {
      await server.drainJobs();
      const { data } = await call(noticeRoutes.page, { as, params: { page: 1 }, query: {} });
      return data.map(({ text }) => text).toSorted();
    };
    await expect
      .poll(lines)
      .toEqual([
        `Possible self-harm: call today: PHQ-9 · ID ${client_id}`,
        `Response recorded: PHQ-9 · ID ${client_id}`,
        `Response recorded: PHQ-9 · ID ${client_id}`,
      ]);
  });
});
