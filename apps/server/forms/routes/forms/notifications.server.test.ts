import { beforeEach, describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { type ConditionScope, conditionScopes, type RuleCondition } from '#forms/definition/rule.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let as: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let double: { id: number };
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Screening', { Score: { field_type: 'number' }, Mail: { field_type: 'email' } });
  double = await make.calculation(form.id, {
    name: 'Double',
    equation: 'a * 2',
    calculation_type: 'numeric',
    variables: [{ name: 'a', record_type: 'Field', record_id: form.ids.Score }],
  });
});

type Comparison = { field_name: string; op: 'EQ' | 'GT' | 'NEMPTY'; value?: unknown };
/** What a notification can ask in each scope. */
const asked: Record<ConditionScope, () => Comparison> = {
  form: () => ({ field_name: String(form.ids.Score), op: 'GT', value: 2 }),
  self: () => ({ field_name: String(form.ids.Score), op: 'GT', value: 2 }),
  calculator: () => ({ field_name: String(double.id), op: 'GT', value: 5 }),
  client: () => ({ field_name: 'gender', op: 'EQ', value: 'female' }),
  administrator: () => ({ field_name: 'role', op: 'NEMPTY' }),
  response: () => ({ field_name: 'completed_at', op: 'NEMPTY' }),
};
const conditionOn = (scope: ConditionScope) =>
  ({ and: [{ scope, conditions: { and: [asked[scope]()] } }] }) as RuleCondition;
const notify = (more: object) =>
  call(notificationRoutes.create, {
    as,
    params: { form_id: form.id },
    body: {
      name: 'client_form_created',
      subject_template: 'High score',
      body_template: 'Look',
      recipients: [{ email: 'desk@example.org', delivery_types: ['email'] }],
      ...more,
    },
  });
/** Saves what people save most: the same fields in another order, and a rule. */
const saveForm = async () => {
  const form_fields = Object.values(form.ids)
    .toReversed()
    .map((field_id) => ({ field_id, is_required: false }));
  const logic = [
    {
      name: 'Show',
      condition: conditionOn('form'),
      actions: [{ type: 'show' as const, field_id: form.ids.Mail as number }],
    },
  ];
  const params = { id: form.id };
  const replies = [
    await send(formRoutes.update, { as, params, body: { form_fields } }),
    await send(formRoutes.update, { as, params, body: { logic } }),
  ];
  return replies.map(({ status, errors }) => [status, errors]);
};

describe('a form with a notification whose condition', () => {
  test('is on one of its fields can be saved, and keeps that field', async () => {
    await notify({ conditions: JSON.stringify(conditionOn('form')) });
    expect((await saveForm()).map(([status]) => status)).toEqual([200, 200]);
    const form_fields = [{ field_id: form.ids.Mail as number }];
    const reply = await send(formRoutes.update, { as, params: { id: form.id }, body: { form_fields, logic: [] } });
    expect(reply.status).toBe(422);
  });

  test.each(conditionScopes.map((scope) => [scope]))('is in the scope %s can be saved', async (scope) => {
    await notify({ conditions: JSON.stringify(conditionOn(scope)) });
    expect((await saveForm()).map(([status]) => status)).toEqual([200, 200]);
    for (const id of Object.values(form.ids))
      expect((await send(fieldRoutes.uses, { as, params: { id } })).status).toBe(200);
  });

  test('names a calculation is not about the field of the same number', async () => {
    const condition = conditionOn('calculator') as { and: { conditions: { and: Comparison[] } }[] };
    const { id } = await notify({ conditions: JSON.stringify(condition) });
    const score = form.ids.Score as number;
    (condition.and[0] as (typeof condition.and)[0]).conditions.and[0] = { field_name: String(score), op: 'NEMPTY' };
    await query('update notification_definitions set conditions = $1 where id = $2', [JSON.stringify(condition), id]);
    expect((await call(fieldRoutes.uses, { as, params: { id: score } })).notifications).toBe(0);
  });
});

describe('the copy of a form with notifications', () => {
  const copied = async (more: object) => {
    await notify(more);
    const copy = await call(formRoutes.clone, { as, params: { id: form.id }, body: {} });
    const [notification] = (await call(notificationRoutes.list, { as, params: { form_id: copy.id } })).data;
    return { copy, notification: notification as NonNullable<typeof notification> };
  };

  test('has them speak of its own calculations, and of the same fields and groups', async () => {
    const group_id = (await server.newUser(organization)).group_id as number;
    const groups = { field_name: 'groups', op: 'EQ', value: group_id };
    const conditions = {
      or: [
        ...conditionScopes.map((scope) => conditionOn(scope)).flatMap((one) => ('and' in one ? one.and : [])),
      ].concat([{ scope: 'administrator', conditions: { and: [groups] } } as never]),
    };
    const { copy, notification } = await copied({
      conditions: JSON.stringify(conditions),
      recipient_field_ids: [form.ids.Mail],
      recipient_group_ids: [group_id],
      scoped_fields: [form.ids.Score],
      notify_recorder: true,
    });
    const own = copy.calculations[0]?.id as number;
    expect(own).not.toBe(double.id);
    expect(JSON.parse(notification.conditions ?? '')).toEqual({
      or: conditions.or.map((one) =>
        one.scope === 'calculator'
          ? { ...one, conditions: { and: [{ ...asked.calculator(), field_name: String(own) }] } }
          : one,
      ),
    });
    expect(notification).toMatchObject({
      active: false,
      recipient_field_ids: [form.ids.Mail],
      recipient_group_ids: [group_id],
      scoped_fields: [form.ids.Score],
      notify_recorder: true,
    });
    expect((await send(formRoutes.update, { as, params: { id: copy.id }, body: { logic: copy.logic } })).status).toBe(
      200,
    );
  });

  test('sends them when its own calculation says so', async () => {
    const { copy, notification } = await copied({ conditions: JSON.stringify(conditionOn('calculator')) });
    const params = { form_id: copy.id, id: notification.id };
    await call(notificationRoutes.update, { as, params, body: { active: true } });
    const client_id = await make.person();
    for (const Score of [2, 3]) await make.record({ ...form, id: copy.id }, { Score }, { client_id });
    await expect
      .poll(async () => {
        await server.drainJobs();
        return query('select subject from notification_messages where form_id = $1', [copy.id]);
      })
      .toEqual([{ subject: 'High score' }]);
  });
});

test('a question of a copy that takes the earlier answer to its own form takes that to the copy', async () => {
  const shown = await call(formRoutes.show, { as, params: { id: form.id } });
  const [score, mail] = shown.form_fields as [(typeof shown.form_fields)[0], (typeof shown.form_fields)[0]];
  const pre_populate = { form_id: form.id, form_field_id: score.id, field_id: score.field_id };
  const form_fields = [score, mail].map(({ field_id }) => ({ field_id, settings: { pre_populate } }));
  await call(formRoutes.update, { as, params: { id: form.id }, body: { form_fields } });
  const copy = await call(formRoutes.clone, { as, params: { id: form.id }, body: {} });
  const own = { form_id: copy.id, form_field_id: copy.form_fields[0]?.id, field_id: score.field_id };
  expect(copy.form_fields.map(({ settings }) => settings)).toEqual([{ pre_populate: own }, { pre_populate: own }]);
});
