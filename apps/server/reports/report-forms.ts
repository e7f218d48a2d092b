import { sql } from 'kysely';
import { idsIn } from '#forms/definition/references.ts';
import { inReport } from '#reports/references.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { definitionOf, type ReportRow } from './stored.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

/** Notes which forms a report speaks of. */
export const saveFormsOf = async ({ tx, caller }: CallerContext, row: ReportRow): Promise<void> => {
  const organization_id = caller.organization.id;
  const ids = [...idsIn(inReport, definitionOf(row), 'form')];
  await tx
    .deleteFrom('report_forms')
    .where('report_definition_id', '=', row.id)
    .where('form_id', '!=', sql<number>`all(${ids}::bigint[])`)
    .execute();
  await sql`
    insert into report_forms (organization_id, report_definition_id, form_id)
    select ${organization_id}::bigint, ${row.id}::bigint, id from forms
     where organization_id = ${organization_id} and id = any(${ids}::bigint[])
    on conflict (organization_id, report_definition_id, form_id) do nothing
    returning id`.execute(tx);
};

/** The same of reports that were changed back. */
export const saveFormsOfReports = async (writing: CallerContext, ids: readonly number[]): Promise<void> => {
  const rows = await ofOrganization(writing.tx, 'report_definitions', writing.caller)
    .selectAll()
    .where('id', '=', among(ids))
    .execute();
  for (const row of rows) await saveFormsOf(writing, row);
};
