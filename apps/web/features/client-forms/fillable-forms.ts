import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';

/** The forms that may be filled in for a person, each group by name: active ones, then inactive ones. None without the privilege. */
export const useFillableForms = () => {
  const may = useMay();
  const { data } = useRouteQuery(formRoutes.fillable, {}, { enabled: may(clientFormRoutes.create) });
  const forms = data?.data ?? [];
  return [...forms.filter(({ active }) => active), ...forms.filter(({ active }) => !active)];
};
