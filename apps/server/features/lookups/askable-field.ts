import { fillable, usableFields } from '#server/access/scopes.ts';
import type { Member, MemberContext } from '#server/kit/handlers.ts';
import { findRow, type Where } from '#server/kit/rows.ts';

/** The fields whose options the caller may look up: those they may see or use, and those on forms that they may fill in. */
const askable =
  (caller: Member): Where<'fields'> =>
  (eb) => {
    const usable = usableFields(caller)(eb);
    if (!usable) return null;
    const onForm = eb
      .selectFrom('form_fields')
      .innerJoin('forms', (join) =>
        join
          .onRef('forms.organization_id', '=', 'form_fields.organization_id')
          .onRef('forms.id', '=', 'form_fields.form_id'),
      )
      .select('form_fields.id')
      .where('form_fields.organization_id', '=', caller.organization.id)
      .whereRef('form_fields.field_id', '=', 'fields.id')
      .where((forms) => fillable(caller)(forms as never) ?? eb.lit(true));
    return eb.or([usable, eb.exists(onForm)]);
  };

/** A field whose options the caller may look up; not_found for any other. */
export const askableField = ({ tx, caller }: MemberContext, id: number) =>
  findRow(tx, 'fields', caller.organization.id, id, askable(caller));
