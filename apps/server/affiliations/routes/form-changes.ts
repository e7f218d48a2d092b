import { differencesOf } from '#forms/updates/differences.ts';
import { visibleForms } from '#server/access/scopes.ts';
import { copiedOf, wholeDefinition } from '#server/forms/whole-form.ts';
import { findFor } from '#server/kit/crud.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { ofOrganization } from '#server/kit/rows.ts';

/** What the owner of a shared form lately changed in it, and since when; null where that is nothing, or nobody's. */
export const formChanges = async (context: MemberContext, id: number) => {
  const form = await findFor({ table: 'forms', scope: visibleForms }, id, context);
  const shared = await ofOrganization(context.tx, 'shared_forms', context.caller)
    .select(['before', 'told_since'])
    .where('form_id', '=', id)
    .executeTakeFirst();
  if (!shared?.before || !shared.told_since) return null;
  const before = shared.before;
  const after = copiedOf(form, await wholeDefinition(context.tx, form));
  return { since: shared.told_since, differences: differencesOf(null, { before, after }) };
};
