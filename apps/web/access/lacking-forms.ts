import { useQueries } from '@tanstack/react-query';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { queryOf } from '#web/kit/queries.ts';
import { listed } from './access-record.ts';
import { type GrantRow, stays } from './grants.ts';

/** Who of those that are listed on a sequence lacks which of its forms, a sentence each. Nothing until that is known. */
export const useLackingForms = (sequence_id: number | null, rows: GrantRow[]): string[] => {
  const asked = sequence_id === null ? [] : rows.filter(stays);
  const answers = useQueries({
    queries: asked.map(({ permissionable_type, permissionable_id }) => ({
      ...queryOf(sequenceRoutes.lackingForms, {
        params: { id: sequence_id as number },
        query: { permissionable_type, permissionable_id: String(permissionable_id) },
      }),
      staleTime: 0,
    })),
  });
  return asked.flatMap(({ name }, index) => {
    const forms = answers[index]?.data?.data ?? [];
    return forms.length > 0 ? [`${name} doesn’t have access to ${listed(forms.map((form) => form.name))}.`] : [];
  });
};
