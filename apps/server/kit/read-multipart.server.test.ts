import { describe, expect, test } from 'vitest';
import { problems } from '#contract/problems.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { owner } = await server.newOrganization();

const ana = { first_name: 'Ana', last_name: 'Ruiz', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' };
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const post = async (payload: Buffer | string, type: string) => {
  const url = `/api/organization/${owner.organization.slug}/clients`;
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': type };
  const answer = await server.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const sent = async (form: FormData) => {
  const encoded = new Response(form);
  return post(Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('content-type') as string);
};

const part = (name: string, content: string, more = '') =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const data = part('data', JSON.stringify(ana));
const photo = part('photo', picture.toString('latin1'), '; filename="me.png"');
const multipart = 'multipart/form-data; boundary=edge';

describe('multipart that is broken is refused as what could not be read', () => {
  test.each([
    ['without a boundary', 'multipart/form-data', `${data}--edge--\r\n`],
    ['with an empty boundary', 'multipart/form-data; boundary=', `${data}--edge--\r\n`],
    ['with a boundary of 300 characters', `multipart/form-data; boundary=${'x'.repeat(300)}`, `${data}--edge--\r\n`],
    ['cut off within the JSON', multipart, data.slice(0, -20)],
    ['cut off within a file', multipart, `${data}${photo.slice(0, -30)}`],
    ['cut off before the end', multipart, data],
    ['that is garbage', multipart, 'garbage'],
    ['whose JSON is none', multipart, `${part('data', '{"first_name":')}--edge--\r\n`],
    [
      'whose JSON is none though it says so',
      multipart,
      `${part('data', '{').replace('\r\n\r\n', '\r\nContent-Type: application/json\r\n\r\n')}--edge--\r\n`,
    ],
  ])('%s', async (_, type, payload) => {
    const { status, body } = await post(Buffer.from(payload, 'latin1'), type);
    expect(body).toEqual({ errors: { base: [problems.malformed.message] }, request_id: expect.any(String) });
    expect(status).toBe(400);
  });

  test('with a body larger than JSON may be', async () => {
    const { status, body } = await post(`${part('data', 'x'.repeat(1_100_000))}--edge--\r\n`, multipart);
    expect([status, body.errors]).toEqual([413, { base: ['Send at most 1 MB of JSON at once.'] }]);
  });

  test('and a body that is JSON but no object as what cannot be used', async () => {
    for (const value of ['"text"', '7', '[]']) {
      const form = new FormData();
      form.set('data', new Blob([value], { type: 'application/json' }));
      expect(await sent(form)).toMatchObject({ status: 422, body: { errors: { base: ['Send a JSON object'] } } });
    }
  });
});

describe('the body is read', () => {
  test.each([
    ['as text', JSON.stringify(ana)],
    ['as a part that says that it is JSON', new Blob([JSON.stringify(ana)], { type: 'application/json' })],
    ['as a file without a type', new File([JSON.stringify(ana)], 'data.json')],
    ['as a file that says that it is JSON', new File([JSON.stringify(ana)], 'blob', { type: 'application/json' })],
  ])('%s, beside a file', async (_, value) => {
    const form = new FormData();
    form.set('data', value);
    form.set('photo', new File([picture], 'me.png'));
    const { status, body } = await sent(form);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await server.call(clientRoutes.show, { as: owner, params: { id: body.id } })).toMatchObject({
      ...ana,
      photo_url: expect.any(String),
    });
  });
});
