import { noExport } from '#contract/resources/response-downloads.ts';
import { holds, meetsAny } from '#server/access/demands.ts';
import { fillable, visibleInternalForms, visiblePublicForms } from '#server/access/scopes.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { findRow, ofOrganization, type Where } from '#server/kit/rows.ts';
import { type FormDefinition, formDefinitions } from './definitions.ts';
import type { ResponseSelection } from './response-sheet.ts';

type CallerContext = Pick<MemberContext, 'tx' | 'caller'>;

/** What files of responses are made of: a form, an internal form, or a publish setting. */
export type SubjectType = 'forms' | 'internal_forms' | 'public_forms';
export type Subject = { type: SubjectType; id: number };

/** The refusal of who may not take these responses out of the organization. */
export const notExported = (): Problem => new Problem('forbidden', { base: [noExport] });

const definition = async ({ tx, caller }: CallerContext, id: number) =>
  (await formDefinitions(tx, caller.organization.id, [id])).get(id) as FormDefinition;

const formWhere = ({ tx, caller }: CallerContext, id: number, where: Where<'forms'>) =>
  ofOrganization(tx, 'forms', caller).select(['id', 'form_type']).where('id', '=', id).where(where).executeTakeFirst();

/** Whoever may neither read nor use a form does not find what was answered to it. */
const findFillable = async (context: CallerContext, id: number): Promise<void> => {
  if (!(await formWhere(context, id, fillable(context.caller)))) throw new Problem('not_found');
};

const clientResponses = async (context: CallerContext, id: number): Promise<ResponseSelection> => {
  const { tx, caller } = context;
  if (!(await meetsAny(tx, caller, { entity: 'client_forms', action: 'write', on: 'any' }))) throw notExported();
  await findFillable(context, id);
  return { kind: 'client', form: await definition(context, id) };
};

const internalRecords = async (context: CallerContext, id: number): Promise<ResponseSelection> => {
  const { tx, caller } = context;
  if (!(await meetsAny(tx, caller, { entity: 'internal_forms', action: 'write', on: 'any' }))) throw notExported();
  if (!(await formWhere(context, id, visibleInternalForms(caller, 'read')))) throw new Problem('not_found');
  if (!(await formWhere(context, id, visibleInternalForms(caller, 'write')))) throw notExported();
  await findFillable(context, id);
  return { kind: 'internal', form: await definition(context, id) };
};

const publicResponses = async (context: CallerContext, id: number): Promise<ResponseSelection> => {
  const { tx, caller } = context;
  if (!(await meetsAny(tx, caller, { entity: 'public_forms', action: 'write', on: 'any' }))) throw notExported();
  const organization_id = caller.organization.id;
  const find = (action: 'read' | 'write') =>
    findRow(tx, 'publish_settings', { organization_id, id, where: visiblePublicForms(caller, action) });
  const { form_id } = await find('read');
  if (!holds(caller, { entity: 'public_forms', action: 'write' }))
    await find('write').catch(() => {
      throw notExported();
    });
  await findFillable(context, form_id);
  return { kind: 'public', form: await definition(context, form_id), public_form_id: id };
};

/**
 * The responses that a file of a subject holds. Who writes no such responses is refused, and who may not see what they
 * answer does not find it. An internal form is found as a form too.
 */
export const selectResponses = async (context: CallerContext, { type, id }: Subject): Promise<ResponseSelection> => {
  if (type === 'public_forms') return publicResponses(context, id);
  if (type === 'internal_forms') return internalRecords(context, id);
  const organization_id = context.caller.organization.id;
  const form = (await formDefinitions(context.tx, organization_id, [id])).get(id);
  return form?.form_type === 'internal' ? internalRecords(context, id) : clientResponses(context, id);
};
