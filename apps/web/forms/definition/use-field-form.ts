import { fieldRoutes } from '#contract/resources/fields.ts';
import { ApiError } from '#web/kit/api.ts';
import { useIdempotencyKey } from '#web/kit/idempotency.ts';
import { useForm } from '#web/kit/use-form.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { bodyOf, type FieldRecord, type FieldValues, issuesOf } from './draft.ts';

/**
 * The form of a new field, or of a stored one. It is checked by the rules of the server before it is sent.
 * @param initial what the form starts with, @param saved is given the saved field
 * @param id of the field that it changes
 */
export const useFieldForm = (initial: FieldValues, saved: (field: FieldRecord) => void, id?: number) => {
  const create = useWrite(fieldRoutes.create);
  const update = useWrite(fieldRoutes.update);
  const keyFor = useIdempotencyKey();
  return useForm(
    initial,
    async (values): Promise<FieldRecord> => {
      const issues = issuesOf(values);
      if (Object.keys(issues).length > 0) throw new ApiError(422, issues);
      const body = bodyOf(values);
      if (id === undefined) return create.mutateAsync({ sent: { body }, idempotencyKey: keyFor(values) });
      return update.mutateAsync({ sent: { params: { id }, body: { ...body, lock_version: values.lock_version } } });
    },
    { saved, showsConflict: id !== undefined },
  );
};

export type FieldForm = ReturnType<typeof useFieldForm>;
