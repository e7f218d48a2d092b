import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { copyResponses } from './copy-responses.ts';

const server = await startServer();
const { call } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let client_id: number;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  client_id = await make.person();
  form = await make.form('Intake', { Income: { field_type: 'number' }, Note: {}, Paper: { field_type: 'attachment' } });
});

const cloned = async () =>
  (await server.send(formRoutes.clone, { as, params: { id: form.id }, body: { include_data: true } })).body;
/** The responses of a copy, once there are as many; the oldest first. */
const responsesOf = async (copy_id: number, count: number) => {
  const read = async () => {
    await server.drainJobs();
    const query = { filters: { form_id: copy_id }, sort: [{ field: 'created_at', order: 'asc' }] };
    return (await call(clientFormRoutes.list, { as, params: { client_id }, query: query as never })).data;
  };
  await expect.poll(async () => (await read()).length).toBe(count);
  return read();
};
const slots = (form_id: number) =>
  server.query<Record<string, unknown>>(
    `select s.*, null as id, null as form_id from response_slots s where organization_id = $1 and form_id = $2 order by s.id`,
    [organization.id, form_id],
  );
const again = (copy_id: number) =>
  copyResponses.work(
    { ...server.services, mailer: openMailer(server.services.config) },
    { form_id: form.id, copy_id },
    {
      organization_id: organization.id,
      job_id: 1,
      user_id: as.id,
      impersonator_id: null,
      progress: () => {},
      finish: async () => {},
    },
  );

describe('the responses of a form follow its copy (R58)', () => {
  test('with what was answered, calculated and recorded, in their typed columns', async () => {
    const variables = [{ name: 'a', record_type: 'Field' as const, record_id: form.ids.Income }];
    await make.calculation(form.id, { name: 'Double', equation: 'a * 2', calculation_type: 'numeric', variables });
    const writer = await server.newUser(organization, {
      privileges: { client_forms: ['write'], clients: ['read'], forms: ['use'] },
    });
    const first = await make.record(form, { Income: 1, Note: 'one' }, { client_id, as: writer });
    await make.record(form, { Income: 2 }, { client_id });
    const params = { client_id, id: first.id };
    await call(clientFormRoutes.update, { as, params, body: { completed_at: '2020-01-02T03:04:05.000Z' } });
    const times = (form_id: number) =>
      server.query('select completed_at::text from responses where organization_id = $1 and form_id = $2 order by id', [
        organization.id,
        form_id,
      ]);
    const copy = await cloned();
    const copies = await responsesOf(copy.id, 2);
    expect(copies.map(({ answers }) => answers.map(({ value }) => value))).toEqual([
      [1, 'one', null],
      [2, null, null],
    ]);
    expect(copies[0]).toMatchObject({
      form_name: 'Intake (copy)',
      administrator_id: writer.id,
      completed_at: '2020-01-02T03:04:05.000Z',
      lock_version: 1,
    });
    expect(copies.map(({ calculation_results }) => calculation_results.map(({ value }) => value))).toEqual([[2], [4]]);
    const columns = await slots(copy.id);
    expect(columns).toHaveLength(2);
    expect(columns).toEqual(await slots(form.id));
    expect(await times(copy.id), 'to the microsecond').toEqual(await times(form.id));
    expect((await responsesOf(form.id, 2))[0]?.id, 'those of the form stay').toBe(first.id);
  });

  test('with their files, at addresses of their own', async () => {
    const files = { Paper: new File(['A letter'], 'letter.txt') };
    await make.record(form, { Income: 1 }, { client_id, files });
    const copy = await cloned();
    const [one] = await responsesOf(copy.id, 1);
    const file = one?.answers[2]?.value as { file_id: number; url: string };
    expect(file.url).toContain(`/client_forms/${one?.id}/files/`);
    const params = { client_id, id: one?.id as number, file_id: file.file_id };
    const down = await server.send(clientFormRoutes.file, { as, params });
    expect(down.bytes.toString()).toBe('A letter');
  });

  test('once, however often the job runs', async () => {
    await make.record(form, { Income: 1 }, { client_id, files: { Paper: new File(['x'], 'x.txt') } });
    const copy = await cloned();
    await responsesOf(copy.id, 1);
    await again(copy.id);
    await again(copy.id);
    expect(await responsesOf(copy.id, 1)).toHaveLength(1);
    expect(await slots(copy.id)).toHaveLength(1);
  });

  test('also when somebody records the first response to the copy before the job runs', async () => {
    await make.record(form, { Income: 1 }, { client_id });
    await make.record(form, { Income: 2 }, { client_id });
    const copy = await cloned();
    const { form_fields } = copy;
    const answers = [{ field_id: form_fields[0]?.field_id as number, value: 3 }];
    await call(clientFormRoutes.create, { as, params: { client_id }, body: { form_id: copy.id, answers } });
    const copies = await responsesOf(copy.id, 3);
    expect(copies.map(({ answers }) => answers[0]?.value).toSorted()).toEqual([1, 2, 3]);
  });

  test('more of them than one batch', async () => {
    const { id } = await make.record(form, { Income: 1 }, { client_id });
    await server.query(
      `insert into responses (organization_id, form_id, client_id, administrator_id, updated_by_id, answers)
       select organization_id, form_id, client_id, administrator_id, updated_by_id, answers
         from responses, generate_series(1, 600) where id = $1`,
      [id],
    );
    const copy = await cloned();
    expect(await responsesOf(copy.id, 601)).toHaveLength(601);
  });

  test('as records, with their titles, where the form is internal', async () => {
    form = await make.form(
      'Shelters',
      { Income: { field_type: 'number' }, Name: { entry: { is_quick_view: true } } },
      {
        form_type: 'internal',
      },
    );
    await make.internalRecord(form, { Name: 'Harbor' });
    const copy = await cloned();
    const records = async () => {
      await server.drainJobs();
      const { data } = await call(internalFormRoutes.records, { as, params: { form_id: copy.id }, query: {} });
      return data.map(({ title }) => title);
    };
    await expect.poll(records).toEqual(['Harbor']);
  });

  test('and who asked for it gets a mail with the count, and nobody else gets any', async () => {
    await call(notificationRoutes.create, {
      as,
      params: { form_id: form.id },
      body: {
        name: 'client_form_created',
        subject_template: 'News',
        body_template: 'Look',
        recipients: [{ name: 'Desk', email: 'desk@example.org', delivery_types: ['email'] }],
      },
    });
    await make.record(form, { Income: 1 }, { client_id });
    const copy = await cloned();
    const mail = await server.mailTo(as.email);
    expect(mail.subject).toBe('Your copy Intake (copy) is ready');
    expect(mail.text).toContain('1 response');
    expect(mail.text).not.toContain('1 responses');
    expect(mail.text).toContain(`/organization/forms/${copy.id}`);
    expect(mail.text, 'no names of people').not.toContain('Ruiz');
    const messages = 'select id from notification_messages where organization_id = $1 and form_id = $2';
    expect(await server.query(messages, [organization.id, copy.id])).toEqual([]);
  });

  test('not at all when the copy was deleted meanwhile', async () => {
    await make.record(form, { Income: 1 }, { client_id });
    const copy = await cloned();
    const removed = await server.send(formRoutes.remove, { as, params: { id: copy.id } });
    expect(removed.status).toBe(204);
    await expect(again(copy.id)).resolves.toBeUndefined();
    expect(await slots(copy.id)).toEqual([]);
  });
});
