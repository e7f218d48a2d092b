import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type CategorizableType,
  categories,
  categorized,
  categorizedNames,
  categoryRoutes,
  shownRecords,
} from '#contract/resources/categories.ts';
import { recordTables } from '#server/access/record-types.ts';
import { visibleCategories } from '#server/access/scopes.ts';
import { crud, named, type Serving } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { invalid } from '#server/kit/problem.ts';
import { always, type Row, type Where } from '#server/kit/rows.ts';
import { oneOf, undoBy } from '#server/kit/undo.ts';
import { countsOf, recordsIn, summed } from '#server/trees/attached.ts';
import { treeHandlers } from '#server/trees/handlers.ts';
import { categoryTree, lockTree, parentIssues, pathsOf, placed } from '#server/trees/tree.ts';

type Category = Row<'categories'>;

const serializeListed = async (rows: Category[], context: MemberContext) => {
  const ids = rows.map(({ id }) => id);
  const [countOf, pathOf] = await Promise.all([
    countsOf(context, categoryTree, ids),
    pathsOf(context, categoryTree, rows),
  ]);
  return rows.map((row) => ({ ...row, ...pathOf(row), ...summed(countOf(row.id)) }));
};

/** A record of a category as answers call it. */
const inAnswers = <R extends { record_type: CategorizableType }>(record: R) => ({
  ...record,
  record_type: categorizedNames[record.record_type],
});

const serialize = async (rows: Category[], context: MemberContext) => {
  const listed = await serializeListed(rows, context);
  return Promise.all(
    listed.map(async (category) => {
      const wanted = (type: (typeof categorized)[number]) => ({ id: category.id, type, page_size: shownRecords });
      const records = await Promise.all(categorized.map((type) => recordsIn(context, categoryTree, wanted(type))));
      return { ...category, category_records: records.flat().map(inAnswers) };
    }),
  );
};

type CategoryQuery = Pick<z.output<typeof categories.query>, 'filters' | 'type' | 'id'>;

/** The categories in which records stand that the caller may see: of a type, or one of them. */
const holding = ({ filters, type, id }: CategoryQuery, { caller }: MemberContext): Where<'categories'> => {
  const record_type = type ?? filters?.record_type ?? filters?.type;
  const record_id = id ?? filters?.record_id ?? filters?.id;
  if (record_type === undefined) {
    if (record_id === undefined) return always;
    throw invalid('filters.record_type', 'Choose the type of the record');
  }
  const { table, scope } = recordTables[record_type];
  const organization_id = caller.organization.id;
  return sql<boolean>`exists (
    select 1 from category_records attached
      join ${sql.table(table)} on ${sql.ref(`${table}.organization_id`)} = ${organization_id}
                              and ${sql.ref(`${table}.id`)} = attached.record_id
     where attached.organization_id = ${organization_id} and attached.record_type = ${record_type}
       and attached.category_id = categories.id
       and ${record_id === undefined ? always : sql<boolean>`attached.record_id = ${record_id}`}
       and ${scope(caller, 'read')})`;
};

const serving: Serving<typeof categories, 'categories'> = {
  table: 'categories',
  scope: visibleCategories,
  filter: ({ query, ...asked }, context) => [named(query), holding(asked, context)],
  order: {
    by: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' },
    usual: ['sort_path'],
  },
  check: ({ parent_id }, context, before) => parentIssues(context, categoryTree, { parent_id, before }),
  write: async (sent, context, before) => {
    const { columns, after } = await placed(context, categoryTree, { sent, before });
    return { columns: { ...sent, ...columns }, after };
  },
  serialize,
  serializeListed,
  removing: (_, context) => lockTree(context, categoryTree),
};

const crudHandlers = crud(categories, serving);
const handlers = treeHandlers(categoryTree, { find: serving, changesRecord: true });

/** Takes a change of a category back. */
export const undoCategory = undoBy({
  changes: categories.changes,
  restores: oneOf(...Object.keys(categories.fields.shape)),
  bodyOf: (was) => was,
  handle: crudHandlers.update.handle,
});

/** Words under which people, forms and reports are found. */
export const categoriesFeature = implement(
  categoryRoutes,
  {
    ...crudHandlers,
    ...handlers,
    records: async (input, context) => {
      const { data, metadata } = await handlers.records(input, context);
      return { data: data.map(inAnswers), metadata };
    },
  },
  {
    categories_name_taken: ['name', 'A category with this name already exists here. Choose another name.'],
    categories_have_sub_categories: ['base', 'This category has sub-categories. Move or delete them first.'],
  },
);
