import { useState } from 'react';
import { ApiError } from '#web/kit/api.ts';
import type { Form } from '#web/kit/use-form.ts';

/** Days as they are entered: what cannot be read is said beside its control, and refused before anything is sent. */
export const useDays = () => {
  const [unread, setUnread] = useState<Record<string, string>>({});
  return {
    /** A day of a form as its control takes it. */
    day: <K extends 'begins_on' | 'ends_on'>(
      form: Pick<Form<Record<K, string | null>>, 'values' | 'set' | 'error'>,
      key: K,
    ) => ({
      id: key,
      value: form.values[key],
      error: form.error(key),
      onChange: (day: string | null, problem: string | null) => {
        const { [key]: _, ...rest } = unread;
        setUnread(problem ? { ...rest, [key]: problem } : rest);
        form.set(key, day);
      },
    }),
    /** @throws ApiError while something is entered that is no day */
    refuseUnread: () => {
      if (Object.keys(unread).length > 0)
        throw new ApiError(422, Object.fromEntries(Object.entries(unread).map(([key, said]) => [key, [said]])));
    },
  };
};
