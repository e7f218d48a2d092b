import type { WebhookEvent } from '#contract/resources/webhooks.ts';
import { tellWebhooks } from '#server/access/tell-webhooks.ts';
import { typeOfResponse } from '#server/forms/firing.ts';
import type { AnsweringContext } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';

type Write = 'created' | 'updated' | 'deleted';

/** What webhooks are told of a write, by the type of the response. What staff correct of public forms is not told. */
const events: Record<string, Partial<Record<Write, WebhookEvent>>> = {
  client_forms: {
    created: 'client_form_created',
    updated: 'client_form_updated',
    deleted: 'client_form_deleted',
  },
  internal_forms: {
    created: 'internal_record_created',
    updated: 'internal_record_updated',
    deleted: 'internal_record_deleted',
  },
  public_forms: { created: 'public_form_submitted' },
};

/** Has webhooks told, after the commit, that a response was written by itself. */
export const tellOfResponse = async (
  context: Pick<AnsweringContext, 'tx' | 'caller'>,
  write: Write,
  row: Row<'responses'>,
): Promise<void> => {
  const record_type = typeOfResponse(row);
  const event = events[record_type]?.[write];
  if (event && record_type !== 'forms') await tellWebhooks(context, { event, record_type, row });
};
