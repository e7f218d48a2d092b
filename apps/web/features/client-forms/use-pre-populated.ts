import { useEffect } from 'react';
import { formRoutes } from '#contract/resources/forms.ts';
import { earlierAnswerOf } from '#forms/definition/pre-populate.ts';
import { dayIn } from '#forms/logic/scopes.ts';
import { useMay, useZone } from '#web/access/account.tsx';
import type { Filling } from '#web/forms/filling/filling.ts';
import type { FilledForm } from '#web/forms/filling/use-filling.ts';
import { showDate } from '#web/kit/formats.ts';
import { useRouteQuery } from '#web/kit/queries.ts';

/** Fills in the latest answers of the person where the form asks for them, and says where they come from. */
export const usePrePopulated = (filling: Filling, form: FilledForm, client_id: number): void => {
  const may = useMay();
  const zone = useZone();
  const asks = form.form_fields.some((entry) => earlierAnswerOf(form.id, entry));
  const { data } = useRouteQuery(
    formRoutes.prePopulate,
    { params: { id: form.id }, query: { client_id: String(client_id) } },
    {
      enabled: asks && may(formRoutes.prePopulate),
      // What was filled in once is not filled in again under somebody's hands.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  );
  useEffect(() => {
    if (!data) return;
    filling.fill(
      data.answers.map(({ field_id, value, form_name, completed_at, date }) => ({
        field_id,
        value,
        source: date
          ? `${form_name}, ${date.name} ${showDate(date.value)}`
          : `${form_name}, recorded ${showDate(dayIn(completed_at, zone))}`,
      })),
    );
  }, [data, filling, zone]);
};
