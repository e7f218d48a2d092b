import { sql } from 'kysely';
import { sequenceRoutes, sequences } from '#contract/resources/sequences.ts';
import { holds } from '#server/access/demands.ts';
import { plainScope } from '#server/access/scopes.ts';
import { nameOfCopy } from '#server/kit/copy-name.ts';
import { clone, crud, findFor, named, type Serving } from '#server/kit/crud.ts';
import { implement, type Member, type MemberContext } from '#server/kit/handlers.ts';
import { always, insertRow, ofOrganization, type Row, type Where } from '#server/kit/rows.ts';
import { entriesBefore, touches, undoBy } from '#server/kit/undo.ts';
import { formIssues, formsOf, saveForms } from './forms-of.ts';
import { lackingForms } from './lacking.ts';

type Sequence = Row<'sequences'>;

const visible = plainScope('sequences');

const serialize = async (rows: Sequence[], context: MemberContext) => {
  const forms = await formsOf(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, forms: forms.get(row.id) ?? [] }));
};

const serving: Serving<typeof sequences, 'sequences'> = {
  table: 'sequences',
  scope: visible,
  filter: ({ query }) => [named(query)],
  order: {
    by: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_name'],
  },
  check: ({ forms }, context, before) => (forms ? formIssues(context, before?.id, forms) : []),
  write: ({ forms, ...columns }, context) => ({
    columns,
    after: async ({ id }) => {
      if (forms) await saveForms(context, id, forms);
    },
  }),
  serialize,
};

/** Copies a sequence with its forms. */
const copy = async ({ organization_id, id, name }: Sequence, { tx }: MemberContext) => {
  const row = await insertRow(tx, 'sequences', {
    organization_id,
    name: await nameOfCopy(tx, 'sequences', name),
  });
  await sql`
    insert into sequence_forms (organization_id, sequence_id, form_id, position)
    select ${organization_id}::bigint, ${row.id}::bigint, form_id, position from sequence_forms
     where organization_id = ${organization_id} and sequence_id = ${id} order by position
    returning id`.execute(tx);
  return row;
};

/** The sequences that the caller may fill in as far as the sequence itself goes: those they may read or use. */
const usable = (caller: Member): Where<'sequences'> =>
  holds(caller, { entity: 'forms', action: 'use' }) ? always : visible(caller, 'read');

const crudHandlers = crud(sequences, serving);

/** Takes a change of a sequence back: its name, and which forms it has in which order. */
export const undoSequence = undoBy({
  changes: sequences.changes,
  restores: (key) => key === 'name' || key.startsWith('form_id.'),
  bodyOf: async (was, id, context) => {
    const { name } = was;
    const named = name === undefined ? {} : { name };
    if (!touches(was, 'form_id')) return named;
    const forms = (await formsOf(context, [id])).get(id) ?? [];
    const before = entriesBefore(new Map(forms.map((form) => [form.id, form])), was, 'form_id');
    return { ...named, forms: before.map(([id], position) => ({ id, position })) };
  },
  handle: crudHandlers.update.handle,
});

/** Client forms that are filled in one after the other. */
export const sequencesFeature = implement(
  sequenceRoutes,
  {
    ...crudHandlers,
    ...clone(serving, copy),
    lackingForms: async ({ params, query }, context) => {
      const { id } = await findFor(serving, params.id, { ...context, action: 'read' });
      return { data: await lackingForms(context, id, query) };
    },
    fillable: async (_, context) => {
      const { tx, caller } = context;
      const rows = await ofOrganization(tx, 'sequences', caller)
        .selectAll()
        .where(usable(caller))
        .orderBy('sort_name')
        .orderBy('id')
        .execute();
      return { data: await serialize(rows, context) };
    },
  },
  {
    forms_in_sequences: ['base', 'This form is in a sequence. Remove it there first.'],
  },
);
