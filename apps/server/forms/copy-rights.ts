import { actionsOpenOn } from '#server/access/allowed-actions.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import type { Row } from '#server/kit/rows.ts';
import { mayCopyResponses } from './copying.ts';

/** Whether somebody may copy all answers to a form: those of everybody, which a restricted form has to leave open to them. */
export const mayCopyAnswers = async (
  context: Pick<MemberContext, 'tx' | 'caller'>,
  form: Pick<Row<'forms'>, 'id' | 'form_type'>,
): Promise<boolean> =>
  mayCopyResponses(context.caller, form) && (await actionsOpenOn(context, [form.id]))(form.id).includes('read');
