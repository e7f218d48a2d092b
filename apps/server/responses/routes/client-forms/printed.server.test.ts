import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { formMakers, ruleOf } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, send } = server;

test('a response is printed with all that its rules leave, and to nobody who may not read it', async () => {
  const organization = await server.newOrganization();
  const { owner } = organization;
  const make = formMakers(server, organization);
  const form = await make.form(
    'Visit',
    {
      Intro: { field_type: 'presentation', metadata: { presentation_content: '# Read **this** aloud' } },
      Town: {},
      Shelter: {},
      Why: {},
    },
    {
      logic: ({ Town, Shelter }) => [
        ruleOf('No shelter in Troy', [Town, 'EQ', 'Troy'], { type: 'hide', field_id: Shelter }),
      ],
    },
  );
  const client_id = await make.person();
  const { id } = await make.record(form, { Town: 'Troy' }, { client_id });
  await call(formRoutes.update, { as: owner, params: { id: form.id }, body: { description: 'Monthly' } });
  const params = { client_id, id };
  const printed = await call(clientFormRoutes.printed, { as: owner, params });
  expect(printed.parts.map(({ name, display_value, content }) => [name, display_value, content])).toEqual([
    ['Intro', '', '# Read **this** aloud'],
    ['Town', 'Troy', null],
    ['Why', '', null],
  ]);
  expect(printed).toMatchObject({ form_name: 'Visit', created_by: { id: owner.id }, form_version: { number: 2 } });

  const blind = await server.newUser(organization, { privileges: { client_forms: ['read'] } });
  expect((await send(clientFormRoutes.printed, { as: blind, params })).status).toBe(404);
  const other = await make.person();
  expect((await send(clientFormRoutes.printed, { as: owner, params: { client_id: other, id } })).status).toBe(404);
});
