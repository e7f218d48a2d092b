import type { Gender } from '#contract/resources/clients.ts';
import { type HouseholdRecord, householdMemberRoutes } from '#contract/resources/households.ts';
import { write } from '#web/kit/use-record.ts';

/** A contact of a household of whom a person is to be made: what is known of them, and whose page shows them. */
export type ContactToPerson = {
  client_id: number;
  id: number;
  first_name: string;
  last_name: string;
  dob: string;
  gender: Gender;
};

/** Goes with the address at which people are added, and stays there when that is loaded anew. */
export const contactState = (client_id: number, { id, name, dob, gender }: HouseholdRecord['members'][number]) => {
  const words = name.split(' ');
  const contact: ContactToPerson = {
    client_id,
    id,
    first_name: words.slice(0, -1).join(' '),
    last_name: words.at(-1) ?? '',
    dob,
    gender,
  };
  return { contact };
};

/** The contact that came with the address. */
export const contactOf = (state: unknown): ContactToPerson | null =>
  (state as { contact?: ContactToPerson } | null)?.contact ?? null;

/** The contact has become this person, and stays in the household what they were. */
export const becomePerson = ({ client_id, id }: ContactToPerson, existing_client_id: number): Promise<unknown> =>
  write(householdMemberRoutes.update, {
    sent: { params: { client_id, id }, body: { type: 'client', existing_client_id } },
  });
