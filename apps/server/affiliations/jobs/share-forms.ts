import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type CopiedForm, isSame } from '#forms/updates/copied-form.ts';
import { organizationWith } from '#server/access/members.ts';
import { copyForm, followForm } from '#server/forms/follow-form.ts';
import { endCopies } from '#server/forms/sharing.ts';
import { copiedOf, wholeDefinition } from '#server/forms/whole-form.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import type { Tx } from '#server/kit/db.ts';
import { enqueueIn, type InOrganization, startJobIn } from '#server/kit/enqueue.ts';
import type { MemberContext, Organization } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import type { Jobs } from '#server/schema/background-work.ts';

type SharedForm = { form: Row<'forms'>; reached: string | null; version: string };

/** What tells whether a form is as it was when it last went across. */
const versionOf = ({ definition_version, lock_version }: Row<'forms'>) => `${definition_version}.${lock_version}`;

/** The forms that one organization shares with another one now. */
const sharedWith = async (tx: Tx, owner: number, other: number): Promise<SharedForm[]> => {
  const rows = await tx
    .selectFrom('form_affiliations')
    .innerJoin('affiliations', (join) =>
      join
        .onRef('affiliations.id', '=', 'form_affiliations.affiliation_id')
        .on('affiliations.organization_id', '=', owner),
    )
    .innerJoin('forms', (join) =>
      join.onRef('forms.id', '=', 'form_affiliations.form_id').on('forms.organization_id', '=', owner),
    )
    .selectAll('forms')
    .select('form_affiliations.reached')
    .where('affiliations.affiliate_organization_id', '=', other)
    .where('affiliations.type', '=', 'owner')
    .where('affiliations.state', '=', 'approved')
    .orderBy('forms.id')
    .execute();
  return rows.map(({ reached, ...form }) => ({ form, reached, version: versionOf(form) }));
};

/** The participant's organization at work on what is shared with it, in nobody's name. */
const inNobodysName = (services: JobServices, tx: Tx, organization: Organization): MemberContext => ({
  ...services,
  tx,
  action: 'write',
  address: '',
  request_id: randomUUID(),
  host: null,
  files: new Map(),
  kept: new Set(),
  accepted: () => {},
  about: () => {},
  enqueue: enqueueIn(tx),
  startJob: startJobIn(tx),
  caller: {
    session_id: '',
    person: { id: 0, first_name: null, last_name: null, email: '', time_zone: null },
    impersonator_id: null,
    impersonation: null,
    is_superuser: true,
    agreed: true,
    has_second_factor: true,
    last_activity_at: '',
    organization,
    role: 'superuser',
    everything: true,
    api_credential_id: null,
    entity_privileges: {},
    principals: [],
  },
});

type Sides = { owner: number; other: number };

/** A copy as it is at this moment. */
const copyAsItIs = async (tx: Tx, form_id: number): Promise<CopiedForm> => {
  const row = await tx.selectFrom('forms').selectAll().where('id', '=', form_id).executeTakeFirstOrThrow();
  return copiedOf(row, await wholeDefinition(tx, row));
};

/** Changes of so many days are told together: an owner who works on a form saves it more than once. */
const toldTogether = sql<boolean>`told_since > now() - interval '7 days'`;

/** Brings one form over: makes its copy, or brings it up to what it is now. */
const bring = async (services: JobServices, { owner, other }: Sides, form: Row<'forms'>): Promise<void> => {
  const original = await services.database.inOrganization({ organization_id: owner }, (tx) =>
    wholeDefinition(tx, form),
  );
  const recalculations: Jobs['recalculate'][] = [];
  const organization = await services.database.inOrganization({ organization_id: other }, async (tx) => {
    const organization = await organizationWith(tx, other);
    // Held, so that a form that is on its way when the affiliation ends does not become active again.
    const affiliation = await tx
      .selectFrom('affiliations')
      .select('id')
      .where('affiliate_organization_id', '=', owner)
      .where('type', '=', 'participant')
      .where('state', '=', 'approved')
      .forShare()
      .executeTakeFirst();
    if (!affiliation) return organization;
    const context: MemberContext = {
      ...inNobodysName(services, tx, organization),
      // Jobs are somebody's: what follows from a change is begun in the owner's name, below.
      startJob: async (_, payload) => {
        recalculations.push(payload as Jobs['recalculate']);
        return { id: 0, state: 'enqueued' };
      },
    };
    const copy = await tx
      .selectFrom('shared_forms')
      .select(['form_id', 'numbers', toldTogether.as('is_told')])
      .where('owner_organization_id', '=', owner)
      .where('owner_form_id', '=', form.id)
      .forUpdate()
      .executeTakeFirst();
    if (!copy) {
      const { form_id, numbers } = await copyForm(context, { form: { ...form, redirect_url: null }, original });
      await tx
        .insertInto('shared_forms')
        .values({
          organization_id: other,
          form_id,
          owner_organization_id: owner,
          owner_form_id: form.id,
          numbers: JSON.stringify(numbers),
        })
        .execute();
      return organization;
    }
    const { form_id, is_told } = copy;
    const before = await copyAsItIs(tx, form_id);
    const numbers = await followForm(context, { form, original }, { form_id, numbers: copy.numbers });
    // A form is also saved to be shared with somebody else: that changes nothing here.
    const isChanged = !isSame(before, await copyAsItIs(tx, form_id));
    const now = sql<string>`now()`;
    await tx
      .updateTable('shared_forms')
      .set({
        numbers: JSON.stringify(numbers),
        ended_at: null,
        ...(isChanged && { changed_at: now }),
        ...(isChanged && !is_told && { before: JSON.stringify(before), told_since: now }),
      })
      .where('form_id', '=', form_id)
      .execute();
    return organization;
  });
  if (recalculations.length === 0 || organization.owner_id === null) return;
  await services.database.inOrganization({ organization_id: other, user_id: organization.owner_id }, async (tx) => {
    for (const recalculation of recalculations) await startJobIn(tx)('recalculate', recalculation);
  });
};

/** Ends the copies of forms that are no longer shared: staff cannot record them, and what was recorded stays. */
const leave = ({ database }: JobServices, { owner, other }: Sides, shared: number[]): Promise<unknown> =>
  database.inOrganization({ organization_id: other }, (tx) => endCopies(tx, owner, shared));

/**
 * Brings what an organization shares with another one to where it is now: forms that are new there, those that were
 * changed, and those that are shared no more. Run again, it changes nothing.
 */
export const shareForms = async (
  services: JobServices,
  { organization_id: owner, other_organization_id: other }: InOrganization<'share_forms'>,
): Promise<void> => {
  const sides = { owner, other };
  const sharedNow = () =>
    services.database.inOrganization({ organization_id: owner }, (tx) => sharedWith(tx, owner, other));
  for (const one of (await sharedNow()).filter(({ reached, version }) => reached !== version)) {
    await bring(services, sides, one.form);
    await services.database.inOrganization({ organization_id: owner }, (tx) =>
      tx
        .updateTable('form_affiliations')
        .set({ reached: one.version })
        .where('form_id', '=', one.form.id)
        .where('affiliation_id', '=', (eb) =>
          eb
            .selectFrom('affiliations')
            .select('id')
            .where('affiliate_organization_id', '=', other)
            .where('type', '=', 'owner')
            .where('state', '=', 'approved'),
        )
        .execute(),
    );
  }
  // Last, and asked anew: what came just now goes as well, when it is shared no more.
  const stays = (await sharedNow()).map(({ form }) => form.id);
  await leave(services, sides, stays);
};

/**
 * Finds forms that were changed since they last went across, in whatever way: by their fields, for example. What is
 * changed as a form goes across at once.
 */
export const findChangedShares = async ({ database }: JobServices): Promise<void> => {
  const { rows } = await database.adminTransaction(({ tx }) =>
    sql<{ organization_id: number; other_organization_id: number }>`
      select distinct s.organization_id, a.affiliate_organization_id as other_organization_id
        from form_affiliations s
        join forms f on f.organization_id = s.organization_id and f.id = s.form_id
        join affiliations a on a.organization_id = s.organization_id and a.id = s.affiliation_id
        join organizations o on o.id = s.organization_id
       where a.state = 'approved' and o.suspended_at is null
         and s.reached is distinct from f.definition_version || '.' || f.lock_version`.execute(tx),
  );
  for (const { organization_id, other_organization_id } of rows)
    await database.inOrganization({ organization_id }, (tx) => enqueueIn(tx)('share_forms', { other_organization_id }));
};
