import { useParams } from 'react-router';
import { clientRoutes } from '#contract/resources/clients.ts';
import { useRecord } from '#web/kit/use-record.ts';

/** Where the people are. */
export const people = '/organization/clients';

/** The person of the address, whose responses these are. */
export const usePerson = () => useRecord(clientRoutes.show, { id: Number(useParams().id) }, people).data;

export type Person = NonNullable<ReturnType<typeof usePerson>>;

/** Where the responses of a person are. */
export const responsesOf = (client_id: number) => `${people}/${client_id}/client_forms`;
