import { sql } from 'kysely';
import { type Purpose, purposeNames, purposes } from '#contract/kit/purposes.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { requiredPurposes } from '#server/access/consents.ts';
import { changingOrganization } from '#server/access/organization-history.ts';
import { visibleClients } from '#server/access/scopes.ts';
import { todayIn } from '#server/kit/calendar.ts';
import { findFor } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { Problem, refuse } from '#server/kit/problem.ts';
import { conditionOn, findRow, type Row, updateRow } from '#server/kit/rows.ts';
import { sentIssues } from './check.ts';
import { theirs, withdraw } from './rows.ts';
import { serialize } from './serialize.ts';
import { signedResponses } from './signed.ts';

type Below = { params: { client_id: number } };
type One = { params: { client_id: number; id: number } };

const personOf = ({ params }: Below, context: MemberContext): Promise<Row<'clients'>> =>
  findFor({ table: 'clients', scope: visibleClients }, params.client_id, context);

/** The consent of the path, once its person was found. */
const consentOf = async ({ params: { client_id, id } }: One, { tx, caller }: MemberContext) =>
  findRow(tx, 'consents', {
    organization_id: caller.organization.id,
    id,
    where: conditionOn('consents')('client_id', '=', client_id),
  });

const wordingOf = async ({ tx, caller }: MemberContext): Promise<Partial<Record<Purpose, string>>> => {
  const { consent_wording } = await tx
    .selectFrom('organizations')
    .select('consent_wording')
    .where('id', '=', caller.organization.id)
    .executeTakeFirstOrThrow();
  return consent_wording;
};

const settings = async (context: MemberContext) => {
  const [own, required] = [
    await wordingOf(context),
    await requiredPurposes(context.tx, context.caller.organization.id),
  ];
  return {
    data: purposeNames.map((purpose) => {
      const { label, hint, wording: usual_wording } = purposes[purpose];
      const wording = own[purpose] ?? usual_wording;
      return { purpose, label, hint, wording, usual_wording, required: required.includes(purpose) };
    }),
  };
};

const serializeConsent = async (row: Row<'consents'>, context: MemberContext) => {
  const rows = await serialize(await theirs(context, row.client_id), context);
  return rows.find(({ id }) => id === row.id) as (typeof rows)[number];
};

/** Withdrawn consents stay as they are. */
const refuseWithdrawn = (row: Row<'consents'>): void => {
  if (row.withdrawn_at !== null)
    throw new Problem('conflict', { base: ['This consent was withdrawn. Record a new one if they agree again.'] });
};

/** What people agreed to, and what an organization asks them to agree to. */
export const consentsFeature = implement(consentRoutes, {
  list: async (input: Below, context) => {
    const { id } = await personOf(input, context);
    return { data: await serialize(await theirs(context, id), context) };
  },
  create: {
    check: async (input, context) => sentIssues(input.body, context, { client: await personOf(input, context) }),
    handle: async ({ params, body }, context) => {
      const { tx, caller } = context;
      const client = await personOf({ params }, context);
      refuse(await sentIssues(body, context, { client }));
      const { purposes: chosen, begins_on = todayIn(caller.organization.time_zone), ...sent } = body;
      const wording = await wordingOf(context);
      const made = await tx
        .insertInto('consents')
        .values(
          [...new Set(chosen)].map((purpose) => ({
            ...sent,
            organization_id: caller.organization.id,
            client_id: client.id,
            purpose,
            begins_on,
            wording: wording[purpose] ?? purposes[purpose].wording,
            recorded_by_id: caller.person.id,
          })),
        )
        .returning('id')
        .execute();
      const ids = new Set(made.map(({ id }) => id));
      const rows = await theirs(context, client.id);
      return {
        data: await serialize(
          rows.filter(({ id }) => ids.has(id)),
          context,
        ),
      };
    },
  },
  update: {
    check: async (input, context) => {
      const client = await personOf(input, context);
      return sentIssues(input.body, context, { client, before: await consentOf(input, context) });
    },
    handle: async ({ params, body }, context) => {
      const { lock_version, ...sent } = body;
      const client = await personOf({ params }, context);
      const row = await consentOf({ params }, context);
      refuseWithdrawn(row);
      refuse(await sentIssues(sent, context, { client, before: row }));
      return serializeConsent(await updateRow(context.tx, 'consents', { row, lock_version, columns: sent }), context);
    },
  },
  withdraw: async ({ params, body }, context) => {
    await personOf({ params }, context);
    const row = await consentOf({ params }, context);
    refuseWithdrawn(row);
    await withdraw(context, row, body?.withdrawal_note ?? null);
    return serializeConsent(row, context);
  },
  signed: async (input: Below, context) => {
    const { id } = await personOf(input, context);
    return { data: await signedResponses(context, id) };
  },
  purposes: (_, context) => settings(context),
  changePurposes: async ({ body: { required, wording } }, context) => {
    const { tx, caller } = context;
    const words = wording && { ...(await wordingOf(context)), ...wording };
    await changingOrganization(tx, caller.organization.id, () =>
      tx
        .updateTable('organizations')
        .set({
          ...(required && { consent_required: purposeNames.filter((purpose) => required.includes(purpose)) }),
          ...(words && {
            consent_wording: JSON.stringify(
              Object.fromEntries(Object.entries(words).filter(([, own]) => own !== null)),
            ),
          }),
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', caller.organization.id)
        .execute(),
    );
    return settings(context);
  },
});
