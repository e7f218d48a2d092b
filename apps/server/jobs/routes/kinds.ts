import type { RecordFileKind } from '#contract/record-file-kinds.ts';
import type { JobKind } from '#contract/resources/jobs.ts';
import { holds, holdsAll, meetsAny } from '#server/access/demands.ts';
import {
  visibleDataGroups,
  visibleForms,
  visibleInternalForms,
  visiblePermissionGroups,
  visibleReports,
} from '#server/access/scopes.ts';
import { mayCopyAnswers } from '#server/forms/copy-rights.ts';
import { demandImport } from '#server/imports/plans.ts';
import { isOwn } from '#server/imports/stored.ts';
import { findFor } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { findRow, ofOrganization } from '#server/kit/rows.ts';
import { findMergeable } from '#server/people/merging/mergeable.ts';
import { recordSheets } from '#server/records/index.ts';
import { responseToDuplicate } from '#server/responses/duplicate.ts';
import type { Jobs } from '#server/schema/background-work.ts';

type Kind<K extends keyof Jobs> = {
  /** What it works for. */
  type:
    | 'forms'
    | 'permission_groups'
    | 'clients'
    | 'data_groups'
    | 'internal_forms'
    | 'report_definitions'
    | 'imports'
    | 'organizations'
    | 'exports'
    | 'versions'
    | 'retention_rules';
  /** Where the payload holds that record's id. */
  key: keyof Jobs[K] & string;
  /** Where it holds the id of another record that shows the job too. */
  from?: keyof Jobs[K] & string;
  /** Refuses who may not ask for it at this moment. */
  authorize: (payload: Jobs[K], context: MemberContext) => Promise<void>;
};

/** It is others who run a job again: that is said as it is. */
class ForOthers extends Problem {}

const byPlatform = 'The platform team imports this file and will run it again. Nothing has been written yet.';

const formToWrite = (id: number, context: MemberContext) =>
  findFor({ table: 'forms', scope: visibleForms }, id, { ...context, action: 'write' });

const importOf = (id: number, { tx, caller }: MemberContext) =>
  findRow(tx, 'imports', { organization_id: caller.organization.id, id });

/** What is to be known of each kind of job, besides its work. A job that is not in here does not compile. */
export const kinds: { [K in keyof Jobs]: Kind<K> } & Record<JobKind, unknown> = {
  recalculate: {
    type: 'forms',
    key: 'form_id',
    authorize: async ({ form_id }, context) => {
      await formToWrite(form_id, context);
    },
  },
  copy_responses: {
    type: 'forms',
    key: 'copy_id',
    from: 'form_id',
    authorize: async ({ form_id, copy_id }, context) => {
      const form = await findFor({ table: 'forms', scope: visibleForms }, form_id, { ...context, action: 'read' });
      await formToWrite(copy_id, context);
      if (!(await mayCopyAnswers(context, form))) throw new Problem('forbidden');
    },
  },
  duplicate_response: {
    type: 'forms',
    key: 'form_id',
    authorize: async ({ response_id }, context) => {
      await responseToDuplicate(context, response_id);
      if (!holds(context.caller, { entity: 'client_forms', action: 'write' })) throw new Problem('forbidden');
    },
  },
  apply_extended_permissions: {
    type: 'permission_groups',
    key: 'permission_group_id',
    authorize: async ({ permission_group_id }, context) => {
      const serving = { table: 'permission_groups', scope: visiblePermissionGroups } as const;
      const group = await findFor(serving, permission_group_id, { ...context, action: 'write' });
      if (!holdsAll(context.caller, group.record_permission_assignments)) throw new Problem('forbidden');
    },
  },
  merge_clients: {
    type: 'clients',
    key: 'master_client_id',
    authorize: async (wanted, context) => {
      await findMergeable(context, wanted, { locks: false });
    },
  },
  gather_records: {
    type: 'data_groups',
    key: 'data_group_id',
    authorize: async ({ data_group_id }, context) => {
      const serving = { table: 'data_groups', scope: visibleDataGroups } as const;
      await findFor(serving, data_group_id, { ...context, action: 'write' });
    },
  },
  refresh_records: {
    type: 'internal_forms',
    key: 'form_id',
    authorize: async ({ form_id }, context) => {
      const serving = { table: 'forms', scope: visibleInternalForms } as const;
      await findFor(serving, form_id, { ...context, action: 'write' });
    },
  },
  refresh_report: {
    type: 'report_definitions',
    key: 'report_definition_id',
    authorize: async ({ report_definition_id }, context) => {
      const serving = { table: 'report_definitions', scope: visibleReports } as const;
      await findFor(serving, report_definition_id, { ...context, action: 'read' });
    },
  },
  refresh_referrals: {
    type: 'organizations',
    key: 'organization_id',
    authorize: async (_, { tx, caller }) => {
      if (!(await meetsAny(tx, caller, { entity: 'client_forms', action: 'write', on: 'any' })))
        throw new Problem('forbidden');
    },
  },
  // Exports are made with the rights of who asked first, who alone is told: who runs one again gains nothing by it.
  prepare_files: {
    type: 'forms',
    key: 'form_id',
    authorize: async (_, { caller }) => {
      if (!caller.everything) throw new Problem('forbidden');
    },
  },
  import: {
    type: 'imports',
    key: 'import_id',
    authorize: async ({ import_id }, context) => {
      const { type } = await importOf(import_id, context);
      if (isOwn(type)) demandImport(context.caller, type);
      else throw new ForOthers('conflict', { base: [byPlatform] });
    },
  },
  // The platform team runs it again, in its own list.
  organization_export: {
    type: 'organizations',
    key: 'exported_id',
    authorize: async (_, { caller }) => {
      if (!caller.is_superuser) throw new Problem('forbidden');
    },
  },
  retention: {
    type: 'retention_rules',
    key: 'retention_rule_id',
    authorize: async (_, { caller }) => {
      if (!caller.everything) throw new Problem('forbidden');
    },
  },
  undo_import: {
    type: 'imports',
    key: 'import_id',
    authorize: async (_, { caller }) => {
      if (!caller.everything) throw new Problem('forbidden');
    },
  },
  rollback: {
    type: 'versions',
    key: 'version_id',
    authorize: async () => {
      // Transactions are rolled back by the platform team, from their review.
      throw new Problem('forbidden');
    },
  },
  export_report: {
    type: 'report_definitions',
    key: 'report_definition_id',
    authorize: async ({ report_definition_id }, context) => {
      const serving = { table: 'report_definitions', scope: visibleReports } as const;
      await findFor(serving, report_definition_id, { ...context, action: 'read' });
    },
  },
  export_records: {
    type: 'exports',
    key: 'export_id',
    authorize: async ({ export_id: id }, context) => {
      const { tx, caller } = context;
      const wanted = await ofOrganization(tx, 'exports', caller)
        .select(['subject_type', 'options'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!wanted) throw new Problem('not_found');
      const { query } = wanted.options;
      await recordSheets(wanted.subject_type as RecordFileKind, context, query);
    },
  },
};

/** A job's row as far as its kind reads it. */
export type OfKind = { kind: string; payload: Jobs[keyof Jobs] };

/** The record that a job works for. */
export const recordOf = ({ kind, payload }: OfKind) => {
  const { type, key } = kinds[kind as JobKind];
  return { type, id: payload[key as keyof typeof payload] };
};

/** Refuses with one sentence who may not ask for the job any more, whatever it is that they lack. */
export const demandAgain = async ({ kind, payload }: OfKind, context: MemberContext): Promise<void> => {
  const { authorize } = kinds[kind as JobKind] as Kind<keyof Jobs>;
  await authorize(payload, context).catch((error: unknown) => {
    if (!(error instanceof Problem) || error instanceof ForOthers) throw error;
    const sentence = 'You no longer have permission for this, or its record was deleted.';
    throw new Problem('forbidden', { base: [sentence] });
  });
};
