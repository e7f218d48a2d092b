import { expect, test } from 'vitest';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { sizeOfKnown } from '#server/forms/definitions.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;

const megabyte = 1024 * 1024;

/** A field with some 60,000 characters of options. */
const largeField = (name: string, length = 200) => ({
  name,
  field_type: 'select-one' as const,
  field_options: Array.from({ length }, (_, index) => ({
    label: `${index} ${'x'.repeat(240)}`,
    value: `v${index}`,
  })),
});

test('a form whose fields are too large together is refused, and so is a field that would make it so', async () => {
  const { owner: as } = await server.newOrganization();
  const small = await call(fieldRoutes.create, {
    as,
    body: { name: 'Small', field_type: 'select-one', field_options: [{ label: 'A', value: 'a' }] },
  });
  const ids: number[] = [];
  for (let index = 0; index < 40; index++)
    ids.push((await call(fieldRoutes.create, { as, body: largeField(`Large ${index}`) })).id);
  const make = (fields: number[]) =>
    send(formRoutes.create, { as, body: { name: 'Wide', form_fields: fields.map((field_id) => ({ field_id })) } });
  expect((await make(ids)).errors).toEqual({
    form_fields: ['The settings and options of a form’s fields can take at most 2 MB together'],
  });
  const [{ size } = { size: 0 }] = await server.query<{ size: number }>(
    'select octet_length(field_options::text) + octet_length(metadata::text) as size from fields where id = $1',
    [ids[0]],
  );
  const fitting = [small.id, ...ids.slice(0, Math.floor((2 * megabyte - 1000) / size))];
  expect((await make(fitting)).status).toBe(201);
  const { name: _, ...large } = largeField('', 215);
  const grown = await send(fieldRoutes.update, { as, params: { id: small.id }, body: large });
  expect(Object.keys(grown.errors)).toEqual(['base']);
  const renamed = await send(fieldRoutes.update, { as, params: { id: ids[0] as number }, body: { name: 'Renamed' } });
  expect(renamed.status).toBe(200);
});

test('many large forms take little memory, and are listed at once', async () => {
  const organization = await server.newOrganization();
  const { owner: as } = organization;
  const ids: number[] = [];
  for (let index = 0; index < 20; index++)
    ids.push((await call(fieldRoutes.create, { as, body: largeField(`Large ${index}`) })).id);
  // As they could be before there was a limit.
  await server.query(
    `update fields set field_options = (
       select jsonb_agg(jsonb_build_object('label', repeat('x', 900) || n, 'value', 'v' || n, 'position', n))
         from generate_series(1, 500) n) where organization_id = $1`,
    [organization.id],
  );
  expect((await send(fieldRoutes.list, { as })).status).toBe(200);
  await server.query(
    `insert into fields (organization_id, name, field_type, data_type, metadata, field_options)
     select organization_id, name || ' again', field_type, data_type, metadata, field_options
       from fields, generate_series(1, 2) where organization_id = $1`,
    [organization.id],
  );
  expect(Object.keys((await send(fieldRoutes.list, { as })).errors)).toEqual(['base']);
  expect((await send(fieldRoutes.page, { as, params: { page: 1 } })).status).toBe(200);
  await server.query(`delete from fields where organization_id = $1 and name like '% again'`, [organization.id]);
  const form_fields = ids.map((field_id) => ({ field_id, is_required: false }));
  const first = await call(formRoutes.create, { as, body: { name: 'Form', form_fields: form_fields.slice(0, 1) } });
  for (let index = 0; index < 11; index++)
    await server.query(
      `with made as (insert into forms (organization_id, name, form_type) values ($1, $2, 'client') returning id)
       insert into form_fields (organization_id, form_id, field_id, position, is_required, is_quick_view, is_locked)
       select $1, made.id, fields.id, row_number() over (order by fields.id), false, false, false
         from made, fields where organization_id = $1`,
      [organization.id, `Old ${index}`],
    );
  const before = sizeOfKnown();
  const { data } = await call(formRoutes.list, { as });
  expect(data.map(({ field_ids }) => field_ids.length).sort((a, b) => a - b)).toEqual([1, ...Array(11).fill(20)]);
  expect(sizeOfKnown(), 'a list needs no definition').toBe(before);
  for (const { id } of data) expect((await send(formRoutes.show, { as, params: { id } })).status).toBe(200);
  expect(sizeOfKnown()).toBeLessThanOrEqual(32 * megabyte);
  expect(sizeOfKnown()).toBeGreaterThan(8 * megabyte);
  expect((await call(formRoutes.show, { as, params: { id: first.id } })).form_fields).toHaveLength(1);
});
