import { allowedActions } from '#server/access/allowed-actions.ts';
import { holds } from '#server/access/demands.ts';
import {
  linkablePublicInstances,
  unlinkableResponses,
  visibleClients,
  visiblePublicInstances,
  visibleResponses,
} from '#server/access/scopes.ts';
import { type FormDefinition, formDefinitions } from '#server/forms/definitions.ts';
import { serialize } from '#server/forms/serialize.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { among, ofOrganization, type Row } from '#server/kit/rows.ts';
import { mappingOf } from './person-in-answers.ts';

type Instance = Row<'responses'>;

/** Whose public responses are, by their ids: the person and their response, for who may see both. */
export const linksOf = async ({ tx, caller }: MemberContext, ids: readonly number[]) => {
  const links = await ofOrganization(tx, 'public_form_links', caller)
    .select(['id', 'instance_id', 'response_id', 'created_at'])
    .where('instance_id', '=', among(ids))
    .execute();
  const seen =
    links.length === 0
      ? []
      : await ofOrganization(tx, 'responses', caller)
          .innerJoin('clients', (join) =>
            join
              .onRef('clients.organization_id', '=', 'responses.organization_id')
              .onRef('clients.id', '=', 'responses.client_id'),
          )
          .select(['responses.id as response_id', 'clients.id', 'clients.first_name', 'clients.last_name'])
          .where('responses.id', '=', among(links.map(({ response_id }) => response_id)))
          .where(visibleClients(caller, 'read'))
          .execute();
  const readable =
    seen.length === 0
      ? []
      : await ofOrganization(tx, 'responses', caller)
          .select('id')
          .where('id', '=', among(seen.map(({ response_id }) => response_id)))
          .where(visibleResponses(caller, 'read'))
          .execute();
  return new Map(
    links.map(({ id, instance_id, response_id, created_at }) => {
      const found = seen.find((one) => one.response_id === response_id);
      const client = found ? { id: found.id, first_name: found.first_name, last_name: found.last_name } : null;
      const client_form_id = client && readable.some((one) => one.id === response_id) ? response_id : null;
      return [instance_id, { id, created_at, client, client_form_id }];
    }),
  );
};

/** Returns the public responses whose link the caller may take back. */
const unlinkable = async (
  context: MemberContext,
  links: Awaited<ReturnType<typeof linksOf>>,
): Promise<ReadonlySet<number>> => {
  const shown = [...links].flatMap(([id, link]) =>
    link.client_form_id === null ? [] : [{ id, response_id: link.client_form_id }],
  );
  if (shown.length === 0 || !holds(context.caller, { entity: 'client_forms', action: 'write' })) return new Set();
  const actionsBy = (scope: typeof unlinkableResponses, ids: number[]) =>
    allowedActions(context, { table: 'responses', scope }, ids);
  const [onInstance, onResponse] = await Promise.all([
    actionsBy(
      linkablePublicInstances,
      shown.map(({ id }) => id),
    ),
    actionsBy(
      unlinkableResponses,
      shown.map(({ response_id }) => response_id),
    ),
  ]);
  return new Set(
    shown
      .filter(({ id, response_id }) => onInstance(id).includes('write') && onResponse(response_id).includes('write'))
      .map(({ id }) => id),
  );
};

/** Public responses as the caller sees them: answers by the ids of their fields, and whose they are. */
export const serializeInstances = async (rows: Instance[], context: MemberContext) => {
  const form_ids = [...new Set(rows.map(({ form_id }) => form_id))];
  const ids = rows.map(({ id }) => id);
  const [shown, links, forms, actionsOn] = await Promise.all([
    serialize(rows, context),
    linksOf(context, ids),
    formDefinitions(context.tx, context.caller.organization.id, form_ids),
    allowedActions(context, { table: 'responses', scope: visiblePublicInstances }, ids),
  ]);
  const mayUnlink = await unlinkable(context, links);
  return shown.map(({ answers, ...row }) => {
    const link = links.get(row.id);
    return {
      ...row,
      public_form_id: row.public_form_id as number,
      reference: row.reference as string,
      linked: link !== undefined,
      client: link?.client ?? null,
      client_form_id: link?.client_form_id ?? null,
      actions: actionsOn(row.id),
      may_unlink: mayUnlink.has(row.id),
      client_field_mapping: mappingOf(forms.get(row.form_id) as FormDefinition),
      answers: Object.fromEntries(answers.map((answer, position) => [answer.field_id, { ...answer, position }])),
    };
  });
};
