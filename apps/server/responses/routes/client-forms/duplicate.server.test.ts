import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { startJobIn } from '#server/kit/enqueue.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { duplicateResponse } from '#server/responses/jobs/duplicate-response.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let client_id: number;
let source: number;

beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Visit', {
    Town: {},
    Proof: { field_type: 'attachment' },
    Sign: { field_type: 'signature', entry: { is_required: true } },
  });
  client_id = await make.person();
  const files = { Proof: new File(['paper'], 'paper.txt'), Sign: await signature() };
  source = (await make.record(form, { Town: 'Troy' }, { client_id, files })).id;
});

const signature = async () => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } });
  return new File([new Uint8Array(await picture.png().toBuffer())], 'signature.png');
};
const clone = (clients_ids: unknown, as = owner, id = source) =>
  send(clientFormRoutes.clone, { as, params: { id }, body: { clients_ids } });
const responsesOf = async (client: number) =>
  (await call(clientFormRoutes.list, { as: owner, params: { client_id: client } })).data;
const worker = (wanted: Parameters<typeof server.newUser>[1] = {}) =>
  server.newUser(organization, {
    privileges: { clients: ['read'], client_forms: ['write'], forms: ['use'] },
    ...wanted,
  });
const jobOf = (id: number, as = owner) => call(jobRoutes.show, { as, params: { id } });
const done = async (id: number, as = owner) => {
  await expect
    .poll(async () => {
      await server.drainJobs();
      return (await jobOf(id, as)).finished_at;
    })
    .not.toBeNull();
  return jobOf(id, as);
};

describe('a response is not duplicated', () => {
  test('by who may not change it, may not fill in its form, or does not see it', async () => {
    const reader = await worker({ privileges: { clients: ['read'], client_forms: ['read'], forms: ['use'] } });
    expect((await clone([], reader)).status).toBe(403);
    const formless = await worker({ privileges: { clients: ['read'], client_forms: ['write'] } });
    expect((await clone([], formless)).status).toBe(422);
    const blind = await worker({ privileges: { client_forms: ['write'], forms: ['use'] } });
    expect((await clone([], blind)).status).toBe(404);
    const neighbour = await server.newOrganization();
    expect((await clone([], neighbour.owner)).status).toBe(404);
    await make.grant('forms', form.id, owner, 'read', 'write');
    expect((await clone([], await worker())).status, 'a restricted form').toBe(404);
    expect(await responsesOf(client_id)).toHaveLength(1);
  });

  test('for people whom the caller does not see, for more than 200, or with an inactive form', async () => {
    const [seen, hidden] = [await make.person(), await make.person()];
    const some = await worker({
      privileges: { client_forms: ['write'], forms: ['use'] },
      grants: [client_id, seen].map((id) => ({ entity: 'clients', id, actions: ['read'] })),
    });
    const reply = await clone([seen, hidden, 99_999_999], some);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, ['clients_ids.1', 'clients_ids.2']]);
    expect(reply.errors['clients_ids.1']).toEqual(reply.errors['clients_ids.2']);
    expect((await clone(Array.from({ length: 201 }, (_, index) => index + 1))).status).toBe(422);
    await call(formRoutes.update, { as: owner, params: { id: form.id }, body: { active: false } });
    expect((await clone([])).errors.base?.[0]).toContain('inactive');
  });

  test('for others by who was given that response alone', async () => {
    const one = await worker({
      privileges: { clients: ['read'], forms: ['use'] },
      grants: [{ entity: 'client_forms', id: source, actions: ['write'] }],
    });
    expect((await clone([await make.person()], one)).status).toBe(403);
    const { status, body } = await clone([], one);
    expect(status).toBe(201);
    const shown = await send(clientFormRoutes.show, { as: one, params: { client_id, id: body.id } });
    expect(shown.status, 'who was given the original is given the copy').toBe(200);
  });
});

describe('a response is duplicated', () => {
  test('for the same person: answers and files, without the signature, recorded now by who asked', async () => {
    await call(clientFormRoutes.update, {
      as: owner,
      params: { client_id, id: source },
      body: { completed_at: '2020-01-02T03:04:05.000Z' },
    });
    const as = await worker();
    const { status, body } = await clone([], as);
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), type: 'client_forms', form_id: form.id, client_id },
    ]);
    const copy = await call(clientFormRoutes.show, { as, params: { client_id, id: body.id } });
    expect(copy.answers.map(({ display_value }) => display_value)).toEqual(['Troy', 'paper.txt', '']);
    expect(copy.administrator_id).toBe(as.id);
    expect(Date.parse(copy.completed_at)).toBeGreaterThan(Date.parse('2026-01-01'));
    const { file_id } = (copy.answers as { value: { file_id: number } }[])[1]!.value;
    await call(clientFormRoutes.remove, { as: owner, params: { client_id, id: source } });
    const file = await send(clientFormRoutes.file, { as, params: { client_id, id: body.id, file_id } });
    expect([file.status, file.bytes.toString()]).toEqual([200, 'paper']);
  });

  test('for others in a job, once each, of which a mail tells counts and no names', async () => {
    const people = [await make.person('Bela'), await make.person('Cleo')];
    const as = await worker();
    const { status, body } = await clone([...people, ...people], as);
    expect([status, body.id, body.job?.state]).toEqual([202, source, 'enqueued']);
    expect(await done(body.job?.id as number, as)).toMatchObject({
      kind: 'duplicate_response',
      state: 'succeeded',
      progress: { done: 2, total: 2 },
    });
    for (const id of people) expect((await responsesOf(id)).map(({ answers }) => answers[0]?.value)).toEqual(['Troy']);
    expect(await responsesOf(client_id)).toHaveLength(1);
    const mail = await server.mailTo(as.email);
    expect(mail.text).toContain('2 copies were made');
    expect(mail.text).not.toMatch(/Bela|Cleo|Ruiz|Troy/);
  });

  test('for those alone whom the caller still sees when the job runs, and for nobody when the right is gone', async () => {
    const [kept, archived] = [await make.person(), await make.person()];
    await call(clientRoutes.remove, { as: owner, params: { id: archived } });
    const as = await worker();
    const run = async () => {
      const scope = { organization_id: organization.id, user_id: as.id };
      const payload = { form_id: form.id, response_id: source, client_ids: [kept, archived] };
      const job = await server.services.database.inOrganization(scope, (tx) =>
        startJobIn(tx)('duplicate_response', payload),
      );
      return done(job.id, as);
    };
    await run();
    expect((await server.mailTo(as.email)).text).toContain('1 person was left out');
    await make.grant('forms', form.id, owner, 'read', 'write');
    expect((await run()).error).toContain('can no longer duplicate');
    expect(await responsesOf(kept)).toHaveLength(1);
  });

  test('once, although a run that was taken for dead goes on: what it wrote is not kept', async () => {
    const person = await make.person();
    await expect(
      duplicateResponse.work(
        { ...server.services, mailer: openMailer(server.services.config) },
        { form_id: form.id, response_id: source, client_ids: [person] },
        {
          organization_id: organization.id,
          job_id: 1,
          user_id: owner.id,
          impersonator_id: null,
          progress: () => {},
          finish: async () => {
            throw new Error('Another run counts');
          },
        },
      ),
    ).rejects.toThrow('Another run');
    expect(await responsesOf(person)).toEqual([]);
  });
});
