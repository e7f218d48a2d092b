import { beforeEach, describe, expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formTranslationRoutes as routes } from '#contract/resources/form-translations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { templateRoutes } from '#contract/resources/templates.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let as: TestUser;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  form = await formMakers(server, organization).form('Ask for help', {
    Name: { description: 'As on papers' },
    Slept: {
      field_type: 'select-one',
      field_options: [
        { label: 'In a car', value: 'car' },
        { label: 'At home', value: 'home' },
      ],
    },
  });
});

const key = (name: string, part: string) => `field.${form.ids[name]}.${part}`;
const inForm = (more: object = {}) => ({ as, params: { form_id: form.id }, ...more });
const spanish = () => [
  { key: 'name', text: 'Pedir ayuda' },
  { key: key('Name', 'name'), text: 'Nombre' },
  { key: key('Slept', 'option.car'), text: 'En un carro' },
];
const add = (texts: { key: string; text: string | null; original?: string }[] = spanish(), language = 'es') =>
  call(routes.create, { ...inForm(), body: { language, texts } });
const shown = (id: number) => call(routes.show, { as, params: { form_id: form.id, id } });
const textsOf = ({ texts }: Awaited<ReturnType<typeof shown>>) =>
  Object.fromEntries(texts.map((one) => [one.key, one.text]));

describe('translations are refused', () => {
  const statuses = async (user: TestUser) => {
    const { id } = await add();
    const sent = { as: user, params: { form_id: form.id, id } };
    return {
      list: (await send(routes.list, sent)).status,
      show: (await send(routes.show, sent)).status,
      create: (await send(routes.create, { ...sent, body: { language: 'fr' } })).status,
      update: (await send(routes.update, { ...sent, body: { texts: [] } })).status,
      remove: (await send(routes.remove, sent)).status,
    };
  };

  test.each<[string, object, number, number]>([
    ['nothing', {}, 404, 404],
    ['only responses', { client_forms: ['read', 'write', 'remove'] }, 404, 404],
    ['reading forms', { forms: ['read'] }, 200, 403],
  ])('to who holds %s', async (_, privileges, reading, writing) => {
    const user = await server.newUser(organization, { privileges });
    expect(await statuses(user)).toEqual({
      list: reading,
      show: reading,
      create: writing,
      update: writing,
      remove: writing,
    });
  });

  test('to the neighbour, by every path', async () => {
    const { id } = await add();
    const neighbour = (await server.newOrganization()).owner;
    const params = { form_id: form.id, id };
    const replies = [
      await send(routes.list, { as: neighbour, params }),
      await send(routes.show, { as: neighbour, params }),
      await send(routes.create, { as: neighbour, params, body: { language: 'fr' } }),
      await send(routes.update, { as: neighbour, params, body: { texts: [] } }),
      await send(routes.remove, { as: neighbour, params }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(textsOf(await shown(id))).toMatchObject({ name: 'Pedir ayuda' });
  });

  test('under another form', async () => {
    const { id } = await add();
    const other = await formMakers(server, organization).form('Other', { Town: {} });
    expect((await send(routes.show, { as, params: { form_id: other.id, id } })).status).toBe(404);
  });

  test.each([
    ['', 'Choose a language'],
    ['en', 'The form itself is in English'],
    ['../es', 'Enter a code like es or zh-Hans'],
    ['<script>', 'Enter a code like es or zh-Hans'],
  ])('in %j', async (language, message) => {
    const { status, errors } = await send(routes.create, inForm({ body: { language } }));
    expect([status, errors.language]).toEqual([422, [message]]);
  });

  test('twice in one language, however it is written, and with a text that nothing is called', async () => {
    await add();
    const again = await send(routes.create, inForm({ body: { language: 'ES' } }));
    expect(again).toMatchObject({
      status: 422,
      errors: { language: ['This form is already translated into this language'] },
    });
    const texts = [{ key: 'password', text: 'x' }];
    const wrong = await send(routes.create, inForm({ body: { language: 'fr', texts } }));
    expect(wrong.errors['texts.0.key']).toEqual(['Enter the key of a text of the form, such as name or field.12.name']);
    const doubled = [...spanish(), ...spanish()];
    const twice = await send(routes.create, inForm({ body: { language: 'fr', texts: doubled } }));
    expect(twice.errors.texts).toEqual(['Send each text once']);
  });

  test('to the second of two who save', async () => {
    const { id, lock_version } = await add();
    const params = { form_id: form.id, id };
    const save = (text: string) =>
      send(routes.update, { as, params, body: { lock_version, texts: [{ key: 'name', text }] } });
    const replies = await Promise.all([save('Uno'), save('Dos')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a translation', () => {
  test('PU-15 tells the language, how far it is, and which texts were changed since', async () => {
    const { id } = await add();
    const { name: _, ...is } = { name: '', language: 'es', own_name: 'Español', direction: 'ltr', is_spoken: true };
    expect(await shown(id)).toMatchObject({ ...is, name: 'Spanish', total: 6, missing: 3, changed: 0 });
    await call(fieldRoutes.update, { as, params: { id: form.ids.Name as number }, body: { name: 'Full name' } });
    const after = await shown(id);
    expect(after).toMatchObject({ missing: 3, changed: 1 });
    expect(after.texts).toContainEqual({ key: key('Name', 'name'), text: 'Nombre', original: 'Name' });
    const { data } = await call(routes.list, inForm());
    expect(data).toMatchObject([{ id, missing: 3, changed: 1 }]);
    expect(data[0]).not.toHaveProperty('texts');
  });

  test('is up to date again when somebody saved it over what the form says now', async () => {
    const { id } = await add([{ key: 'name', text: 'Ayuda', original: 'Help' }]);
    expect(await shown(id)).toMatchObject({ changed: 1 });
    const params = { form_id: form.id, id };
    await call(routes.update, { as, params, body: { texts: [{ key: 'name', text: 'Ayuda' }] } });
    expect(await shown(id)).toMatchObject({ changed: 1 });
    const texts = [{ key: 'name', text: 'Ayuda', original: 'Ask for help' }];
    await call(routes.update, { as, params, body: { texts } });
    expect(await shown(id)).toMatchObject({ changed: 0 });
  });

  test('leaves out what the form no longer has, and has it again when the form does', async () => {
    const { id } = await add();
    const fields = (names: string[]) => names.map((name) => ({ field_id: form.ids[name] as number }));
    const change = (names: string[]) =>
      call(formRoutes.update, { as, params: { id: form.id }, body: { form_fields: fields(names) } });
    await change(['Name']);
    expect(textsOf(await shown(id))).toEqual({ name: 'Pedir ayuda', [key('Name', 'name')]: 'Nombre' });
    await change(['Name', 'Slept']);
    expect(textsOf(await shown(id))).toHaveProperty(key('Slept', 'option.car'));
    await change(['Name']);
    // Who had the screen open sends what is gone: it is not an error, and is not kept.
    await call(routes.update, { as, params: { form_id: form.id, id }, body: { texts: spanish() } });
    await change(['Name', 'Slept']);
    expect(textsOf(await shown(id))).not.toHaveProperty(key('Slept', 'option.car'));
  });

  test('stands in the history of its form, and goes with it', async () => {
    const { id } = await add();
    const params = { record_type: 'forms' as const, record_id: form.id };
    const { history } = await call(recordRoutes.versions, { as, params });
    expect(JSON.stringify(history[0])).toContain('En un carro');
    expect((await send(formRoutes.remove, { as, params: { id: form.id } })).status).toBe(204);
    expect(await query('select id from form_translations where id = $1', [id])).toEqual([]);
  });

  test('goes along with a copy of the form, and with a copy to the templates', async () => {
    await add();
    const copy = await call(formRoutes.clone, { as, params: { id: form.id }, body: {} });
    const of = (user: TestUser, form_id: number) => call(routes.list, { as: user, params: { form_id } });
    expect((await of(as, copy.id)).data).toMatchObject([{ language: 'es', missing: 3, changed: 1 }]);
    const superuser = await server.newSuperuser();
    const body = { organization_id: organization.id, form_id: form.id };
    const template = await call(templateRoutes.copyToTemplates, { as: superuser, body });
    const rows = await query<{ texts: Record<string, { text: string }> }>(
      'select texts from form_translations where form_id = $1',
      [template.id],
    );
    expect(
      Object.values(rows[0]?.texts ?? {})
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['En un carro', 'Nombre', 'Pedir ayuda']);
    expect(Object.keys(rows[0]?.texts ?? {})).not.toContain(key('Name', 'name'));
    const other = await server.newOrganization();
    const assigned = { form_id: template.id, organization_ids: [other.id] };
    const { data } = await call(templateRoutes.assign, { as: superuser, body: assigned });
    const theirs = await of(other.owner, data[0]?.form_id as number);
    expect(theirs.data).toMatchObject([{ language: 'es', total: 6, missing: 3, changed: 0 }]);
  });
});

describe('a public form in another language', () => {
  let access_key: string;
  const publish = async (translate: boolean) => {
    const body = { published_at: '2026-01-01T00:00:00.000Z', translate };
    ({ access_key } = await call(publicFormRoutes.create, { ...inForm(), body }));
  };
  const visitor = (more: object = {}) => ({ org: organization, params: { access_key, ...more } });
  const open = () => call(publicFormRoutes.open, visitor());
  const words = (language: string) => send(publicFormRoutes.words, visitor({ language }));
  const closed = { status: 404, errors: { base: ['This form is not currently available.'] } };

  test('is not there while Translate is off, for another language, or of another host', async () => {
    await add();
    await publish(false);
    expect((await open()).languages).toEqual([]);
    expect(await words('es')).toMatchObject(closed);
    await publish(true);
    expect(await words('fr')).toMatchObject(closed);
    expect(await words("es' or 1=1")).toMatchObject(closed);
    const other = await server.newOrganization();
    const elsewhere = { org: other, params: { access_key, language: 'es' } };
    expect(await send(publicFormRoutes.words, elsewhere)).toMatchObject(closed);
    await call(formRoutes.update, { as, params: { id: form.id }, body: { active: false } });
    expect(await words('es')).toMatchObject(closed);
  });

  test('PU-15 offers its languages by their own names, and says its texts, whatever stands in them', async () => {
    await publish(true);
    const script = '<script>alert(1)</script> [x](javascript:alert(1))';
    await add([...spanish(), { key: key('Name', 'description'), text: script }]);
    await add([{ key: 'name', text: 'اطلب المساعدة' }], 'ar');
    expect((await open()).languages).toEqual([
      { code: 'es', own_name: 'Español', direction: 'ltr' },
      { code: 'ar', own_name: 'العربية', direction: 'rtl' },
    ]);
    const { status, body, headers } = await words('es');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(body).toEqual({
      language: 'es',
      texts: {
        ...Object.fromEntries(spanish().map((one) => [one.key, one.text])),
        [key('Name', 'description')]: script,
      },
    });
  });

  test('says nothing of questions that strangers are not asked', async () => {
    const partners = await formMakers(server, organization).form('Partners', { Title: {} }, { form_type: 'internal' });
    const picky = await formMakers(server, organization).form('Picky', {
      Secret: {
        field_type: 'ref-picker',
        internal_option: { internal_form_id: partners.id, internal_field_id: partners.ids.Title as number },
      },
      Town: {},
    });
    form = picky;
    await publish(true);
    await add([
      { key: key('Secret', 'name'), text: 'Secreto' },
      { key: key('Town', 'name'), text: 'Ciudad' },
    ]);
    expect((await words('es')).body.texts).toEqual({ [key('Town', 'name')]: 'Ciudad' });
  });

  test('R65 keeps in which language it was answered, and the same values as in any other', async () => {
    await add();
    await publish(true);
    const send1 = async (language?: string) => {
      const { start_token } = await open();
      const answers = form.given({ Name: 'Ana', Slept: 'car' });
      await call(publicFormRoutes.submit, {
        ...visitor(),
        body: { answers, start_token, ...(language && { language }) },
      });
    };
    await send1('es');
    await send1('fr');
    await send1();
    const rows = await query<{ language: string | null; answers: Record<string, unknown> }>(
      'select language, answers from responses where organization_id = $1 order by id',
      [organization.id],
    );
    expect(rows.map(({ language }) => language)).toEqual(['es', null, null]);
    expect(rows.map(({ answers }) => answers[String(form.ids.Slept)])).toEqual(['car', 'car', 'car']);
  });
});
