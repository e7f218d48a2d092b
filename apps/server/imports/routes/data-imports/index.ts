import { sql } from 'kysely';
import { pageSize } from '#contract/kit/list.ts';
import { dataImportRoutes } from '#contract/resources/data-imports.ts';
import { dataImportTypes } from '#contract/resources/imports.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { contextWithin } from '#server/access/context-within.ts';
import { organizationColumns } from '#server/access/members.ts';
import { platformLimits } from '#server/imports/expected-table.ts';
import { shownFindings } from '#server/imports/findings.ts';
import { begunLog } from '#server/imports/log.ts';
import { platformPlan } from '#server/imports/platform-plans.ts';
import { undoableImport } from '#server/imports/starting.ts';
import { fileOfImport, type ImportRow } from '#server/imports/stored.ts';
import { readUpload, uploadColumns } from '#server/imports/upload.ts';
import { words } from '#server/kit/crud.ts';
import { keepFiles } from '#server/kit/files/store-file.ts';
import {
  implement,
  type MemberContext,
  type PrepareContext,
  prepared,
  type SignedInContext,
} from '#server/kit/handlers.ts';
import { invalid, Problem } from '#server/kit/problem.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { changedImport, fileProblem } from './change.ts';
import { serializeImport } from './serialize.ts';

const types = sql<string>`any(${[...dataImportTypes]}::text[])`;

const organizationOf = async ({ tx }: SignedInContext, id: number) => {
  const found = await tx
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', id)
    .where('slug', '<>', templatesSlug)
    .executeTakeFirst();
  return found ?? null;
};

/** An import of any organization, and the platform team at work there; else not_found. */
const found = async (context: SignedInContext, id: number): Promise<{ row: ImportRow; there: MemberContext }> => {
  const row = await context.tx
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', types)
    .executeTakeFirst();
  const organization = row && (await organizationOf(context, row.organization_id));
  if (!organization) throw new Problem('not_found');
  return { row, there: contextWithin(context, organization) };
};

const readInput = (_: unknown, preparing: PrepareContext) =>
  readUpload(preparing, { anyEncoding: true, limits: platformLimits, by: preparing.caller.person.id });

type ImportQuery = { query?: string | undefined; sort?: { field: string; order: 'asc' | 'desc' }[] | undefined };

/** Imports by their name or that of their organization, the newest first unless asked otherwise. */
const listed = ({ tx }: SignedInContext, { query, sort }: ImportQuery) => {
  const columns = { name: 'kit.fold(imports.name) collate "C"', created_at: 'imports.created_at' };
  const order = sort?.length ? sort : [{ field: 'created_at', order: 'desc' as const }];
  return tx
    .selectFrom('imports')
    .innerJoin('organizations', 'organizations.id', 'imports.organization_id')
    .where('type', '=', types)
    .where((eb) =>
      eb.and(
        words(query).map(
          (word) => sql<boolean>`kit.fold(imports.name || ' ' || organizations.name) like kit.pattern(${word})`,
        ),
      ),
    )
    .select([
      'imports.id',
      'imports.name',
      'imports.type',
      'imports.state',
      'organization_id',
      'organizations.name as organization_name',
      'input_filename',
      'number_of_records',
      'undone_at',
      'undo_state',
      'imports.created_at',
      'imports.updated_at',
      'imports.lock_version',
    ])
    .orderBy(
      sql.join([
        ...order.map((one) => sql`${sql.raw(columns[one.field as keyof typeof columns])} ${sql.raw(one.order)}`),
        sql.raw('imports.id desc'),
      ]),
    );
};
type ImportEnums = {
  type: (typeof dataImportTypes)[number];
  state: ImportRow['state'] & never;
  undo_state: ImportRow['undo_state'] & never;
};
const shownListed = <T extends { type: string; state: string }>(rows: T[]) => rows as (T & ImportEnums)[];

const formOf = async ({ tx, caller }: MemberContext, type: string, form_id: number | null | undefined) => {
  if (type === 'client') {
    if (form_id) throw invalid('form_id', 'Leave out the form: people don’t belong to one');
    return null;
  }
  const form = await ofOrganization(tx, 'forms', caller)
    .select('id')
    .where('id', '=', form_id ?? 0)
    .where('form_type', '=', 'client')
    .executeTakeFirst();
  if (!form) throw invalid('form_id', 'Choose a client form of this organization');
  return form.id;
};

const nameOf = (name: string | null | undefined, filename: string) => name?.trim() || filename.replace(/\.\w+$/, '');

/** Files of other systems that the platform team imports for organizations. */
export const dataImportsFeature = implement(dataImportRoutes, {
  list: async ({ query }, context) => ({ data: shownListed(await listed(context, query).limit(1000).execute()) }),
  page: async ({ query, params }, context) => {
    const page_size = query.page_size ?? pageSize;
    const matching = listed(context, query);
    const data = await matching
      .limit(page_size)
      .offset((params.page - 1) * page_size)
      .execute();
    const { count } = await matching
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const total_pages = Math.ceil(count / page_size);
    return { data: shownListed(data), metadata: { page: params.page, page_size, total_count: count, total_pages } };
  },
  show: async ({ params }, context) => {
    const { row, there } = await found(context, params.id);
    return serializeImport(row, there);
  },
  create: prepared({
    prepare: readInput,
    handle: async ({ body }, context, file) => {
      const organization = await organizationOf(context, body.organization_id);
      if (!organization) throw invalid('organization_id', 'Choose an organization');
      const there = contextWithin(context, organization);
      const form_id = await formOf(there, body.type, body.form_id);
      if (!file) throw invalid('input', 'Choose a file');
      const [kept] = await keepFiles(there, [file.stored]);
      const problem = fileProblem(file);
      const row = await there.tx
        .insertInto('imports')
        .values({
          organization_id: organization.id,
          type: body.type,
          form_id,
          name: nameOf(body.name, file.stored.filename),
          state: 'unmapped',
          ...uploadColumns(file, kept?.id as number),
          errors: JSON.stringify(problem ? { input: [problem] } : {}),
          log: begunLog(there.caller.person.id, `${file.stored.filename} chosen`),
          created_by_id: there.caller.person.id,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return serializeImport(row as ImportRow, there);
    },
  }),
  update: prepared({
    prepare: readInput,
    handle: async ({ params, body }, context, file) => {
      const { row, there } = await found(context, params.id);
      return serializeImport(await changedImport(there, row, { body, file }), there);
    },
  }),
  remove: async ({ params }, context) => {
    const { row, there } = await found(context, params.id);
    const gone = await there.tx
      .deleteFrom('imports')
      .where('organization_id', '=', row.organization_id)
      .where('id', '=', row.id)
      .where('state', '<>', 'enqueued')
      .returning('id')
      .executeTakeFirst();
    if (!gone) throw new Problem('conflict', { base: ['This import is running. Delete it when it finishes.'] });
  },
  undo: async ({ params }, context) => {
    const { row, there } = await found(context, params.id);
    return serializeImport(await undoableImport(there, row), there);
  },
  findings: async ({ params }, context) => {
    const { row, there } = await found(context, params.id);
    return shownFindings(there, row, () => platformPlan(there, row));
  },
  input: async ({ params }, context) => {
    const { row, there } = await found(context, params.id);
    return fileOfImport(there, row, row.file_id);
  },
  errors: async ({ params }, context) => {
    const { row, there } = await found(context, params.id);
    return fileOfImport(there, row, row.error_file_id);
  },
  forms: async ({ params }, context) => {
    const organization = await organizationOf(context, params.organization_id);
    if (!organization) throw new Problem('not_found');
    const data = await ofOrganization(context.tx, 'forms', { organization })
      .select(['id', 'name', 'active'])
      .where('form_type', '=', 'client')
      .orderBy('sort_name')
      .orderBy('id')
      .execute();
    return { data };
  },
});
