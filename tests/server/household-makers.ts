import type { Relationship } from '#contract/relationships.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { householdMemberRoutes, householdRoutes } from '#contract/resources/households.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Caller, TestServer } from './harness.ts';
import type { TestOrganization } from './people.ts';

/** A day in the time zone that organizations of tests have, where it may be another one than in UTC. */
export const daysAgo = (days: number): string => todayIn('America/New_York', new Date(Date.now() - days * 86_400_000));

/** What tests of households make, as the owner of an organization unless they say otherwise. */
export const householdMakers = ({ call, send }: TestServer, { owner }: TestOrganization) => {
  const create = (on: number, body: object, as: Caller = owner) =>
    send(householdMemberRoutes.create, { as, params: { client_id: on }, body });
  return {
    person: async (
      first_name: string,
      more: { gender?: string; last_name?: string; dob?: string; dod?: string } = {},
    ) => {
      const sent = { last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '1234', ...more } as const;
      return (await call(clientRoutes.create, { as: owner, body: { ...sent, first_name } as never })).id;
    },
    create,
    /** Adds an existing person, who must get in. */
    add: async (on: number, existing_client_id: number, relationship: Relationship, more: object = {}) => {
      const { status, body, errors } = await create(on, { type: 'client', existing_client_id, relationship, ...more });
      if (status !== 201) throw new Error(JSON.stringify(errors));
      return body;
    },
    contact: async (on: number, relationship: Relationship, more: object = {}) => {
      const body = { type: 'non_client', name: 'Teresa Soto', dob: '1957-06-02', gender: 'female', relationship };
      return (await create(on, { ...body, ...more })).body;
    },
    household: (client_id: number, as: Caller = owner) => call(householdRoutes.show, { as, params: { client_id } }),
    /** The members on the page of a person, by their first word. */
    page: async (client_id: number, as: Caller = owner) => {
      const { data } = await call(householdMemberRoutes.list, { as, params: { client_id } });
      return Object.fromEntries(data.map((one) => [one.name.split(' ')[0], `${one.relationship}, ${one.status}`]));
    },
    change: (client_id: number, id: number, body: object, as: Caller = owner) =>
      send(householdMemberRoutes.update, { as, params: { client_id, id }, body }),
    remove: (client_id: number, id: number, body?: object, as: Caller = owner) =>
      send(householdMemberRoutes.remove, { as, params: { client_id, id }, body }),
    setHousehold: (client_id: number, body: object, as: Caller = owner) =>
      send(householdRoutes.update, { as, params: { client_id }, body }),
  };
};
