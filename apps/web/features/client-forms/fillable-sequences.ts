import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { useMay } from '#web/access/account.tsx';
import { useRouteQuery } from '#web/kit/queries.ts';
import { responsesOf } from './person.ts';
import type { FillableSequence } from './sequence-steps.ts';

/** The sequences that may be chosen for a person, by name. None without the privilege. */
export const useFillableSequences = (): FillableSequence[] => {
  const may = useMay();
  const { data } = useRouteQuery(sequenceRoutes.fillable, {}, { enabled: may(clientFormRoutes.create) });
  return data?.data ?? [];
};

/** Where a form of a sequence is filled in. */
export const stepPath = (client_id: number, sequence_id: number, form_id: number): string =>
  `${responsesOf(client_id)}/sequence/${sequence_id}/new/${form_id}`;
