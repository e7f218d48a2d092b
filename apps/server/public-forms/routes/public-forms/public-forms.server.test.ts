// Over 300 lines: a public form as a stranger meets it, from its link to what is kept of it, in one place.
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization } from '#tests/server/people.ts';
import { headOf } from './head.ts';

const server = await startServer();
const { call, send, query } = server;
const routes = publicFormRoutes;

let organization: TestOrganization;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
let access_key: string;
let address = 0;
/** Another network each time, so that attempts of one test are not counted with those of another. */
const network = () => `203.0.${(address >> 8) % 256}.${address % 256}`;

const since = '2026-01-01T00:00:00.000Z';
const publish = async (changes: object = {}, form_id = form.id) =>
  call(routes.create, {
    as: organization.owner,
    params: { form_id },
    body: { published_at: since, ...changes },
  });

beforeEach(async () => {
  address += 1;
  organization = await server.newOrganization();
  make = formMakers(server, organization);
  form = await make.form('Ask for help', {
    Name: { entry: { is_required: true } },
    Age: { field_type: 'number' },
    Proof: { field_type: 'attachment' },
  });
  ({ access_key } = await publish());
});

const visitor = (more: object = {}) => ({ org: organization, address: network(), params: { access_key }, ...more });
const open = () => call(routes.open, visitor());
const submit = async (values: Record<string, unknown>, more: object = {}) =>
  send(
    routes.submit,
    visitor({ body: { answers: form.given(values), start_token: (await open()).start_token, ...more } }),
  );
const responses = (organization_id = organization.id) =>
  query<{ id: number; answers: Record<string, unknown>; client_id: null; reference: string; language: string | null }>(
    'select * from responses where organization_id = $1 order by id',
    [organization_id],
  );

const closed = { status: 404, errors: { base: ['This form is not currently available.'] } };
const told = ({ status, errors }: { status: number; errors: object }) => ({ status, errors });

describe('a link that opens nothing', () => {
  test('is answered alike, whether it is unknown, revoked, closed, expired, gone or of another host', async () => {
    const { start_token } = await open();
    const expired = await publish({ expired_at: '2026-02-01T00:00:00.000Z' });
    const off = await publish({ is_active: false });
    const never = await publish({ published_at: null });
    const later = await publish({ published_at: '2090-01-01T00:00:00.000Z' });
    const gone = await publish();
    await call(routes.remove, { as: organization.owner, params: { form_id: form.id, id: gone.id } });
    const revoked = await publish();
    await call(routes.newLink, { as: organization.owner, params: { form_id: form.id, id: revoked.id } });
    const other = await server.newOrganization();
    const keys = ['x', 'a'.repeat(24), expired, off, never, later, gone, revoked].map((one) =>
      typeof one === 'string' ? one : one.access_key,
    );
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    const answers = [];
    for (const key of keys) {
      const sent = { org: organization, address: network(), params: { access_key: key } };
      answers.push(await send(routes.open, sent), await send(routes.submit, { ...sent, body }));
      answers.push(await send(routes.keep, { ...sent, body: { start_token, content: '{}' } }));
    }
    answers.push(
      await send(routes.open, visitor({ org: other })),
      await send(routes.open, visitor({ org: undefined })),
    );
    answers.push(await send(routes.open, visitor({ org: { slug: 'nobody-there' } })));
    expect(answers.map(told)).toEqual(answers.map(() => closed));
    expect(await responses()).toEqual([]);
  });

  test('takes the same statements, whatever the reason is', async () => {
    const ago = '2026-02-01T00:00:00.000Z';
    const inThreeDays = new Date(Date.now() + 3 * 24 * 60 * 60_000).getUTCDay();
    const reasons = [{ expired_at: ago }, { is_active: false }, { published_at: null }, { dow: [inThreeDays] }];
    const settings = await Promise.all(reasons.map((changes) => publish(changes)));
    await query(`update publish_settings set closed_at = $2 where id = $1 and not is_active`, [settings[1]?.id, ago]);
    const revoked = await publish();
    await call(routes.newLink, { as: organization.owner, params: { form_id: form.id, id: revoked.id } });
    const gone = await publish();
    await call(routes.remove, { as: organization.owner, params: { form_id: form.id, id: gone.id } });
    const keys = ['x', 'é'.repeat(20), 'a'.repeat(24), ...[...settings, revoked, gone].map((one) => one.access_key)];
    const sentFor = async (key: string) => {
      const sent = { org: organization, address: network(), params: { access_key: key } };
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      try {
        const files = { [`answers[${form.ids.Proof}]`]: new File(['text'], 'a.txt') };
        const body = { answers: [], start_token: 'x' };
        for (const answer of [
          await send(routes.open, sent),
          await send(routes.submit, { ...sent, body }),
          await send(routes.submit, { ...sent, body, files }),
          await send(routes.keep, { ...sent, body: { start_token: 'x', content: '{}' } }),
          await send(routes.resume, { ...sent, body: { code: '0000-0000-0000' } }),
        ])
          expect(told(answer)).toEqual(closed);
        return spy.mock.calls.map(([first]) => {
          const statement = first as string | { text: string };
          return typeof statement === 'string' ? statement : statement.text;
        });
      } finally {
        spy.mockRestore();
      }
    };
    const all: string[][] = [];
    for (const key of keys) all.push(await sentFor(key));
    expect(all[0]?.filter((text) => text.includes('publish_settings'))).toHaveLength(5);
    expect(all).toEqual(all.map(() => all[0]));
  });

  test('takes no upload either', async () => {
    const files = { [`answers[${form.ids.Proof}]`]: new File(['text'], 'a.txt') };
    const sent = { org: organization, address: network(), params: { access_key: 'b'.repeat(24) }, files };
    expect(told(await send(routes.submit, { ...sent, body: { answers: [], start_token: 'x' } }))).toEqual(closed);
    expect(await query('select id from files where organization_id = $1', [organization.id])).toEqual([]);
  });

  test('was that of an inactive form', async () => {
    await call(formRoutes.update, { as: organization.owner, params: { id: form.id }, body: { active: false } });
    expect(told(await send(routes.open, visitor()))).toEqual(closed);
  });
});

describe('the page of a link', () => {
  const head = (key = access_key, host = `${organization.slug}.localhost`) =>
    headOf(server.services, { host, access_key: key });

  test('is told what stands above the questions, while the form is open and on its own host', async () => {
    const shown = { name: 'Ask for help', description: null, organization: { name: expect.any(String), logo: null } };
    expect(await head()).toEqual(shown);
    expect(await head('a'.repeat(24))).toBeNull();
    expect(await head((await publish({ is_active: false })).access_key)).toBeNull();
    const other = await server.newOrganization();
    expect(await head(access_key, `${other.slug}.localhost`)).toBeNull();
    expect(await head(access_key, 'localhost')).toBeNull();
  });
});

describe('a public form', () => {
  test('tells nothing of staff, and nothing of what it looks up', async () => {
    const partners = await make.form('Partners', { Title: {} }, { form_type: 'internal' });
    const picky = await make.form(
      'Picky',
      {
        Secret: {
          field_type: 'ref-picker',
          internal_option: { internal_form_id: partners.id, internal_field_id: partners.ids.Title as number },
          entry: { is_required: true },
        },
        Why: {},
      },
      {
        logic: (ids) => [
          { ...ruleOf('Staff only', [ids.Why, 'EMPTY'], { type: 'show', field_id: ids.Secret }) },
          {
            ...ruleOf('For Curtis', [ids.Why, 'EMPTY'], { type: 'hide', field_id: ids.Why }),
            condition: {
              and: [
                {
                  scope: 'administrator',
                  conditions: { and: [{ field_name: 'email', op: 'EQ', value: 'curtis@example.org' }] },
                },
              ],
            },
          },
        ],
      },
    );
    ({ access_key } = await publish({}, picky.id));
    const answer = await send(routes.open, visitor());
    const text = JSON.stringify(answer.body);
    for (const word of ['Secret', 'Staff only', 'Curtis', 'curtis@example.org', 'created_by'])
      expect(text).not.toContain(word);
    // What is not asked is neither needed nor taken.
    const body = {
      answers: picky.given({ Why: 'Because', Secret: { record_id: 1, label: 'x' } }),
      start_token: answer.body.start_token,
    };
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
    expect((await responses()).at(-1)?.answers).toEqual({ [String(picky.ids.Why)]: 'Because' });
  });

  test('is filled in by nobody, whoever is signed in on the device', async () => {
    const body = { answers: form.given({ Name: 'Ana' }), start_token: (await open()).start_token };
    const { status, headers } = await send(routes.submit, visitor({ as: organization.owner, body }));
    expect([status, headers.authorization]).toEqual([201, undefined]);
    const broken = await send(routes.open, visitor({ headers: { authorization: 'Bearer nonsense' } }));
    expect(broken.status).toBe(200);
    const [row] = await query<{ administrator_id: null }>(
      'select administrator_id from responses where organization_id = $1',
      [organization.id],
    );
    expect(row).toEqual({ administrator_id: null });
  });

  test('is checked as staff are, and echoes nothing', async () => {
    expect((await submit({ Age: 'old' })).errors).toEqual({
      [`answers.${form.ids.Name}`]: ['Enter Name'],
      [`answers.${form.ids.Age}`]: ['Enter a number'],
    });
    const script = '<script>alert(1)</script>';
    const { status, body } = await submit({ Name: script, Age: 40 });
    expect([status, Object.keys(body).toSorted()]).toEqual([201, ['received_at', 'redirect_url', 'reference']]);
    expect(body.reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const [row] = await responses();
    expect(row).toMatchObject({
      answers: { [String(form.ids.Name)]: script, [String(form.ids.Age)]: 40 },
      client_id: null,
      reference: body.reference,
    });
  });

  test('takes answers keyed by field as well', async () => {
    const { start_token } = await open();
    const listed = { answers: [{ field_id: form.ids.Age }], start_token };
    expect((await send(routes.submit, visitor({ body: listed }))).errors).toEqual({
      [`answers.${form.ids.Age}`]: ['Enter a value'],
    });
    const answers = { [String(form.ids.Name)]: { value: 'Ana' } };
    expect((await send(routes.submit, visitor({ body: { answers, start_token } }))).status).toBe(201);
  });

  test('leads only to https afterwards', async () => {
    const leadingTo = async (redirect_url: string) => {
      await query('update forms set redirect_url = $2 where id = $1', [form.id, redirect_url]);
      return (await submit({ Name: 'Ana' })).body.redirect_url;
    };
    expect(await leadingTo('https://example.org/thanks')).toBe('https://example.org/thanks');
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'http://example.org',
      ' java\tscript:x',
    ])
      expect(await leadingTo(bad)).toBe(null);
  });

  test('takes files by what they are, and those of who may not are not kept', async () => {
    const upload = async (file: File, name = 'Proof') =>
      send(
        routes.submit,
        visitor({
          body: { answers: form.given({ Name: 'Ana' }), start_token: (await open()).start_token },
          files: { [`answers[${form.ids[name]}]`]: file },
        }),
      );
    const lying = await upload(new File(['<svg onload="x">'], 'photo.png', { type: 'image/png' }));
    expect(lying.status).toBe(422);
    expect((await upload(new File(['text'], 'a.txt'), 'Name')).errors).toEqual({
      [`answers.${form.ids.Name}`]: ['This field doesn’t accept files'],
    });
    expect(await query('select id from files where organization_id = $1', [organization.id])).toEqual([]);
    expect((await upload(new File(['my proof'], 'proof.txt'))).status).toBe(201);
    const [row] = await query<{ filename: string; created_by_id: null }>(
      'select filename, created_by_id from files where organization_id = $1',
      [organization.id],
    );
    expect(row).toEqual({ filename: 'proof.txt', created_by_id: null });
  });

  test('is closed to a token that is none, is altered, or is another form’s', async () => {
    const { start_token } = await open();
    const other = await publish();
    const ofOther = (await call(routes.open, visitor({ params: { access_key: other.access_key } }))).start_token;
    for (const bad of ['x', `${start_token.slice(0, -2)}AA`, ofOther]) {
      const body = { answers: form.given({ Name: 'Ana' }), start_token: bad };
      const { status, errors } = await send(routes.submit, visitor({ body }));
      expect([status, Object.keys(errors)]).toEqual([422, ['start_token']]);
    }
    expect(await responses()).toEqual([]);
  });

  test('refuses programs that fill in what nobody sees', async () => {
    expect((await submit({ Name: 'Ana' }, { website: 'https://spam.example' })).status).toBe(422);
    expect(await responses()).toEqual([]);
  });

  test('says that it was changed while somebody filled it in, and takes the rest again', async () => {
    const { start_token } = await open();
    const answers = form.given({ Name: 'Ana', Age: 40 });
    const form_fields = [{ field_id: form.ids.Name as number, is_required: true }];
    await call(formRoutes.update, { as: organization.owner, params: { id: form.id }, body: { form_fields } });
    const first = await send(routes.submit, visitor({ body: { answers, start_token } }));
    expect([first.status, first.errors]).toEqual([
      422,
      { [`answers.${form.ids.Age}`]: ['This field is not on the form'] },
    ]);
    const again = { answers: answers.slice(0, 1), start_token };
    expect((await send(routes.submit, visitor({ body: again }))).status).toBe(201);
  });
});

describe('a form that is changed while somebody fills it in', () => {
  const change = (body: object) => call(formRoutes.update, { as: organization.owner, params: { id: form.id }, body });

  test('asks for what it needs now, and takes the same start with it', async () => {
    const { start_token } = await open();
    const added = await make.field('Phone');
    const form_fields = [form.ids.Name as number, added].map((field_id) => ({ field_id, is_required: true }));
    await change({ form_fields });
    const answers = form.given({ Name: 'Ana' });
    const first = await send(routes.submit, visitor({ body: { answers, start_token } }));
    expect([first.status, first.errors]).toEqual([422, { [`answers.${added}`]: ['Enter Phone'] }]);
    const whole = [...answers, { field_id: added, value: '555 0100' }];
    expect((await send(routes.submit, visitor({ body: { answers: whole, start_token } }))).status).toBe(201);
    expect(await responses()).toHaveLength(1);
  });

  test('names an answer that is no option any more', async () => {
    const options = ['House', 'Tent'].map((label, position) => ({ label, value: label, position }));
    const choosing = await make.form('Sleeping', { Where: { field_type: 'select-one', field_options: options } });
    ({ access_key } = await publish({}, choosing.id));
    const { start_token } = await open();
    await call(fieldRoutes.update, {
      as: organization.owner,
      params: { id: choosing.ids.Where as number },
      body: { field_options: options.slice(0, 1) },
    });
    const body = { answers: choosing.given({ Where: 'Tent' }), start_token };
    const refused = await send(routes.submit, visitor({ body }));
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, [`answers.${choosing.ids.Where}`]]);
    const chosen = { answers: choosing.given({ Where: 'House' }), start_token };
    expect((await send(routes.submit, visitor({ body: chosen }))).status).toBe(201);
  });

  test('keeps no file of a question that is gone', async () => {
    const { start_token } = await open();
    await change({ form_fields: [{ field_id: form.ids.Name as number, is_required: true }] });
    const files = { [`answers[${form.ids.Proof}]`]: new File(['my proof'], 'proof.txt') };
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    expect((await send(routes.submit, visitor({ body, files }))).errors).toEqual({
      [`answers.${form.ids.Proof}`]: ['This field doesn’t accept files'],
    });
    expect(await query('select id from files where organization_id = $1', [organization.id])).toEqual([]);
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
  });

  test('is closed to all at once when it is made inactive', async () => {
    const { start_token } = await open();
    await change({ active: false });
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    expect(told(await send(routes.submit, visitor({ body })))).toEqual(closed);
    await change({ active: true });
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
  });
});

describe('what was sent', () => {
  test('is taken once, however often and at once it is sent', async () => {
    const { start_token } = await open();
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(routes.submit, visitor({ body }))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1);
    // Also when it has closed meanwhile: what was acknowledged stays so.
    const [setting] = (await call(routes.list, { as: organization.owner, params: { form_id: form.id } })).data;
    await query('update publish_settings set is_active = false, closed_at = $2 where id = $1', [setting?.id, since]);
    expect((await send(routes.submit, visitor({ body }))).body).toEqual(answers[0]?.body);
    expect(await responses()).toHaveLength(1);
  });

  test('is taken for an hour after it closed, and no longer', async () => {
    const { start_token } = await open();
    const [setting] = (await call(routes.list, { as: organization.owner, params: { form_id: form.id } })).data;
    const closedAgo = async (minutes: number) => {
      const expired_at = new Date(Date.now() - minutes * 60_000).toISOString();
      await query('update publish_settings set expired_at = $2 where id = $1', [setting?.id, expired_at]);
      return told(await send(routes.submit, visitor({ body: { answers: form.given({}), start_token } })));
    };
    expect((await closedAgo(59)).status).toBe(422);
    expect(await closedAgo(61)).toEqual(closed);
    expect(told(await send(routes.open, visitor()))).toEqual(closed);
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    expect(told(await send(routes.submit, visitor({ body })))).toEqual(closed);
    await closedAgo(58);
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
  });

  test('is taken for an hour after it was switched off', async () => {
    const { start_token } = await open();
    const [setting] = (await call(routes.list, { as: organization.owner, params: { form_id: form.id } })).data;
    const params = { form_id: form.id, id: setting?.id as number };
    await call(routes.update, { as: organization.owner, params, body: { is_active: false } });
    expect(told(await send(routes.open, visitor()))).toEqual(closed);
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
  });

  test.each([
    ['its end was moved', { expired_at: '2026-02-01T00:00:00.000Z' }],
    ['its weekdays were changed', { dow: [(new Date().getUTCDay() + 3) % 7] }],
  ])('is taken for an hour after %s, of the form as it is now, and no longer', async (_, moved) => {
    const { start_token } = await open();
    const [setting] = (await call(routes.list, { as: organization.owner, params: { form_id: form.id } })).data;
    const params = { form_id: form.id, id: setting?.id as number };
    await call(routes.update, { as: organization.owner, params, body: moved });
    await call(routes.update, { as: organization.owner, params, body: { translate: true } });
    expect(told(await send(routes.open, visitor()))).toEqual(closed);
    expect(told(await send(routes.open, visitor({ query: { start_token: 'x' } })))).toEqual(closed);
    const again = await send(routes.open, visitor({ query: { start_token } }));
    expect([again.status, again.body.start_token]).toEqual([200, start_token]);
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    await query(`update publish_settings set closed_at = now() - interval '61 minutes' where id = $1`, [setting?.id]);
    expect(told(await send(routes.submit, visitor({ body })))).toEqual(closed);
    expect(told(await send(routes.open, visitor({ query: { start_token } })))).toEqual(closed);
    await query(`update publish_settings set closed_at = now() - interval '59 minutes' where id = $1`, [setting?.id]);
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
  });

  test('is taken although its window is moved right after it closed by itself', async () => {
    const { start_token } = await open();
    const [setting] = (await call(routes.list, { as: organization.owner, params: { form_id: form.id } })).data;
    const params = { form_id: form.id, id: setting?.id as number };
    await query(`update publish_settings set expired_at = now() - interval '5 minutes' where id = $1`, [setting?.id]);
    await call(routes.update, { as: organization.owner, params, body: { expired_at: '2026-02-01T00:00:00.000Z' } });
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
  });

  test('is limited for a network, whether it is right or wrong', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count++) statuses.push((await submit(count % 2 ? {} : { Name: 'Ana' })).status);
    expect(statuses.slice(0, 4)).toEqual([201, 422, 201, 422]);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const { start_token } = await open();
    address += 1;
    const body = { answers: form.given({ Name: 'Ana' }), start_token };
    expect((await send(routes.submit, visitor({ body }))).status).toBe(201);
  });
});

describe('what is kept to finish later', () => {
  const keep = async (more: object = {}) =>
    send(
      routes.keep,
      visitor({ body: { start_token: (await open()).start_token, content: '{"Name":"Ana"}', ...more } }),
    );

  test('is opened by its code alone, however it is typed, and is not readable in the database', async () => {
    const { body } = await keep();
    expect(body.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const resume = (code: string, more: object = {}) => send(routes.resume, visitor({ body: { code }, ...more }));
    expect((await resume(body.code.toLowerCase().replaceAll('-', ' '))).body.content).toBe('{"Name":"Ana"}');
    expect((await resume('0000-0000-0000')).errors).toEqual({
      code: ['No draft found for this code. Check the code, or start again.'],
    });
    const other = await publish();
    expect((await resume(body.code, { params: { access_key: other.access_key } })).status).toBe(422);
    const [row] = await query<{ content: Buffer }>('select content from public_drafts where organization_id = $1', [
      organization.id,
    ]);
    expect(row?.content.toString('latin1')).not.toContain('Ana');
  });

  test('is replaced under the same code, and ends when the form is sent', async () => {
    const { body } = await keep();
    await keep({ code: body.code, content: '{"Name":"Ben"}' });
    const resume = () => send(routes.resume, visitor({ body: { code: body.code } }));
    expect((await resume()).body.content).toBe('{"Name":"Ben"}');
    await submit({ Name: 'Ben' }, { draft_code: body.code });
    expect((await resume()).status).toBe(422);
    expect((await keep({ code: body.code })).status).toBe(422);
  });

  test('cannot be guessed for long', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++)
      statuses.push((await send(routes.resume, visitor({ body: { code: `${count}` } }))).status);
    expect(statuses.slice(-2)).toEqual([422, 429]);
  });

  test('is told by mail, to one address a few times', async () => {
    const email = `ana-${organization.id}@example.org`;
    const { body } = await keep({ email });
    expect(body.mailed).toBe(true);
    const mail = await server.mailTo(email);
    expect(mail.text).toContain(body.code);
    expect(mail.text).toContain(`/public_forms/${access_key}`);
    const mailed = [];
    for (let count = 0; count < 5; count++) mailed.push((await keep({ email })).body.mailed);
    expect(mailed).toEqual([true, true, true, true, false]);
  });
});

describe('publish settings', () => {
  const one = (body: object) => send(routes.create, { as: organization.owner, params: { form_id: form.id }, body });

  test('are refused to who may not change the form, and in a wrong shape', async () => {
    const reader = await server.newUser(organization, { privileges: { forms: ['read'], public_forms: ['write'] } });
    const outsider = (await server.newOrganization()).owner;
    const params = { form_id: form.id };
    expect((await send(routes.create, { as: reader, params, body: {} })).status).toBe(403);
    expect((await send(routes.list, { as: outsider, params, org: organization })).status).toBe(404);
    expect((await one({ time_start: 'noon' })).errors).toEqual({ time_start: ['Enter a time like 09:00 AM'] });
    expect((await one({ published_at: since, expired_at: since })).errors).toEqual({
      expired_at: ['End date must be after start date'],
    });
    expect((await one({ dow: [7] })).status).toBe(422);
    const internal = await make.form('Shelters', { Name: {} }, { form_type: 'internal' });
    const refused = await send(routes.create, { as: organization.owner, params: { form_id: internal.id }, body: {} });
    expect(refused.errors).toEqual({ base: ['Choose a client form: only client forms can be published.'] });
  });

  test('keep times as people read them, and say what they are now', async () => {
    const { body } = await one({ published_at: since, time_start: '9', time_end: '17:00', dow: [5, 1, 5] });
    expect(body).toMatchObject({ time_start: '09:00 AM', time_end: '05:00 PM', dow: [1, 5] });
    expect(body.link).toBe(`http://${organization.slug}.localhost/public_forms/${body.access_key}`);
    expect(body.access_key).toMatch(/^[\w-]{16,}$/);
    expect((await one({})).body).toMatchObject({ status: 'not_published', next_change: null });
    expect((await one({ published_at: since })).body).toMatchObject({ status: 'active', next_change: null });
    const later = '2090-01-01T00:00:00.000Z';
    expect((await one({ published_at: later })).body).toMatchObject({
      status: 'inactive',
      next_change: { at: later, opens: true },
    });
  });

  test('are changed where the body names them, and by one at a time', async () => {
    const { body } = await one({ published_at: since });
    const sent = { as: organization.owner, params: { form_id: form.id } };
    const changed = await call(routes.updateNamed, { ...sent, body: { id: body.id, translate: true } });
    expect(changed.translate).toBe(true);
    const late = await send(routes.update, {
      ...sent,
      params: { form_id: form.id, id: body.id },
      body: { is_active: false, lock_version: body.lock_version },
    });
    expect(late.status).toBe(409);
  });

  test('make a form public, and are listed with what came by them', async () => {
    await submit({ Name: 'Ana' });
    const shown = await call(formRoutes.show, { as: organization.owner, params: { id: form.id } });
    expect([shown.is_public, shown.public_forms.length]).toEqual([true, 1]);
    const { data } = await call(routes.all, { as: organization.owner });
    expect(data).toMatchObject([{ name: 'Ask for help', status: 'active', removed: false, response_count: 1 }]);
    const id = data[0]?.id as number;
    await call(routes.remove, { as: organization.owner, params: { form_id: form.id, id } });
    expect((await call(routes.all, { as: organization.owner })).data).toMatchObject([{ id, removed: true }]);
    const nobody = await server.newUser(organization, { privileges: { forms: ['write'], internal_forms: ['write'] } });
    expect((await send(routes.all, { as: nobody })).status).toBe(403);
    await query('update forms set restricted = true where id = $1', [form.id]);
    const colleague = await server.newUser(organization, { privileges: { public_forms: ['read'] } });
    expect((await call(routes.all, { as: colleague })).data).toEqual([]);
  });
});
