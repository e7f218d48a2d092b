import type { FormField } from '../definition/form-definition.ts';
import { fieldType } from '../field-types/index.ts';
import type { EvaluationContext } from '../logic/context.ts';

/**
 * Whether a response does without an answer to a required question, because the question was added, or made required,
 * after the response was recorded (R90a). Once it has an answer there, it needs one.
 * @param stored the answer that the response has
 */
export const isAskedLater = (
  { required_since, field }: FormField,
  { recordedAt }: Pick<EvaluationContext, 'recordedAt'>,
  stored: unknown,
): boolean =>
  !!recordedAt && !!required_since && required_since > recordedAt && fieldType(field.field_type).isBlank(stored);
