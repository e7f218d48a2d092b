// Forms are changed at random while strangers and staff fill them in: the state of the screen runs here without one.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import type { Answers } from '#forms/definition/answer.ts';
import type { FormDefinition, FormField } from '#forms/definition/form-definition.ts';
import type { Rule } from '#forms/definition/rule.ts';
import { sampled } from '#tests/sample.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { fitToForm } from '#web/forms/filling/draft.ts';
import { createFilling, type Filling } from '#web/forms/filling/filling.ts';
import { pathOf } from '#web/forms/filling/state.ts';

const server = await startServer();
const { call, send, query } = server;

const kinds = ['answer', 'answer', 'add', 'remove', 'move', 'option', 'rule', 'window'] as const;
const step = fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(60), by: fc.nat(60) });
type Step = { kind: (typeof kinds)[number]; at: number; by: number };
/** Sixty forms with five changes each, and answers in between. */
const cases = fc
  .sample(fc.tuple(fc.array(step, { minLength: 4, maxLength: 8 }), fc.array(step, { minLength: 5, maxLength: 5 })), {
    numRuns: 60,
    seed: 4,
  })
  .map(([answers, changes], number) => ({
    number,
    steps: [
      ...answers.map((one): Step => ({ ...one, kind: 'answer' })),
      ...changes.flatMap((one): Step[] => [
        one.kind === 'answer' ? { ...one, kind: 'remove' } : one,
        { kind: 'answer', at: one.by, by: one.at },
      ]),
    ],
  }));

const options = (...labels: string[]) => labels.map((label, position) => ({ label, value: label, position }));
const fields = {
  Name: { entry: { is_required: true } },
  Age: { field_type: 'number' },
  Night: { field_type: 'select-one', field_options: options('House', 'Tent', 'Car') },
  Needs: { field_type: 'select-many', field_options: options('Food', 'Rent', 'Bus', 'Clothes') },
  Story: { field_type: 'freeform-long' },
  Agreed: { field_type: 'checkbox' },
} as const;

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** An answer that a question takes as the screen shows it. */
const valueFor = ({ field }: FormField, by: number): unknown => {
  const offered = field.field_options.filter(({ hidden }) => !hidden).map(({ value }) => value);
  switch (field.field_type) {
    case 'number':
      return by;
    case 'checkbox':
      return true;
    case 'select-one':
      return pick(offered, by);
    case 'select-many':
      return offered.filter((_, at) => at === by % offered.length || (by >> at) % 2 === 1);
    default:
      return `Text ${by}`;
  }
};

const context = () => ({
  today: new Date().toISOString().slice(0, 10),
  weekStartsOn: 'sunday' as const,
  fiscalYearStartMonth: 1,
  now: new Date().toISOString(),
  timeZone: 'UTC',
  scopes: { administrator: null, client: null, response: null },
});

let organization: TestOrganization;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let added: number[];
beforeEach(async () => {
  organization = await server.newOrganization();
  make = formMakers(server, organization);
  form = await make.form('Ask for help', fields);
  added = [await make.field('Phone'), await make.field('Email')];
});

/** Changes the form as its editors do, step by step. */
const editor = (setting?: { id: number }) => {
  const as = () => organization.owner;
  let entries = Object.entries(form.ids).map(([name, field_id]) => ({ field_id, is_required: name === 'Name' }));
  let logic: Rule[] = [];
  const choices = new Map([
    [form.ids.Night as number, fields.Night.field_options],
    [form.ids.Needs as number, fields.Needs.field_options],
  ]);
  const save = () =>
    call(formRoutes.update, { as: as(), params: { id: form.id }, body: { form_fields: entries, logic } });
  const change = async ({ kind, at, by }: Step) => {
    switch (kind) {
      case 'add': {
        const left = [...added, ...Object.values(form.ids)].filter((id) => !entries.some((one) => one.field_id === id));
        if (left.length === 0) return;
        entries = entries.toSpliced(at % entries.length, 0, { field_id: pick(left, by), is_required: by % 2 === 0 });
        return save();
      }
      case 'remove': {
        if (entries.length < 3) return;
        const { field_id } = pick(entries, at);
        entries = entries.filter((one) => one.field_id !== field_id);
        logic = logic.filter((rule) => !JSON.stringify(rule).match(new RegExp(`\\b${field_id}\\b`)));
        return save();
      }
      case 'move':
        entries = [...entries.slice(at % entries.length), ...entries.slice(0, at % entries.length)];
        return save();
      case 'option': {
        const [id, offered] = pick([...choices], at);
        if (offered.length < 2) return;
        const left = offered.filter((_, place) => place !== by % offered.length);
        choices.set(id, left as never);
        return call(fieldRoutes.update, { as: as(), params: { id }, body: { field_options: [...left] } });
      }
      case 'rule': {
        const [when, on] = [pick(entries, at).field_id, pick(entries, at + 1 + (by % (entries.length - 1))).field_id];
        const type = pick(['hide', 'show', 'require', 'lock', 'set'], by);
        const isText = [form.ids.Name, form.ids.Story, ...added].includes(on);
        if (type === 'set' && !isText) return;
        const payload = type === 'set' ? { payload: { value: 'By rule', keeps: by % 2 === 0 } } : {};
        logic = [ruleOf('Rule', [when, pick(['EMPTY', 'NEMPTY'], at)], { type, field_id: on, ...payload })];
        return save();
      }
      case 'window': {
        if (!setting) return;
        const past = new Date(Date.now() - 10 * 60_000).toISOString();
        const otherDay = (new Date().getUTCDay() + 3) % 7;
        const windows = [
          { is_active: false },
          { is_active: true },
          { expired_at: past },
          { expired_at: null },
          { dow: [otherDay] },
          { dow: [] },
        ];
        const params = { form_id: form.id, id: setting.id };
        return call(publicFormRoutes.update, { as: as(), params, body: pick(windows, by) });
      }
      default:
        return undefined;
    }
  };
  return { change };
};

type Side = {
  filling: Filling;
  setting?: { id: number };
  formNow: () => Promise<FormDefinition>;
  submit: (
    answers: { field_id: number; value: unknown }[],
  ) => Promise<{ status: number; errors: Record<string, string[]> }>;
};

const canAnswer = (filling: Filling, { field_id }: FormField): boolean => {
  const { hidden, locked, heldBy } = filling.questionState(field_id).state;
  return !hidden && !locked && heldBy === null;
};

/** Of what was typed that which the form takes in the end. */
const stillFits = (typed: ReadonlyMap<number, unknown>, now: FormDefinition, before: Answers): Answers => {
  const answers: Answers = {};
  for (const { field_id, field } of now.form_fields) {
    const value = typed.get(field_id);
    const isOffered = (one: unknown) =>
      field.field_options.some((option) => option.value === one && !option.hidden) ||
      [before[field_id]].flat().includes(one);
    if (value === undefined) continue;
    if (field.field_type === 'select-many') {
      const left = field.field_options
        .map((option) => option.value)
        .filter((one) => (value as unknown[]).includes(one) && isOffered(one));
      if (left.length > 0) answers[field_id] = left;
    } else if (field.field_type !== 'select-one' || isOffered(value)) answers[field_id] = value;
  }
  return answers;
};

/** Fills in a form while it changes, and submits it: it is taken at the second press at the latest, with all that fits. */
const fillInWhileChanging = async ({ filling, setting, formNow, submit }: Side, steps: readonly Step[]) => {
  const before = filling.began() ?? {};
  const typed = new Map<number, unknown>();
  const type = (entry: FormField, by: number) => {
    const value = valueFor(entry, by);
    typed.set(entry.field_id, value);
    filling.set(entry, value);
  };
  const { change } = editor(setting);
  for (const one of steps) {
    const open = filling.entries().filter((entry) => canAnswer(filling, entry));
    if (one.kind !== 'answer') await change(one);
    else if (open.length > 0) type(pick(open, one.at), one.by);
  }
  const press = async () => {
    if (filling.checkAll()) {
      const answers = JSON.parse(JSON.stringify(filling.sent().answers)) as { field_id: number; value: unknown }[];
      const sent = await submit(answers);
      if (sent.status < 300) return true;
      expect(sent).toMatchObject({ status: 422 });
      filling.refuse(sent.errors);
    }
    await fitToForm(filling, formNow());
    return false;
  };
  const isTaken = await press();
  if (!isTaken) {
    for (let round = 0; round < 9; round++) for (const entry of filling.overview().missing) type(entry, 1);
    const fixed = await press();
    expect({ fixed, errors: filling.overview().errors }).toEqual({ fixed: true, errors: [] });
  }
  const now = await formNow();
  const [row] = await query<{ answers: Answers }>(
    'select answers from responses where organization_id = $1 order by updated_at desc, id desc limit 1',
    [organization.id],
  );
  const stored = row?.answers ?? {};
  const expected = stillFits(typed, now, before);
  const judged = createFilling(now, filling.began(), context);
  judged.replace({ ...before, ...stored, ...expected }, filling.began());
  const open = now.form_fields.filter((entry) => entry.field_id in expected && canAnswer(judged, entry));
  for (const { field_id } of open)
    expect({ [pathOf(field_id)]: stored[field_id] }).toEqual({ [pathOf(field_id)]: expected[field_id] });
};

const chosen = sampled('forms changed while they are filled in', 10, cases);

describe('a form that changes while it is filled in is taken at the second press, with all that still fits', () => {
  test.each(chosen)('by a stranger: $number', async ({ steps }) => {
    const as = organization.owner;
    const body = { published_at: '2026-01-01T00:00:00.000Z' };
    const setting = await call(publicFormRoutes.create, { as, params: { form_id: form.id }, body });
    const visitor = { org: organization, address: '203.0.113.9', params: { access_key: setting.access_key } };
    const open = async (start?: { start_token: string }) => {
      const { fields, logic, calculations, start_token } = await call(publicFormRoutes.open, {
        ...visitor,
        query: start ?? {},
      });
      return {
        form: { id: 0, name: '', form_fields: fields, logic, calculations } as unknown as FormDefinition,
        start_token,
      };
    };
    const { form: first, start_token } = await open();
    await fillInWhileChanging(
      {
        filling: createFilling(first, null, context),
        setting,
        formNow: async () => (await open({ start_token })).form,
        submit: (answers) => send(publicFormRoutes.submit, { ...visitor, body: { answers, start_token } }),
      },
      steps,
    );
  });

  const fillable = async () =>
    (await call(formRoutes.fillableForm, {
      as: organization.owner,
      params: { id: form.id },
    })) as unknown as FormDefinition;

  test.each(chosen)('by staff, of a new response: $number', async ({ steps }) => {
    const params = { client_id: await make.person() };
    await fillInWhileChanging(
      {
        filling: createFilling(await fillable(), null, context),
        formNow: fillable,
        submit: (answers) =>
          send(clientFormRoutes.create, { as: organization.owner, params, body: { form_id: form.id, answers } }),
      },
      steps,
    );
  });

  test.each(chosen)('by staff, of a response that is changed: $number', async ({ steps }) => {
    const as = organization.owner;
    const client_id = await make.person();
    const answers = { Name: 'Ana', Night: 'Tent', Needs: ['Food', 'Bus'], Age: 40 };
    const { id } = await make.record(form, answers, { client_id });
    const params = { client_id, id };
    const edited = await call(clientFormRoutes.edit, { as, params });
    const stored = Object.fromEntries(edited.answers.map(({ field_id, value }) => [field_id, value]));
    await fillInWhileChanging(
      {
        filling: createFilling(edited.form as unknown as FormDefinition, stored, context),
        formNow: async () => (await call(clientFormRoutes.edit, { as, params })).form as unknown as FormDefinition,
        submit: (sent) =>
          send(clientFormRoutes.update, { as, params, body: { answers: sent, lock_version: edited.lock_version } }),
      },
      steps,
    );
  });
});
