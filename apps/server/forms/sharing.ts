import { sql } from 'kysely';
import { maxFormsShared } from '#contract/resources/affiliations.ts';
import type { Issue } from '#forms/issue.ts';
import { holds } from '#server/access/demands.ts';
import type { Tx } from '#server/kit/db.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { among, ofOrganization } from '#server/kit/rows.ts';
import { formDefinitions } from './definitions.ts';
import { pickerIssues } from './whole-form.ts';

/** Returns for copies of another organization's forms whose they are, when they last changed, and when sharing ended. */
export const sharedForms = async ({ tx, caller }: Pick<MemberContext, 'tx' | 'caller'>, form_ids: number[]) => {
  const rows = await ofOrganization(tx, 'shared_forms', caller)
    .innerJoin('organizations', 'organizations.id', 'shared_forms.owner_organization_id')
    .select(['form_id', 'organizations.id', 'organizations.name', 'shared_forms.changed_at', 'shared_forms.ended_at'])
    .where('form_id', '=', among(form_ids))
    .execute();
  return new Map(rows.map(({ form_id, ...owner }) => [form_id, owner]));
};

/**
 * Ends the copies that the organization of the transaction has of another one's forms: they turn inactive, and may be
 * deleted.
 * @param except the owner's forms that stay shared
 */
export const endCopies = async (tx: Tx, owner_organization_id: number, except: number[] = []): Promise<void> => {
  const now = sql<string>`now()`;
  const ended = await tx
    .updateTable('shared_forms')
    .set({ ended_at: now })
    .where('owner_organization_id', '=', owner_organization_id)
    .where('owner_form_id', '!=', sql<number>`all(${except}::bigint[])`)
    .where('ended_at', 'is', null)
    .returning('form_id')
    .execute();
  if (ended.length === 0) return;
  await tx
    .updateTable('forms')
    .set({ active: false, lock_version: sql<number>`lock_version + 1`, updated_at: now })
    .where('id', '=', among(ended.map(({ form_id }) => form_id)))
    .where('active', '=', true)
    .execute();
};

/** The forms of other organizations, for a condition. */
export const sharedIds = ({ organization }: MemberContext['caller']) =>
  sql<number>`(select form_id from shared_forms where organization_id = ${organization.id})`;

/** Refuses to change what is another organization's. @throws forbidden */
export const refuseShared = async (context: Pick<MemberContext, 'tx' | 'caller'>, form_id: number): Promise<void> => {
  const owner = (await sharedForms(context, [form_id])).get(form_id);
  if (owner) throw new Problem('forbidden', { base: [`${owner.name} shares this form. Clone it to change it.`] });
};

/** Refuses to delete a copy while its owner shares it. @throws forbidden */
export const refuseWhileShared = async (context: MemberContext, form_id: number): Promise<void> => {
  const owner = (await sharedForms(context, [form_id])).get(form_id);
  if (owner && owner.ended_at === null)
    throw new Problem('forbidden', {
      base: [`${owner.name} shares this form. It can be deleted once they stop sharing it.`],
    });
};

/** The forms of another organization that ask a field. @throws forbidden when there are any */
export const refuseFieldOfShared = async ({ tx, caller }: MemberContext, field_id: number): Promise<void> => {
  const asked = await ofOrganization(tx, 'form_fields', caller)
    .innerJoin('shared_forms', (join) =>
      join
        .onRef('shared_forms.form_id', '=', 'form_fields.form_id')
        .on('shared_forms.organization_id', '=', caller.organization.id),
    )
    .select('form_fields.form_id')
    .where('field_id', '=', field_id)
    .limit(1)
    .executeTakeFirst();
  if (asked) await refuseShared({ tx, caller }, asked.form_id);
};

/** With whom forms are shared: their ids, and those of the affiliations. */
export const affiliationsOf = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  form_ids: number[],
): Promise<Map<number, number[]>> => {
  const rows = await ofOrganization(tx, 'form_affiliations', caller)
    .select(['form_id', 'affiliation_id'])
    .where('form_id', '=', among(form_ids))
    .orderBy('affiliation_id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ form_id }) => form_id)].map(([id, list]) => [id, list.map((one) => one.affiliation_id)]),
  );
};

const approved = ({ tx, caller }: MemberContext) =>
  ofOrganization(tx, 'affiliations', caller)
    .select(['id', 'affiliate_organization_id'])
    .where('type', '=', 'owner')
    .where('state', '=', 'approved');

/** What is wrong with whom a form is to be shared with. */
export const sharingIssues = async (context: MemberContext, affiliation_ids: number[]): Promise<Issue[]> => {
  if (affiliation_ids.length === 0) return [];
  const known = await approved(context).where('id', '=', among(affiliation_ids)).execute();
  return affiliation_ids.every((id) => known.some((one) => one.id === id))
    ? []
    : [{ path: 'affiliation_ids', message: 'Choose approved affiliations that your organization owns' }];
};

/** Has the other sides of affiliations brought to what is shared now, after the commit. */
const reach = async ({ enqueue }: Pick<MemberContext, 'enqueue'>, organization_ids: Iterable<number>) => {
  for (const other_organization_id of new Set(organization_ids))
    await enqueue('share_forms', { other_organization_id });
};

type ShareContext = Pick<MemberContext, 'tx' | 'caller' | 'enqueue'>;

/** Brings changed fields to everyone who shares a form that asks them, after the commit. */
export const reachByFields = async (context: ShareContext, field_ids: readonly number[]): Promise<void> => {
  if (field_ids.length === 0) return;
  const { tx, caller } = context;
  const rows = await ofOrganization(tx, 'form_fields', caller)
    .innerJoin('form_affiliations', (join) =>
      join
        .onRef('form_affiliations.form_id', '=', 'form_fields.form_id')
        .on('form_affiliations.organization_id', '=', caller.organization.id),
    )
    .innerJoin('affiliations', (join) =>
      join
        .onRef('affiliations.id', '=', 'form_affiliations.affiliation_id')
        .on('affiliations.organization_id', '=', caller.organization.id),
    )
    .select('affiliations.affiliate_organization_id')
    .distinct()
    .where('form_fields.field_id', '=', among(field_ids))
    .execute();
  await reach(
    context,
    rows.map((row) => row.affiliate_organization_id),
  );
};

/**
 * Locks affiliations and checks that each has room for one more form.
 * @throws invalid for `affiliation_ids`
 */
const takePlaces = async ({ tx, caller }: MemberContext, affiliation_ids: number[]): Promise<void> => {
  await ofOrganization(tx, 'affiliations', caller)
    .select('id')
    .where('id', '=', among(affiliation_ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  const full = await ofOrganization(tx, 'form_affiliations', caller)
    .select('affiliation_id')
    .where('affiliation_id', '=', among(affiliation_ids))
    .groupBy('affiliation_id')
    .having(sql<boolean>`count(*) >= ${maxFormsShared}`)
    .execute();
  if (full.length > 0)
    refuse([
      {
        path: 'affiliation_ids',
        message: `An affiliate can have at most ${maxFormsShared} of your forms. Stop sharing another form first.`,
      },
    ]);
};

/** The organizations on the other side of affiliations. */
const othersOf = async (
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
  affiliation_ids: number[],
): Promise<number[]> =>
  (
    await ofOrganization(tx, 'affiliations', caller)
      .select('affiliate_organization_id')
      .where('id', '=', among(affiliation_ids))
      .execute()
  ).map((one) => one.affiliate_organization_id);

/** Sends rolled-back forms to every affiliate that shares them, after the commit. */
export const reachByForms = async (context: ShareContext, form_ids: readonly number[]): Promise<void> => {
  const shared = await affiliationsOf(context, [...form_ids]);
  await reach(context, await othersOf(context, [...shared.values()].flat()));
};

/**
 * Has those reached with whom a form is shared: it was changed, or goes.
 * @param path what was sent, when the form asks what would mean nothing there; @throws invalid then
 */
export const reachShared = async (context: MemberContext, form_id: number, path = 'form_fields'): Promise<void> => {
  const shared = (await affiliationsOf(context, [form_id])).get(form_id);
  if (!shared) return;
  const form = (await formDefinitions(context.tx, context.caller.organization.id, [form_id])).get(form_id);
  if (form) refuse(pickerIssues(form, path));
  await reach(context, await othersOf(context, shared));
};

/**
 * Shares a form with these affiliations and no others, which must be the organization's own. Those whom it leaves are told
 * after the commit; `reachShared` tells the others.
 * @throws forbidden without the right to write affiliations; invalid when an affiliate has too many forms
 */
export const shareWith = async (context: MemberContext, form_id: number, affiliation_ids: number[]): Promise<void> => {
  const { tx, caller } = context;
  const organization_id = caller.organization.id;
  const before = (await affiliationsOf(context, [form_id])).get(form_id) ?? [];
  const left = before.filter((id) => !affiliation_ids.includes(id));
  const added = [...new Set(affiliation_ids)].filter((id) => !before.includes(id));
  if (left.length + added.length > 0 && !holds(caller, { entity: 'affiliations', action: 'write' }))
    throw new Problem('forbidden', { base: ['Your role doesn’t let you share forms. Ask an administrator.'] });
  if (added.length > 0) await takePlaces(context, added);
  if (left.length > 0)
    await tx
      .deleteFrom('form_affiliations')
      .where('form_id', '=', form_id)
      .where('affiliation_id', '=', among(left))
      .execute();
  if (added.length > 0)
    await tx
      .insertInto('form_affiliations')
      .values(added.map((affiliation_id) => ({ organization_id, form_id, affiliation_id })))
      .execute();
  await reach(context, await othersOf(context, left));
};
