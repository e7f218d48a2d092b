import type { Entity, RecordAction } from '#contract/kit/privileges.ts';
import type { ImportType } from '#contract/resources/imports.ts';
import { holds } from '#server/access/demands.ts';
import { fillable, visibleInternalForms } from '#server/access/scopes.ts';
import { definitionWhere, type FormDefinition } from '#server/forms/definitions.ts';
import type { Tx } from '#server/kit/db.ts';
import type { Member } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { deletionHeaders, responsesDeleting } from './delete-responses.ts';
import { responsesImporting } from './import-responses.ts';
import { ranBy } from './log.ts';
import { downloadHeader, planOfDownload } from './response-plan.ts';
import type { ImportRow, Plan } from './stored.ts';

const entities: Record<ImportType, Entity> = {
  bulk_update: 'client_forms',
  delete_client: 'client_forms',
  delete_public: 'public_forms',
  internal: 'internal_forms',
};

/** Whether somebody may change, or delete, what an import of this type does. */
export const mayImport = (caller: Member, type: ImportType): boolean => {
  const entity = entities[type];
  const mayRemove = !type.startsWith('delete') || holds(caller, { entity, action: 'remove' });
  return mayRemove && holds(caller, { entity, action: 'write' });
};

/**
 * What an undo does to answers: what was recorded is deleted, and what was corrected is changed back. What was deleted
 * comes back for whoever may delete it.
 */
const actionsOfUndo = ({ counts }: Pick<ImportRow, 'counts'>): RecordAction[] => [
  ...(counts && counts.created + counts.deleted > 0 ? (['remove'] as const) : []),
  ...(counts && counts.updated > 0 ? (['write'] as const) : []),
];

type UndoableImport = Pick<ImportRow, 'log' | 'created_by_id' | 'counts'>;

/**
 * Whether somebody may undo an import of this type: the owner, and whoever ran it while they may still import (R97a),
 * as far as the form leaves its answers open to them (R29b).
 * @param open what they may do with the answers of the form, as far as that goes
 */
export const mayUndo = (
  caller: Member,
  row: UndoableImport,
  { type, open }: { type: ImportType; open: readonly RecordAction[] },
): boolean =>
  caller.everything ||
  (ranBy(row) === caller.person.id &&
    mayImport(caller, type) &&
    actionsOfUndo(row).every((action) => open.includes(action)));

/** Refuses who may not. */
export const demandImport = (caller: Member, type: ImportType): void => {
  if (!mayImport(caller, type)) throw new Problem('forbidden');
};

/** The form of an import, as far as the caller may use it for one; else not_found. */
export const formForImport = async (
  { tx, caller }: { tx: Tx; caller: Member },
  form_id: number,
): Promise<FormDefinition> => {
  const at = { organization_id: caller.organization.id, id: form_id };
  const form =
    (await definitionWhere(tx, at, fillable(caller))) ??
    (await definitionWhere(tx, at, visibleInternalForms(caller, 'read')));
  if (!form) throw new Problem('not_found');
  return form;
};

/** The first row that a file of an organization must have. */
export const expectedHeader = (form: FormDefinition, type: ImportType): readonly string[] =>
  type === 'delete_client' || type === 'delete_public'
    ? deletionHeaders[type]
    : downloadHeader(form, type === 'internal' ? 'internal' : 'client');

/** What an import of an organization does. */
export const ownPlan = (form: FormDefinition, { header, ...row }: Pick<ImportRow, 'type' | 'header'>): Plan => {
  const type = row.type as ImportType;
  if (type === 'delete_client' || type === 'delete_public')
    return { header: deletionHeaders[type], importing: () => responsesDeleting(form.id, type) };
  const plan = planOfDownload(form, { kind: type === 'internal' ? 'internal' : 'client', header });
  return { header: plan.header, importing: () => responsesImporting(plan) };
};
