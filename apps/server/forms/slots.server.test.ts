import { expect, test } from 'vitest';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formMakers } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';

const server = await startServer();
const { call, query } = server;

/** A kind of field, with an answer to it, and the letter of its typed columns. */
const kinds = [
  { field_type: 'freeform-short', field_options: [], value: 'A word', letter: 's' },
  { field_type: 'number', field_options: [], value: 4.5, letter: 'n' },
  { field_type: 'date', field_options: [], value: '2026-03-01', letter: 'd' },
  { field_type: 'checkbox', field_options: [], value: true, letter: 'b' },
  {
    field_type: 'select-many',
    field_options: [{ label: 'Red', value: 'red', position: 0 }],
    value: ['red'],
    letter: 'm',
  },
] as const;
type Kind = (typeof kinds)[number];

const changes = kinds.flatMap((from) => kinds.filter((to) => to !== from).map((to) => ({ from, to })));
const draftOf = ({ field_type, field_options }: Kind) => ({ field_type, field_options: [...field_options] });

test.each(changes)(
  'a $from.field_type field that becomes a $to.field_type before it is answered has a typed column of its new kind',
  async ({ from, to }) => {
    const organization = await server.newOrganization();
    const { owner } = organization;
    const make = formMakers(server, organization);
    const form = await make.form('Intake', { Question: draftOf(from) });
    const id = form.ids.Question as number;
    await call(fieldRoutes.update, { as: owner, params: { id }, body: { name: 'Question', ...draftOf(to) } });
    const client_id = await make.person();
    const recorded = await make.record(form, { Question: to.value }, { client_id });
    const { answers } = await call(clientFormRoutes.show, { as: owner, params: { client_id, id: recorded.id } });
    expect(answers).toMatchObject([{ field_id: id, value: to.value }]);
    expect(await query('select slot, ready from field_slots where field_id = $1', [id])).toEqual([
      { slot: `${to.letter}01`, ready: true },
    ]);
    const [{ typed } = { typed: null }] = await query<{ typed: unknown }>(
      `select to_jsonb(${to.letter}01) as typed from response_slots where id = $1`,
      [recorded.id],
    );
    expect(typed, 'and the answer in it').not.toBeNull();
  },
);
