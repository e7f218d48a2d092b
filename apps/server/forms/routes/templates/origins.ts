import { templatesSlug } from '#contract/resources/templates.ts';
import type { CopiedForm } from '#forms/updates/copied-form.ts';
import { organizationColumns } from '#server/access/members.ts';
import type { MemberContext, Organization, SignedInContext } from '#server/kit/handlers.ts';
import type { StoredNumbers } from '#server/schema/json-columns.ts';

/** The organization whose fields and forms are the templates. */
export const templatesOrganization = ({ tx }: Pick<SignedInContext, 'tx'>): Promise<Organization> =>
  tx
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('slug', '=', templatesSlug)
    .executeTakeFirstOrThrow();

type Copy = { record_type: 'forms' | 'fields'; record_id: number; copy_id: number };

/** The copies of fields that a copy of their form made: those that were not known there. */
export const copiesOfFields = ({ fields }: StoredNumbers, known: ReadonlyMap<number, number>): Copy[] =>
  Object.entries(fields)
    .map(([id, copy_id]) => ({ record_type: 'fields' as const, record_id: Number(id), copy_id }))
    .filter(({ record_id, copy_id }) => known.get(record_id) !== copy_id);

/** Keeps with the templates which copies an organization has of them; the newest of each counts. */
export const keepCopies = async (
  { tx }: Pick<SignedInContext, 'tx'>,
  { templates, organization: { id: copy_organization_id } }: { templates: Organization; organization: Organization },
  copies: Copy[],
): Promise<void> => {
  if (copies.length === 0) return;
  await tx
    .insertInto('template_copies')
    .values(copies.map((copy) => ({ ...copy, organization_id: templates.id, copy_organization_id })))
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'record_type', 'record_id', 'copy_organization_id'])
        .doUpdateSet((eb) => ({ copy_id: eb.ref('excluded.copy_id') })),
    )
    .execute();
};

/** Keeps with a form of which template it is a copy, and how that was when it was copied. */
export const keepOrigin = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  { numbers, taken, ...form }: { form_id: number; template_id: number; numbers: StoredNumbers; taken: CopiedForm },
): Promise<void> => {
  await tx
    .insertInto('template_forms')
    .values({
      ...form,
      organization_id: caller.organization.id,
      numbers: JSON.stringify(numbers),
      taken: JSON.stringify(taken),
    })
    .execute();
};
