import { fillable, usableFields } from '#server/access/scopes.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { conditionOn, findRow, type Where } from '#server/kit/rows.ts';

const { or, exists, selectFrom } = conditionOn('fields');

/** The fields whose options the caller may look up: those they may see or use, and those on forms that they may fill in. */
const askable = (caller: Member): Where<'fields'> =>
  or([
    usableFields(caller),
    exists(
      selectFrom('form_fields')
        .innerJoin('forms', (join) =>
          join
            .onRef('forms.organization_id', '=', 'form_fields.organization_id')
            .onRef('forms.id', '=', 'form_fields.form_id'),
        )
        .select('form_fields.id')
        .whereRef('form_fields.field_id', '=', 'fields.id')
        .where(fillable(caller)),
    ),
  ]);

/** A field whose options the caller may look up; not_found for any other. */
export const askableField = ({ tx, caller }: MemberContext, id: number) =>
  findRow(tx, 'fields', { organization_id: caller.organization.id, id, where: askable(caller) });
