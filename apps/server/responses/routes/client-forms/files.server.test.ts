import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formMakers, ruleOf, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { send } = server;

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
  form = await make.form('Papers', {
    Title: {},
    Paper: { field_type: 'attachment' },
    Signed: { field_type: 'signature' },
  });
});

type Stored = { file_id: number; filename: string; content_type: string; size: number; url: string };
type Files = Record<string, File | File[]>;
const text = (name: string) => new File([name], `${name}.txt`);
const png = async (side: number, noise = false) => {
  const size = { width: side, height: side, channels: 3 as const };
  const picture = noise
    ? sharp({ create: { ...size, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    : sharp({ create: { ...size, background: '#fff' } });
  return new File([new Uint8Array(await picture.png().toBuffer())], 'signature.png');
};
const create = (files: Files, values: Record<string, unknown> = {}) =>
  send(clientFormRoutes.create, {
    as,
    params: { client_id },
    body: { form_id: form.id, answers: form.given(values) },
    files: make.filesFor(form, files),
  });
const change = (id: number, values: Record<string, unknown>, files: Files = {}) =>
  send(clientFormRoutes.update, {
    as,
    params: { client_id, id },
    body: { answers: form.given(values) },
    files: make.filesFor(form, files),
  });
const filesIn = ({ body }: Awaited<ReturnType<typeof create>>, place = 1) =>
  [body.answers[place]?.value ?? []].flat() as Stored[];
const namesIn = (reply: Awaited<ReturnType<typeof create>>) => filesIn(reply).map(({ filename }) => filename);
const path = (field: string) => `answers.${form.ids[field]}`;
const down = (id: number, file_id: number, by = as) =>
  send(clientFormRoutes.file, { as: by, params: { client_id, id, file_id } });
const kept = () =>
  server.query<{ file_id: number }>('select file_id from response_files where organization_id = $1', [organization.id]);

describe('several files of one answer (R54)', () => {
  test('go up under one name and come down one by one', async () => {
    const reply = await create({ Paper: [text('one'), text('two'), text('three')] });
    expect(reply.status, JSON.stringify(reply.errors)).toBe(201);
    expect(namesIn(reply)).toEqual(['one.txt', 'two.txt', 'three.txt']);
    expect(reply.body.answers[1]?.display_value).toBe('one.txt, two.txt, three.txt');
    for (const { file_id, url, filename } of filesIn(reply)) {
      expect(url).toBe(
        `/api/organization/${organization.slug}/clients/${client_id}/client_forms/${reply.body.id}/files/${file_id}`,
      );
      expect(`${(await down(reply.body.id, file_id)).bytes}.txt`).toBe(filename);
    }
  });

  test('are kept, added to and taken away', async () => {
    const made = await create({ Paper: [text('one'), text('two')] });
    const { id } = made.body;
    const [one, two] = filesIn(made) as [Stored, Stored];
    const added = await change(id, { Paper: [two, one] }, { Paper: [text('three'), text('four')] });
    expect(namesIn(added)).toEqual(['two.txt', 'one.txt', 'three.txt', 'four.txt']);
    expect(filesIn(added).slice(0, 2)).toEqual([two, one]);
    const untouched = await change(id, { Title: 'New' });
    expect(namesIn(untouched)).toEqual(['two.txt', 'one.txt', 'three.txt', 'four.txt']);
    expect(namesIn(await change(id, { Paper: one })), 'one as it is').toEqual(['one.txt']);
    expect((await change(id, { Paper: one })).body.answers[1]?.value, 'no list of one').toEqual(one);
    expect(namesIn(await change(id, { Paper: null }))).toEqual([]);
  });

  test('are ten at most, those that are there included', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => text(`file ${n}`));
    const refused = { status: 422, errors: { [path('Paper')]: ['Choose at most 10 files'] } };
    expect(await create({ Paper: many(11) })).toMatchObject(refused);
    expect(await kept(), 'nothing of it stays').toEqual([]);
    const made = await create({ Paper: many(10) });
    expect(filesIn(made)).toHaveLength(10);
    expect(await change(made.body.id, { Paper: filesIn(made) }, { Paper: text('more') })).toMatchObject(refused);
    expect(await kept()).toHaveLength(10);
  });

  test('are refused together when one of them is', async () => {
    const reply = await create({
      Paper: [text('one'), new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.svg')],
    });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [path('Paper')]]);
    expect(await server.query('select id from files where organization_id = $1', [organization.id])).toEqual([]);
  });

  test('are the response’s own: not of another, and not one twice', async () => {
    const [mine, other] = [await create({ Paper: text('mine') }), await create({ Paper: text('other') })];
    const [own, foreign] = [filesIn(mine)[0], filesIn(other)[0]] as [Stored, Stored];
    const taken = await change(mine.body.id, { Paper: [own, foreign] });
    expect([taken.status, Object.keys(taken.errors)]).toEqual([422, [path('Paper')]]);
    const twice = await change(mine.body.id, { Paper: [own, own] });
    expect(twice.status === 422 || namesIn(twice).length === 1, 'a file stands once').toBe(true);
    const fresh = await create({}, { Paper: own });
    expect([fresh.status, Object.keys(fresh.errors)], 'nor in a new response').toEqual([422, [path('Paper')]]);
    expect((await down(mine.body.id, foreign.file_id)).status).toBe(404);
  });
});

describe('files of a response are refused', () => {
  test('to who may not see the response, and to nobody else', async () => {
    const made = await create({ Paper: text('one') });
    const { id } = made.body;
    const { file_id } = filesIn(made)[0] as Stored;
    const by = (privileges: object) => server.newUser(organization, { privileges });
    const sees = { client_forms: ['read'], clients: ['read'] };
    const reader = await by(sees);
    expect((await down(id, file_id, reader)).status).toBe(200);
    expect((await down(id, file_id, await by({ client_forms: ['write'], forms: ['write'] }))).status).toBe(404);
    expect((await down(id, file_id, await by({ clients: ['write'] }))).status).toBe(404);
    expect((await down(id, file_id, (await server.newOrganization()).owner)).status).toBe(404);
    await make.grant('forms', form.id, await by(sees), 'read');
    expect((await down(id, file_id, reader)).status, 'the form is restricted now').toBe(404);
    await send(clientFormRoutes.remove, { as, params: { client_id, id } });
    expect((await down(id, file_id)).status).toBe(404);
  });

  test('where a rule hides or locks the field: nothing of them stays', async () => {
    form = await make.form(
      'Hiding',
      { Title: {}, Paper: { field_type: 'attachment' }, Fixed: { field_type: 'attachment' } },
      {
        logic: (ids) => [
          ruleOf(
            'Rule',
            [ids.Title, 'EQ', 'none'],
            { type: 'hide', field_id: ids.Paper },
            { type: 'lock', field_id: ids.Fixed },
          ),
        ],
      },
    );
    const reply = await create({ Paper: text('hidden'), Fixed: text('locked') }, { Title: 'none' });
    expect(reply.status, JSON.stringify(reply.errors)).toBe(201);
    expect(reply.body.answers.map(({ value }) => value)).toEqual(['none', null, null]);
    expect(await kept(), 'a file that no answer holds').toEqual([]);
  });
});

describe('a signature', () => {
  test('is a PNG image', async () => {
    const made = await create({ Signed: await png(20) });
    expect(made.status, JSON.stringify(made.errors)).toBe(201);
    const [stored] = filesIn(made, 2);
    expect(stored).toMatchObject({ filename: 'signature.png', content_type: 'image/png' });
    const { headers, bytes } = await down(made.body.id, stored?.file_id as number);
    expect(headers['content-type']).toMatch(/^image\/png/);
    expect((await sharp(bytes).metadata()).format).toBe('png');
  });

  test.each<[string, () => Promise<File | File[]>]>([
    ['text', async () => text('Ana Ruiz')],
    [
      'a JPEG',
      async () => {
        const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } });
        return new File([new Uint8Array(await picture.jpeg().toBuffer())], 'signature.jpg');
      },
    ],
    ['text with the name of a picture', async () => new File(['Ana Ruiz'], 'signature.png')],
    ['more than 256 KB', async () => png(500, true)],
    ['two pictures', async () => [await png(9), await png(9)]],
  ])('is not %s', async (_, file) => {
    const reply = await create({ Signed: await file() });
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [path('Signed')]]);
    expect(reply.errors[path('Signed')]?.[0]).toMatch(/^[A-Z][a-z]+ /);
    expect(await kept()).toEqual([]);
  });

  test('stays when the response is changed, and goes when it is blanked', async () => {
    const made = await create({ Signed: await png(20) });
    const { id } = made.body;
    const [stored] = filesIn(made, 2);
    const changed = await change(id, { Title: 'New' });
    expect(filesIn(changed, 2)).toEqual([stored]);
    expect(filesIn(await change(id, { Signed: stored }), 2)).toEqual([stored]);
    expect(filesIn(await change(id, { Signed: null }), 2)).toEqual([]);
  });
});

test('checking answers takes no files', async () => {
  const reply = await send(clientFormRoutes.validate, {
    as,
    params: { client_id },
    body: { form_id: form.id, answers: [] },
    files: make.filesFor(form, { Paper: text('one') }),
  });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.status).toBeLessThan(500);
  expect(await kept()).toEqual([]);
});
