import type { z } from 'zod';
import type { Issue } from '#contract/kit/issues.ts';
import { affiliationRoutes, type affiliations } from '#contract/resources/affiliations.ts';
import { templatesSlug } from '#contract/resources/templates.ts';
import { visibleAffiliations } from '#server/access/scopes.ts';
import { findFor, lists, named } from '#server/kit/crud.ts';
import { implement, type MemberContext } from '#server/kit/handlers.ts';
import { refuse } from '#server/kit/problem.ts';
import { conditionOn } from '#server/kit/rows.ts';
import { formChanges } from './form-changes.ts';
import { serialize, serializeListed } from './serialize.ts';
import { answer, ask, revoke } from './steps.ts';

/** The folded name of the organization on the other side. */
const otherName =
  '(select kit.fold(other.name) from organizations other where other.id = affiliations.affiliate_organization_id)';

const of = conditionOn('affiliations');

/** The organizations that let themselves be found, without the caller's own. */
const peers = ({ tx, caller }: MemberContext) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('can_be_found', '=', true)
    .where('suspended_at', 'is', null)
    .where('slug', '!=', templatesSlug)
    .where('id', '!=', caller.organization.id);

const path = 'affiliate_organization_id';
/** What is wrong with whom somebody asks. */
const check = async (sent: { [path]?: number | undefined }, context: MemberContext): Promise<Issue[]> => {
  const asked = sent[path];
  if (asked === undefined) return [];
  if (asked === context.caller.organization.id)
    return [{ path, message: 'This is your own organization. Choose another.' }];
  const found = await peers(context).where('id', '=', asked).executeTakeFirst();
  return found ? [] : [{ path, message: 'This organization can’t be found. Choose one from the list.' }];
};

const visible = { table: 'affiliations' as const, scope: visibleAffiliations };

const listed = lists({
  rows: (
    { query: { query, filters } }: { params: object; query: z.output<typeof affiliations.query> },
    { caller },
  ) => ({
    table: visible.table,
    organization_id: caller.organization.id,
    conditions: [
      visibleAffiliations(caller, 'read'),
      named(query, otherName),
      ...(filters?.type ? [of('affiliations.type', '=', filters.type)] : []),
      ...(filters?.state ? [of('affiliations.state', '=', filters.state)] : []),
    ],
    order: { name: otherName, created_at: 'created_at', updated_at: 'updated_at' },
    usual: [otherName],
  }),
  serialize: serializeListed,
});

/** Organizations that share forms with others: asking, answering, and ending it. */
export const affiliationsFeature = implement(affiliationRoutes, {
  ...listed,
  show: async ({ params }, context) => serialize(await findFor(visible, params.id, context), context),
  create: {
    check: ({ body }, context) => check(body, context),
    handle: async ({ body }, context) => {
      refuse(await check(body, context));
      return serialize(await ask(context, body), context);
    },
  },
  update: async ({ params, body }, context) =>
    serialize(await answer(context, await findFor(visible, params.id, context), body), context),
  remove: async ({ params, body }, context) =>
    revoke(context, await findFor(visible, params.id, context), body?.lock_version),
  peers: async (_, context) => ({ data: await peers(context).orderBy('name').orderBy('id').limit(500).execute() }),
  formChanges: async ({ params }, context) => ({ changes: await formChanges(context, params.id) }),
});
