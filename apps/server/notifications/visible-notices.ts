import { holds } from '#server/access/demands.ts';
import {
  openForms,
  visibleClients,
  visibleForms,
  visibleInternalForms,
  visibleInternalRecords,
  visiblePublicForms,
  visiblePublicInstances,
  visibleResponses,
} from '#server/access/scopes.ts';
import type { Member } from '#server/kit/handlers.ts';
import { conditionOn, type Where } from '#server/kit/rows.ts';

const { and, or, eb, exists, not, selectFrom } = conditionOn('notices');

/** The forms that a notice is about; the condition says which of them are open. */
const form = (open: Where<'forms'>) =>
  exists(selectFrom('forms').select('forms.id').whereRef('forms.id', '=', 'notices.form_id').where(open));

/** Asks for the response as what it is now: what a stranger sent may be a person's meanwhile. */
const ofStored = (caller: Member): Where<'notices'> => {
  const response = conditionOn('responses');
  return exists(
    selectFrom('responses')
      .select('responses.id')
      .whereRef('responses.id', '=', 'notices.record_id')
      .where(
        response.or([
          response.and([response('responses.client_id', 'is not', null), visibleResponses(caller, 'read')]),
          response.and([response('responses.client_id', 'is', null), visiblePublicInstances(caller, 'read')]),
          visibleInternalRecords(caller, 'read'),
        ]),
      ),
  );
};

/** What was deleted is open to whom all that it belonged to is open; grants on it went with it. */
const ofDeleted = (caller: Member): Where<'notices'>[] => [
  ...(holds(caller, { entity: 'client_forms', action: 'read' })
    ? [
        and([
          eb('record_type', '=', 'client_forms'),
          form(openForms(caller, 'read')),
          exists(
            selectFrom('clients')
              .select('clients.id')
              .whereRef('clients.id', '=', 'notices.client_id')
              .where(visibleClients(caller, 'read')),
          ),
        ]),
      ]
    : []),
  and([eb('record_type', '=', 'internal_forms'), form(visibleInternalForms(caller, 'read'))]),
  and([
    eb('record_type', '=', 'public_forms'),
    exists(
      selectFrom('publish_settings')
        .select('publish_settings.id')
        .whereRef('publish_settings.id', '=', 'notices.public_form_id')
        .where(visiblePublicForms(caller, 'read')),
    ),
  ]),
];

/** The notices of a person that they may read at this moment: those about what they may read. */
export const visibleNotices = (caller: Member): Where<'notices'> =>
  and([
    eb('notices.user_id', '=', caller.person.id),
    or([
      eb('kind', '=', 'job'),
      and([eb('record_type', '=', 'forms'), form(visibleForms(caller, 'read'))]),
      and([eb('record_type', '!=', 'forms'), not('is_deleted'), ofStored(caller)]),
      and([eb('is_deleted', '=', true), or(ofDeleted(caller))]),
    ]),
  ]);

/** Those of them that the bell tells. */
export const inBell = (caller: Member): Where<'notices'> => and([visibleNotices(caller), eb('in_bell', '=', true)]);
