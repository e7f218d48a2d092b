import { membersOf } from '#server/access/members.ts';
import { fillable } from '#server/access/scopes.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { Problem } from '#server/kit/problem.ts';
import { findRow, ofOrganization } from '#server/kit/rows.ts';

type Principal = { permissionable_type: 'User' | 'PermissionGroup'; permissionable_id: number };

/** A user as the caller that they would be; a group as somebody who holds what it gives and nothing else. */
const asCaller = async ({ tx, caller }: MemberContext, principal: Principal): Promise<Member> => {
  const { permissionable_type, permissionable_id: id } = principal;
  if (permissionable_type === 'User') {
    const [member] = await membersOf(tx, caller.organization, { id, withInvited: true });
    if (!member) throw new Problem('not_found');
    return member;
  }
  const { privileges } = await findRow(tx, 'permission_groups', { organization_id: caller.organization.id, id });
  return {
    ...caller,
    everything: false,
    entity_privileges: privileges,
    principals: [-id],
  };
};

/** The forms of a sequence that a user or permission group may not fill in, in their order. */
export const lackingForms = async (context: MemberContext, sequence_id: number, principal: Principal) => {
  const { tx, caller } = context;
  const mayFill = fillable(await asCaller(context, principal));
  return ofOrganization(tx, 'sequence_forms', caller)
    .innerJoin('forms', (join) =>
      join
        .onRef('forms.organization_id', '=', 'sequence_forms.organization_id')
        .onRef('forms.id', '=', 'sequence_forms.form_id'),
    )
    .select(['forms.id', 'forms.name'])
    .where('sequence_forms.sequence_id', '=', sequence_id)
    .where((eb) => eb.not(mayFill))
    .orderBy('sequence_forms.position')
    .execute();
};
