// Over 300 lines: a shared form from its sharing to its end, seen from both sides, over one small set of makers.
import { beforeEach, describe, expect, test } from 'vitest';
import { affiliationRoutes } from '#contract/resources/affiliations.ts';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formTranslationRoutes } from '#contract/resources/form-translations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { findChangedShares, shareForms } from '#server/affiliations/jobs/share-forms.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;
const services = { ...server.services, mailer: openMailer(server.services.config) };

/** Who shares, and who fills in. */
let hub: TestOrganization;
let spoke: TestOrganization;
let make: ReturnType<typeof formMakers>;
let affiliation: number;
beforeEach(async () => {
  [hub, spoke] = [await server.newOrganization(), await server.newOrganization()];
  make = formMakers(server, hub);
  await query('update organizations set can_be_found = true where id = $1', [spoke.id]);
  const body = { affiliate_organization_id: spoke.id };
  affiliation = (await call(affiliationRoutes.create, { as: hub.owner, body })).id;
  await answer('approve');
});

const answer = (affiliation_action: 'approve' | 'reject') =>
  call(affiliationRoutes.update, { as: spoke.owner, params: { id: affiliation }, body: { affiliation_action } });
/** What the queue does after the commit, done now. */
const reached = () => shareForms(services, { organization_id: hub.id, other_organization_id: spoke.id });
const share = async (id: number, affiliation_ids = [affiliation]) => {
  await call(formRoutes.update, { as: hub.owner, params: { id }, body: { affiliation_ids } });
  await reached();
};
const shown = (id: number) => call(formRoutes.show, { as: hub.owner, params: { id } });
/** The copies of the other side. */
const theirs = async () => (await call(formRoutes.list, { as: spoke.owner })).data;
const copyOf = async (name: string) => {
  const { id } = (await theirs()).find((one) => one.name === name) as { id: number };
  return call(formRoutes.show, { as: spoke.owner, params: { id } });
};
const person = async () =>
  (
    await call(clientRoutes.create, {
      as: spoke.owner,
      body: {
        first_name: 'Ana',
        last_name: 'Rivera',
        dob: '1985-03-14',
        gender: 'female',
        ssn_suffix: '1234',
      } as never,
    })
  ).id;
const fillIn = async (form_id: number, field_id: number, value: unknown) =>
  send(clientFormRoutes.create, {
    as: spoke.owner,
    params: { client_id: await person() },
    body: { form_id, answers: [{ field_id, value }] } as never,
  });

const options = [
  { label: 'Rent', value: 'rent', position: 0 },
  { label: 'Food', value: 'food', position: 1 },
];
const intake = () =>
  make.form('Housing Intake', {
    Income: { field_type: 'number' },
    Needs: { field_type: 'select-one', field_options: options } as never,
  });

describe('R90 a form that is shared', () => {
  test('keeps its answers to the list that the participant made, action by action, also after a change (R29b)', async () => {
    const form = await intake();
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    const field_id = copy.field_ids[0] as number;
    const { body: response } = await fillIn(copy.id, field_id, 900);
    const worker = await server.newUser(spoke, {
      privileges: { clients: ['read'], client_forms: ['read', 'write', 'remove'] },
      grants: [{ entity: 'forms', id: copy.id, actions: ['read'] }],
    });
    const at = { as: worker, params: { client_id: response.client_id, id: response.id } };
    const statuses = async () => [
      (await send(clientFormRoutes.show, at)).status,
      (await send(clientFormRoutes.update, { ...at, body: { answers: [{ field_id, value: 1 }] } })).status,
      (await send(clientFormRoutes.remove, at)).status,
    ];
    expect(await statuses()).toEqual([200, 403, 403]);
    await call(formRoutes.update, { as: hub.owner, params: { id: form.id }, body: { description: 'Newer' } });
    await reached();
    expect(await statuses()).toEqual([200, 403, 403]);
  });

  test('appears on the other side under ids of its own, to be filled in and not to be changed', async () => {
    const form = await intake();
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    expect(copy).toMatchObject({ is_owned: false, active: true, shared_by: { id: hub.id, name: hub.name } });
    expect(copy.field_ids).toHaveLength(2);
    expect(copy.field_ids).not.toEqual(Object.values(form.ids));
    expect(await shown(form.id)).toMatchObject({ is_owned: true, shared_by: null, affiliation_ids: [affiliation] });
    expect((await fillIn(copy.id, copy.field_ids[0] as number, 900)).status).toBe(201);

    const as = spoke.owner;
    const params = { id: copy.id };
    const refused = [
      await send(formRoutes.update, { as, params, body: { name: 'Ours' } }),
      await send(formRoutes.update, { as, params, body: { active: false } }),
      await send(formRoutes.remove, { as, params }),
      await send(fieldRoutes.update, { as, params: { id: copy.field_ids[0] as number }, body: { name: 'Ours' } }),
      await send(formTranslationRoutes.create, {
        as,
        params: { form_id: copy.id },
        body: { language: 'es', texts: [] },
      }),
      await send(calculationRoutes.create, {
        as,
        params: { form_id: copy.id },
        body: {
          name: 'Ours',
          equation: 'a',
          calculation_type: 'numeric',
          variables: [{ name: 'a', record_type: 'Field', record_id: copy.field_ids[0] as number }],
        },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect(refused[0]?.errors).toEqual({ base: [`${hub.name} shares this form. Clone it to change it.`] });
  });

  test('R90b sends people where the participant says, whatever its owner says', async () => {
    const form = await intake();
    const redirect = (redirect_url: string | null, as = hub.owner, id = form.id) =>
      send(formRoutes.update, { as, params: { id }, body: { redirect_url } });
    expect((await redirect('https://hub.example/thanks')).status).toBe(200);
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    expect(copy.redirect_url).toBeNull();
    expect((await redirect('https://spoke.example/thanks', spoke.owner, copy.id)).status).toBe(200);
    const both = { redirect_url: null, name: 'Ours' };
    const refused = await send(formRoutes.update, { as: spoke.owner, params: { id: copy.id }, body: both });
    expect(refused.status).toBe(403);
    await call(formRoutes.update, {
      as: hub.owner,
      params: { id: form.id },
      body: { name: 'Housing', redirect_url: 'https://hub.example/other' },
    });
    await reached();
    expect((await copyOf('Housing')).redirect_url).toBe('https://spoke.example/thanks');
  });

  test('is cloned as one’s own, on fields of its own', async () => {
    const form = await intake();
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    const params = { id: copy.id };
    const own = await call(formRoutes.clone, { as: spoke.owner, params, body: {} });
    expect(own).toMatchObject({ is_owned: true, shared_by: null });
    expect(own.field_ids.some((id) => copy.field_ids.includes(id))).toBe(false);
    const body = { name: 'Our intake' };
    expect((await send(formRoutes.update, { as: spoke.owner, params: { id: own.id }, body })).status).toBe(200);
    const withData = await send(formRoutes.clone, { as: spoke.owner, params, body: { include_data: true } });
    expect(withData.errors).toHaveProperty('include_data');
  });

  test('goes on with its owner’s changes, under the same ids', async () => {
    const form = await intake();
    await share(form.id);
    const before = await copyOf('Housing Intake');
    const note = await call(fieldRoutes.create, {
      as: hub.owner,
      body: { name: 'Note', field_type: 'freeform-short' },
    });
    await call(formRoutes.update, {
      as: hub.owner,
      params: { id: form.id },
      body: { name: 'Intake 2', form_fields: [{ field_id: form.ids.Needs as number }, { field_id: note.id }] },
    });
    await reached();
    const after = await copyOf('Intake 2');
    expect(after.id).toBe(before.id);
    expect(after.form_fields.map(({ field }) => field.name)).toEqual(['Needs', 'Note']);
    expect(after.field_ids[0]).toBe(before.field_ids[1]);
    expect(after.shared_by?.changed_at).toMatch(/Z$/);
    // Again, and nothing is written.
    await reached();
    expect((await copyOf('Intake 2')).lock_version).toBe(after.lock_version);
  });

  test('goes on with a changed field of its owner at once, before anybody looks for changes', async () => {
    const form = await intake();
    await share(form.id);
    const field_options = [...options, { label: 'Rides', value: 'rides', position: 2 }];
    await call(fieldRoutes.update, {
      as: hub.owner,
      params: { id: form.ids.Needs as number },
      body: { name: 'Wants', field_options } as never,
    });
    const asked = async () => {
      await server.drainJobs();
      const { field } = (await copyOf('Housing Intake')).form_fields[1] ?? {};
      return [field?.name, field?.field_options?.map(({ label }) => label)];
    };
    await expect.poll(asked).toEqual(['Wants', ['Rent', 'Food', 'Rides']]);
  });

  test('R90a does not ask an earlier response for a question that its owner adds, until it has an answer', async () => {
    const form = await intake();
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    const { body: response } = await fillIn(copy.id, copy.field_ids[0] as number, 900);
    const note = await make.field('Note');
    const form_fields = [...Object.values(form.ids), note].map((field_id) => ({
      field_id,
      is_required: field_id === note,
    }));
    await call(formRoutes.update, { as: hub.owner, params: { id: form.id }, body: { form_fields } });
    await reached();
    const { field_ids } = await copyOf('Housing Intake');
    const [income, , added] = field_ids as [number, number, number];
    const { client_id, id } = response as unknown as { client_id: number; id: number };
    const change = (field_id: number, value: unknown) =>
      send(clientFormRoutes.update, {
        as: spoke.owner,
        params: { client_id, id },
        body: { answers: [{ field_id, value }] } as never,
      });
    expect((await change(income, 901)).status).toBe(200);
    expect((await fillIn(copy.id, income, 1)).errors).toEqual({ [`answers.${added}`]: ['Enter Note'] });
    expect((await change(added, 'Said')).status).toBe(200);
    expect((await change(added, null)).errors).toEqual({ [`answers.${added}`]: ['Enter Note'] });
  });

  test('keeps the answers of the other side: options that go are hidden, a question of another type is a new one', async () => {
    const form = await intake();
    await share(form.id);
    const before = await copyOf('Housing Intake');
    const [income, needs] = before.field_ids as [number, number];
    await fillIn(before.id, needs, 'rent');
    await fillIn(before.id, income, 900);
    await call(fieldRoutes.update, {
      as: hub.owner,
      params: { id: form.ids.Needs as number },
      body: { field_options: [options[1]] } as never,
    });
    await call(fieldRoutes.update, {
      as: hub.owner,
      params: { id: form.ids.Income as number },
      body: { field_type: 'freeform-short' } as never,
    });
    await findChangedShares(services);
    await reached();
    const after = await copyOf('Housing Intake');
    expect(after.field_ids[1]).toBe(needs);
    expect(after.field_ids[0]).not.toBe(income);
    const kept = after.form_fields[1]?.field.field_options.map(({ value, hidden }) => [value, hidden ?? false]);
    expect(kept).toEqual([
      ['food', false],
      ['rent', true],
    ]);
  });

  test('takes its rules and calculations along, and follows them', async () => {
    const form = await intake();
    const variables = [{ name: 'a', record_type: 'Field', record_id: form.ids.Income as number }];
    const made = await call(calculationRoutes.create, {
      as: hub.owner,
      params: { form_id: form.id },
      body: { name: 'Yearly', equation: 'a * 12', calculation_type: 'numeric', variables } as never,
    });
    await share(form.id);
    const first = await copyOf('Housing Intake');
    expect(first.calculations).toMatchObject([{ name: 'Yearly', variables: [{ record_id: first.field_ids[0] }] }]);
    await call(calculationRoutes.update, {
      as: hub.owner,
      params: { form_id: form.id, id: made.id },
      body: { name: 'A year', variables } as never,
    });
    await call(calculationRoutes.create, {
      as: hub.owner,
      params: { form_id: form.id },
      body: { name: 'Daily', equation: 'a / 30', calculation_type: 'numeric', variables } as never,
    });
    await reached();
    const after = await copyOf('Housing Intake');
    expect(after.calculations.map(({ name }) => name)).toEqual(['A year', 'Daily']);
    expect(after.calculations[0]?.id).toBe(first.calculations[0]?.id);
  });
});

describe('R90 what the owner changed in a shared form', () => {
  const changesOf = (id: number, as = spoke.owner) => send(affiliationRoutes.formChanges, { as, params: { id } });
  const told = async (id: number) =>
    (await call(affiliationRoutes.formChanges, { as: spoke.owner, params: { id } })).changes;
  const change = async (id: number, body: object) => {
    await call(formRoutes.update, { as: hub.owner, params: { id }, body });
    await reached();
  };

  test('is told to who may read the form there, and is nothing of one’s own forms', async () => {
    const form = await intake();
    await share(form.id);
    const { id } = await copyOf('Housing Intake');
    const stranger = await server.newUser(spoke, { privileges: { clients: ['read'] } });
    expect((await changesOf(id, hub.owner)).status).toBe(404);
    expect((await changesOf(id, stranger)).status).toBe(404);
    expect((await changesOf(form.id, hub.owner)).body).toEqual({ changes: null });
    expect(await told(id)).toBeNull();
  });

  test('is told in words, part by part, what was changed in one week together', async () => {
    const form = await intake();
    await share(form.id);
    const { id } = await copyOf('Housing Intake');
    await change(form.id, { name: 'Intake 2' });
    const [income, needs] = [form.ids.Income as number, form.ids.Needs as number];
    await change(form.id, { form_fields: [{ field_id: needs, is_required: true }] });
    const first = await told(id);
    expect(first?.differences.map(({ kind, name, lines }) => [kind, name, lines])).toEqual([
      ['changed', 'Form', [{ label: 'Name', was: 'Housing Intake', is: 'Intake 2' }]],
      ['changed', 'Needs', [{ label: 'Required', was: 'No', is: 'Yes' }]],
      ['removed', 'Income', []],
    ]);
    await query(`update shared_forms set told_since = now() - interval '8 days' where form_id = $1`, [id]);
    await change(form.id, { form_fields: [{ field_id: needs }, { field_id: income }] });
    const later = await told(id);
    expect(later?.differences.map(({ kind, name }) => [kind, name])).toEqual([['added', 'Income']]);
    expect(later?.since).toBe((await copyOf('Intake 2')).shared_by?.changed_at);
  });

  test('is nothing when the form was saved to be shared with others, and no difference when it was changed back', async () => {
    const form = await intake();
    await share(form.id);
    const { id } = await copyOf('Housing Intake');
    await change(form.id, { active: true });
    expect((await copyOf('Housing Intake')).shared_by?.changed_at).toBeNull();
    expect(await told(id)).toBeNull();
    await change(form.id, { name: 'Intake 2' });
    await change(form.id, { name: 'Housing Intake' });
    expect((await told(id))?.differences).toEqual([]);
  });
});

describe('what the owner sees of it', () => {
  test('is how many responses there are and when the last was, and no more', async () => {
    const form = await intake();
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    const seen = async (as: TestOrganization) =>
      (await call(affiliationRoutes.show, { as: as.owner, params: { id: affiliation } })).forms;
    expect(await seen(hub)).toEqual([{ id: form.id, name: 'Housing Intake', response_count: 0, last_used_at: null }]);
    await fillIn(copy.id, copy.field_ids[0] as number, 900);
    expect(await seen(hub)).toEqual([
      { id: form.id, name: 'Housing Intake', response_count: 1, last_used_at: expect.stringMatching(/Z$/) },
    ]);
    expect(await seen(spoke)).toEqual([{ id: copy.id, name: 'Housing Intake', active: true }]);
    expect((await shown(form.id)).response_count).toBe(0);
    // Which forms there are is told to those alone who may see them, on either side.
    for (const side of [hub, spoke]) {
      const as = await server.newUser(side, { privileges: { affiliations: ['read'] } });
      expect((await call(affiliationRoutes.show, { as, params: { id: affiliation } })).forms).toEqual([]);
    }
  });

  test('stands in the history of the form', async () => {
    const form = await intake();
    await share(form.id);
    const params = { record_type: 'forms', record_id: form.id } as const;
    const { history } = await call(recordRoutes.versions, { as: hub.owner, params, query: { history: 'true' } });
    expect(history.flatMap((one) => one.shown)).toContainEqual(
      expect.objectContaining({ label: spoke.name, is: 'Shared' }),
    );
  });
});

describe('what is shared no more', () => {
  const states = async () => (await theirs()).map(({ name, active }) => [name, active]);

  test('is inactive there, and active again when it is shared again', async () => {
    const form = await intake();
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    await fillIn(copy.id, copy.field_ids[0] as number, 900);
    await share(form.id, []);
    expect(await states()).toEqual([['Housing Intake', false]]);
    const late = await fillIn(copy.id, copy.field_ids[0] as number, 901);
    expect(late.status).toBe(422);
    expect(late.errors).toHaveProperty('form_id');
    expect((await copyOf('Housing Intake')).response_count).toBe(1);
    await share(form.id);
    expect(await states()).toEqual([['Housing Intake', true]]);
  });

  test.each(['revoked', 'left', 'deleted'])('is inactive there when it was %s', async (how) => {
    const form = await intake();
    await share(form.id);
    if (how === 'revoked') await call(affiliationRoutes.remove, { as: hub.owner, params: { id: affiliation } });
    if (how === 'left') await answer('reject');
    if (how === 'deleted') await call(formRoutes.remove, { as: hub.owner, params: { id: form.id } });
    // The end of an affiliation is in force at once; what is deleted goes with the next run of the queue.
    if (how === 'deleted') await reached();
    expect(await states()).toEqual([['Housing Intake', false]]);
    await reached();
    expect(await states()).toEqual([['Housing Intake', false]]);
    if (how !== 'deleted') expect((await shown(form.id)).affiliation_ids).toEqual([]);
  });

  test('R90b can be deleted there once sharing has ended, unless it has responses', async () => {
    const form = await intake();
    await share(form.id);
    const [as, copy] = [spoke.owner, await copyOf('Housing Intake')];
    const params = { id: copy.id };
    expect(copy.shared_by).toMatchObject({ ended_at: null });
    expect((await send(formRoutes.remove, { as, params })).status).toBe(403);
    await fillIn(copy.id, copy.field_ids[0] as number, 900);
    await share(form.id, []);
    expect((await copyOf('Housing Intake')).shared_by?.ended_at).toEqual(expect.any(String));
    expect((await send(formRoutes.remove, { as, params })).status).toBe(422);
    await share(form.id);
    expect((await copyOf('Housing Intake')).shared_by).toMatchObject({ ended_at: null });

    const other = await make.form('Meals', { Count: {} });
    await share(other.id);
    const meals = await copyOf('Meals');
    await call(affiliationRoutes.remove, { as: hub.owner, params: { id: affiliation } });
    await call(formRoutes.remove, { as, params: { id: meals.id } });
    await reached();
    expect(await states()).toEqual([['Housing Intake', false]]);
  });
});

describe('a form is not shared', () => {
  test('R90b by who may write forms and not affiliations', async () => {
    const form = await intake();
    const put = async (privileges: object) => {
      const as = await server.newUser(hub, { privileges } as never);
      return send(formRoutes.update, { as, params: { id: form.id }, body: { affiliation_ids: [affiliation] } });
    };
    expect((await put({ forms: ['write'], affiliations: ['read'] })).status).toBe(403);
    expect((await shown(form.id)).affiliation_ids).toEqual([]);
    expect((await put({ forms: ['write'], affiliations: ['write'] })).status).toBe(200);
  });

  test('beyond the 200th with one affiliate', async () => {
    const form = await intake();
    await query(
      `with made as (
         insert into forms (organization_id, name, form_type)
         select $1, 'Form ' || n, 'client' from generate_series(1, 200) n returning id)
       insert into form_affiliations (organization_id, form_id, affiliation_id, reached)
       select $1, id, $2, 'there' from made`,
      [hub.id, affiliation],
    );
    const body = { affiliation_ids: [affiliation] };
    const refused = await send(formRoutes.update, { as: hub.owner, params: { id: form.id }, body });
    expect(refused.status).toBe(422);
    expect(refused.errors).toEqual({ affiliation_ids: [expect.stringContaining('at most 200')] });
  });

  test('with whom has not approved, with another organization’s affiliate, or with what picks records here', async () => {
    const form = await intake();
    const words = { affiliation_ids: ['Choose approved affiliations that your organization owns'] };
    const put = (affiliation_ids: number[], id = form.id) =>
      send(formRoutes.update, { as: hub.owner, params: { id }, body: { affiliation_ids } });
    expect((await put([affiliation + 1000])).errors).toEqual(words);
    await answer('reject');
    expect((await put([affiliation])).errors).toEqual(words);
  });

  test('by the participant with others', async () => {
    const form = await intake();
    await share(form.id);
    const copy = await copyOf('Housing Intake');
    const body = { affiliation_ids: [affiliation] };
    expect((await send(formRoutes.update, { as: spoke.owner, params: { id: copy.id }, body })).status).toBe(422);
  });
});
