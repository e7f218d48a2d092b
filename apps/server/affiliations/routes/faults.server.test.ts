import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { findChangedShares, shareForms } from '#server/affiliations/jobs/share-forms.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const services = { ...server.services, mailer: openMailer(server.services.config) };

let hub: TestOrganization;
let spoke: TestOrganization;
let affiliation: number;
let form: TestForm;
beforeEach(async () => {
  [hub, spoke] = [await server.newOrganization(), await server.newOrganization()];
  await query('update organizations set can_be_found = true where id = $1', [spoke.id]);
  const body = { affiliate_organization_id: spoke.id };
  affiliation = (await call(affiliationRoutes.create, { as: hub.owner, body })).id;
  const approve = { affiliation_action: 'approve' as const };
  await call(affiliationRoutes.update, { as: spoke.owner, params: { id: affiliation }, body: approve });
  form = await formMakers(server, hub).form('Visit', { Goal: {} });
  await change({ affiliation_ids: [affiliation] });
  await reached();
});

const change = (body: object) => call(formRoutes.update, { as: hub.owner, params: { id: form.id }, body });
/** One of two at once may be told that somebody else changed it; it is brought over all the same. */
const changes = async (body: object) => {
  const { status } = await send(formRoutes.update, { as: hub.owner, params: { id: form.id }, body });
  expect([200, 409]).toContain(status);
  await reached();
};
const reached = () => shareForms(services, { organization_id: hub.id, other_organization_id: spoke.id });
const copy = async () => {
  const { id } = (await call(formRoutes.list, { as: spoke.owner })).data[0] as { id: number };
  return call(formRoutes.show, { as: spoke.owner, params: { id } });
};
const responds = async (client_id: number, { id, form_fields }: Awaited<ReturnType<typeof copy>>) =>
  send(clientFormRoutes.create, {
    as: spoke.owner,
    params: { client_id },
    body: { form_id: id, answers: [{ field_id: form_fields[0]?.field_id, value: 'x' }] },
  });

test('an affiliation that ends while somebody fills the form in refuses what they send, in words', async () => {
  const [opened, client_id] = [await copy(), await formMakers(server, spoke).person()];
  expect((await responds(client_id, opened)).status).toBe(201);
  await call(affiliationRoutes.remove, { as: hub.owner, params: { id: affiliation } });
  // From the answer to the owner on, before any job ran.
  expect(await responds(client_id, opened)).toMatchObject({
    status: 422,
    errors: { form_id: [expect.stringContaining('inactive')] },
  });
  const { data } = await call(clientFormRoutes.list, { as: spoke.owner, params: { client_id } });
  expect(data).toHaveLength(1);
});

test('a form that its owner changes twice at once, while it is brought over and answered, is in the end what the owner has', async () => {
  const [opened, client_id] = [await copy(), await formMakers(server, spoke).person()];
  const [, , sent] = await Promise.all([
    changes({ name: 'Visit A' }),
    changes({ description: 'Help B' }),
    responds(client_id, opened),
  ]);
  expect(sent.status).toBe(201);
  await findChangedShares(services);
  await reached();
  const owners = await call(formRoutes.show, { as: hub.owner, params: { id: form.id } });
  const { name, description } = owners;
  expect(await copy()).toMatchObject({
    id: opened.id,
    name,
    description,
    form_fields: [{ field_id: opened.form_fields[0]?.field_id }],
  });
  expect((await call(formRoutes.list, { as: spoke.owner })).data).toHaveLength(1);
});

test('a change reaches an affiliate that is suspended, which has it when it is back', async () => {
  const suspend = (at: string, reason: string | null) =>
    query(`update organizations set suspended_at = ${at}, suspended_reason = $2 where id = $1`, [spoke.id, reason]);
  await suspend('now()', 'Unpaid');
  expect((await send(formRoutes.list, { as: spoke.owner })).status).toBe(403);
  await change({ name: 'Visit, newer' });
  await reached();
  await suspend('null', null);
  expect(await copy()).toMatchObject({ name: 'Visit, newer' });
});

test('responses of people who have not agreed to sharing are not counted, where the participant requires it', async () => {
  const make = formMakers(server, spoke);
  const [ana, bo] = [await make.person('Ana'), await make.person('Bo')];
  for (const client_id of [ana, bo]) await responds(client_id, await copy());
  const counted = async () =>
    (await call(affiliationRoutes.show, { as: hub.owner, params: { id: affiliation } })).forms;
  expect(await counted()).toMatchObject([{ response_count: 2 }]);
  await call(consentRoutes.changePurposes, { as: spoke.owner, body: { required: ['sharing'] } });
  const body = { purposes: ['sharing' as const], given_by: 'person' as const };
  await call(consentRoutes.create, { as: spoke.owner, params: { client_id: ana }, body });
  expect(await counted()).toMatchObject([{ response_count: 1 }]);
});

test('a form that is on its way when the affiliation ends does not arrive', async () => {
  const late = await formMakers(server, hub).form('Late', { Goal: {} });
  await call(formRoutes.update, { as: hub.owner, params: { id: late.id }, body: { affiliation_ids: [affiliation] } });
  const names = async () =>
    (await call(formRoutes.list, { as: spoke.owner, query: {} })).data
      .filter(({ active }) => active)
      .map(({ name }) => name);
  const own = await formMakers(server, spoke).form('Own', { Goal: {} });
  // What brings it is kept waiting at its last step, after it has read that it is shared.
  const gate = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const held = services.owner.transaction(async ({ tx, enter }) => {
    enter({ organization_id: spoke.id });
    const row = { organization_id: spoke.id, form_id: own.id, numbers: '{}' };
    await tx
      .insertInto('shared_forms')
      .values({ ...row, owner_organization_id: hub.id, owner_form_id: late.id })
      .execute();
    isHeld.resolve();
    await gate.promise;
    throw new Error('Taken back');
  });
  await isHeld.promise;
  const bringing = reached();
  await setTimeout(500);
  const ended = send(affiliationRoutes.remove, { as: hub.owner, params: { id: affiliation } }).then(async (reply) => {
    await reached();
    return reply.status;
  });
  await setTimeout(500);
  gate.resolve();
  await expect(held).rejects.toThrow('Taken back');
  await bringing;
  expect(await ended).toBe(204);
  expect(await names()).toEqual(['Own']);
});
