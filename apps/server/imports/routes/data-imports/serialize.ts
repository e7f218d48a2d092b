import type { z } from 'zod';
import type { dataImport } from '#contract/resources/data-imports.ts';
import { toolOf } from '#forms/transfer/other-tools.ts';
import { formDefinitions } from '#server/forms/definitions.ts';
import { shownLog } from '#server/imports/log.ts';
import { destinationsOf } from '#server/imports/platform-plans.ts';
import { type ImportRow, serializeImports } from '#server/imports/stored.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';
import { proposalFor } from './proposal.ts';

type SerializedImport = z.input<typeof dataImport>;

/** How far a run is; null while none is under way. */
const progressOf = async ({ tx, caller }: MemberContext, { state, job_id }: ImportRow) => {
  if (state !== 'enqueued' || job_id === null) return null;
  const job = await ofOrganization(tx, 'jobs', caller)
    .select(['done', 'total'])
    .where('id', '=', job_id)
    .executeTakeFirst();
  return job ?? null;
};

/** An import as the platform team sees it, with its columns and where they may go. */
export const serializeImport = async (row: ImportRow, context: MemberContext): Promise<SerializedImport> => {
  const { tx, caller } = context;
  const { organization } = caller;
  const form_ids = row.form_id === null ? [] : [row.form_id];
  const form = [...(await formDefinitions(tx, organization.id, form_ids)).values()][0] ?? null;
  const destinations = destinationsOf(form);
  const [shown] = await serializeImports(tx, [row], ({ id }, file) => `/api/admin/imports/${id}/${file}`);
  return {
    ...(shown as NonNullable<typeof shown>),
    name: row.name,
    type: row.type as SerializedImport['type'],
    organization_id: organization.id,
    organization_name: organization.name,
    form_id: row.form_id,
    form_name: form?.name ?? null,
    client_id_column: row.client_id_column,
    response_id_column: row.response_id_column,
    duplicates: row.duplicates as SerializedImport['duplicates'],
    origins: row.header.map((name, place) => ({ id: place + 1, name })),
    destinations,
    mappings: row.mappings,
    tool: toolOf(row.header),
    proposal: await proposalFor(context, row, destinations),
    progress: await progressOf(context, row),
    dry_run: row.dry_run,
    log: await shownLog(tx, row),
  };
};
