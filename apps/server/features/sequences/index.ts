import { sql } from 'kysely';
import { sequenceRoutes, sequences } from '#contract/resources/sequences.ts';
import { holds } from '#server/access/demands.ts';
import { visibleSequences } from '#server/access/scopes.ts';
import { nameOfCopy } from '#server/kit/copy-name.ts';
import { crud, findFor, named } from '#server/kit/crud.ts';
import { implement, type Member, type MemberContext } from '#server/kit/handlers.ts';
import { insertRow, type Row, type Where } from '#server/kit/rows.ts';
import { checkForms, type Entry, formsOf, saveForms } from './forms-of.ts';
import { lackingForms } from './lacking.ts';

type Sequence = Row<'sequences'>;

const write = async (sent: Record<string, unknown>, context: MemberContext, before?: Sequence) => {
  const { forms, ...columns } = sent;
  if (forms) await checkForms(context, before?.id, forms as Entry[]);
  return columns;
};

const written = async (row: Sequence, { forms }: Record<string, unknown>, context: MemberContext) => {
  if (forms) await saveForms(context, row.id, forms as Entry[]);
};

const present = async (rows: Sequence[], context: MemberContext) => {
  const forms = await formsOf(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, forms: forms.get(row.id) ?? [] }));
};

const serving = {
  table: 'sequences' as const,
  scope: visibleSequences,
  filter: ({ query }: { query?: string | undefined }) => [named<'sequences'>(query)],
  order: {
    by: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_name'],
  },
  write,
  written,
  present,
};

/** The sequences that the caller may fill in as far as the sequence itself goes: those they may read or use (R27). */
const usable =
  (caller: Member): Where<'sequences'> =>
  (eb) =>
    holds(caller, { entity: 'forms', action: 'use' }) ? null : visibleSequences(caller, 'read')(eb);

/** Client forms that are filled in one after the other. */
export const sequencesFeature = implement(sequenceRoutes, {
  ...crud(sequences, serving),
  clone: async ({ params }, context) => {
    const { tx } = context;
    const { organization_id, id, name } = await findFor(serving, params.id, { ...context, action: 'read' });
    const copy = await insertRow(tx, 'sequences', organization_id, {
      name: await nameOfCopy(tx, 'sequences', organization_id, name),
    });
    await sql`
      insert into sequence_forms (organization_id, sequence_id, form_id, position)
      select organization_id, ${copy.id}, form_id, position from sequence_forms
       where organization_id = ${organization_id} and sequence_id = ${id} order by position`.execute(tx);
    return (await present([copy], context))[0] as never;
  },
  lackingForms: async ({ params, query }, context) => {
    const { id } = await findFor(serving, params.id, { ...context, action: 'read' });
    return { data: await lackingForms(context, id, query) };
  },
  fillable: async (_, context) => {
    const { tx, caller } = context;
    const rows = await tx
      .selectFrom('sequences')
      .selectAll()
      .where('organization_id', '=', caller.organization.id)
      .where((eb) => usable(caller)(eb) ?? sql<boolean>`true`)
      .orderBy('sort_name')
      .orderBy('id')
      .execute();
    return { data: await present(rows, context) };
  },
});
