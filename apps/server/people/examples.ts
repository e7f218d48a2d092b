import { clientRoutes } from '#contract/resources/clients.ts';
import { householdRoutes } from '#contract/resources/households.ts';
import { mergedValueNames } from '#contract/resources/merges.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { clientParams, type Examples, firstPage, listQuery } from '#tests/conformance/example.ts';
import type { World } from '#tests/conformance/world.ts';

/** The world's client and a new one. */
const twoClients = async ({ client, add }: World): Promise<[number, number]> => [client.id, (await add.client()).id];

/** Takes every value of a merge from one client. */
const mergedValues = (id: number) => Object.fromEntries(mergedValueNames.map((name) => [name, id]));

const archiveClient = async ({ server, owner: as, add }: World): Promise<number> => {
  const { id } = await add.client();
  await server.call(clientRoutes.remove, { as, params: { id } });
  return id;
};

export const peopleExamples: Examples<
  | 'clients'
  | 'client_pairs'
  | 'merge_clients'
  | 'merges'
  | 'archived_clients'
  | 'households'
  | 'household_members'
  | 'notes'
  | 'consents'
  | 'timeline'
  | 'client_dashboard'
> = {
  clients: {
    list: () => ({ query: { ...listQuery, filters: { inactive: true } } }),
    page: () => firstPage,
    similar: () => ({ query: { query: 'Frist' } }),
    alike: ({ client: { first_name, last_name, dob } }) => ({ body: { first_name, last_name, dob } }),
    show: ({ client: { id } }) => ({ params: { id } }),
    create: ({ text }) => ({
      body: {
        first_name: text('First'),
        last_name: text('Last'),
        dob: '1970-12-31',
        gender: 'male',
        ssn_suffix: '0007',
      },
    }),
    update: ({ client: { id }, text }) => ({ params: { id }, body: { middle_name: text('Middle') } }),
    remove: async ({ add }) => ({ params: { id: (await add.client()).id } }),
    photo: ({ client: { id } }) => ({ params: { id } }),
    ssn: ({ client: { id } }) => ({ params: { id } }),
    removePhoto: async ({ add }) => ({ params: { id: (await add.client({ hasPhoto: true })).id } }),
  },

  client_pairs: {
    page: () => ({ params: { page: 1 } }),
  },

  merge_clients: {
    create: async (world) => {
      const [master_client_id, other] = await twoClients(world);
      return { body: { master_client_id, client_ids: [other], is_duplicate: false, values: mergedValues(other) } };
    },
    undismiss: async (world) => ({ body: { client_ids: await twoClients(world) } }),
  },

  merges: {
    preview: async (world) => {
      const [master_client_id, other] = await twoClients(world);
      const third = await world.add.client();
      return {
        body: {
          master_client_id,
          client_ids: [other],
          other_ids: [third.id],
          values: mergedValues(other),
        },
      };
    },
    list: ({ merge: { client_id } }) => ({ params: { client_id } }),
    undo: async ({ add }) => ({ params: await add.merge() }),
  },

  archived_clients: {
    list: () => ({ as: 'superuser', query: { query: 'a' } }),
    page: () => ({ as: 'superuser', params: { page: 1 }, query: { query: 'a' } }),
    show: async (world) => ({ as: 'superuser', params: { id: await archiveClient(world) } }),
    remove: async (world) => ({ as: 'superuser', params: { id: await archiveClient(world) } }),
  },

  households: {
    show: ({ client }) => ({ params: { client_id: client.id } }),
    update: async ({ server, owner: as, client, text }) => {
      const params = { client_id: client.id };
      const household = await server.call(householdRoutes.show, { as, params });
      const [household_id, head_id] = [household?.id, household?.member_id];
      return { params, body: { title: text('Title'), household_id, head_id } };
    },
    undo: async ({ server: { call }, owner: as, client, text }) => {
      const params = { client_id: client.id };
      const household = await call(householdRoutes.update, { as, params, body: { title: text('Title') } });
      return { params, body: { version_id: household.undoable_version_id } };
    },
  },

  household_members: {
    list: ({ client }) => ({ params: { client_id: client.id } }),
    show: ({ client, relative }) => ({ params: { client_id: client.id, id: relative.id } }),
    create: async ({ client, add }) => ({
      params: { client_id: client.id },
      body: { type: 'client', existing_client_id: (await add.client()).id, relationship: 'sister' },
    }),
    update: async ({ client, add }) => ({
      params: { client_id: client.id, id: (await add.contact(client.id)).id },
      body: { type: 'client', existing_client_id: (await add.client()).id },
    }),
    remove: async ({ client, add }) => ({
      params: { client_id: client.id, id: (await add.contact(client.id)).id },
    }),
  },

  notes: {
    list: ({ client }) => ({ params: { notable_type: 'clients', notable_id: client.id } }),
    page: ({ client }) => ({
      params: { notable_type: 'clients', notable_id: client.id, page: 1 },
      query: { page_size: '3' },
    }),
    show: ({ client, note }) => ({ params: { notable_type: 'clients', notable_id: client.id, id: note.id } }),
    create: ({ client, text }) => ({
      params: { notable_type: 'clients', notable_id: client.id },
      body: { body: text('Note') },
    }),
    update: ({ client, note, text }) => ({
      params: { notable_type: 'clients', notable_id: client.id, id: note.id },
      body: { body: text('Note') },
    }),
    remove: async ({ client, add }) => ({
      params: { notable_type: 'clients', notable_id: client.id, id: (await add.note(client.id)).id },
    }),
    undo: async ({ server: { call }, owner: as, client, add, text }) => {
      const params = { notable_type: 'clients', notable_id: client.id, id: (await add.note(client.id)).id } as const;
      const { undoable_version_id } = await call(noteRoutes.update, { as, params, body: { body: text('Note') } });
      return { params, body: { version_id: undoable_version_id } };
    },
  },

  consents: {
    list: ({ client }) => ({ params: { client_id: client.id } }),
    create: ({ client, consent: { response_id }, text }) => ({
      params: { client_id: client.id },
      body: {
        purposes: ['export'],
        given_by: 'parent',
        given_by_name: text('Parent'),
        response_id,
        note: text('Note'),
      },
    }),
    // One of its own: withdrawing one ends the others for the same purpose.
    update: async ({ client, add, text }) => ({
      params: { client_id: client.id, id: (await add.consent(client.id)).id },
      body: { note: text('Note'), response_id: (await add.signed(client.id)).id },
    }),
    withdraw: async ({ client, add, text }) => ({
      params: { client_id: client.id, id: (await add.consent(client.id)).id },
      body: { withdrawal_note: text('Note') },
    }),
    signed: ({ client }) => ({ params: { client_id: client.id } }),
    purposes: () => ({}),
    changePurposes: ({ text }) => ({ body: { required: [], wording: { sharing: text('Words') } } }),
  },

  timeline: {
    page: ({ client }) => ({ params: { client_id: client.id }, query: { page_size: '3' } }),
  },

  client_dashboard: {
    show: () => ({}),
    set: ({ form }) => ({ body: { form_field_ids: [form.form_fields[0]?.id] } }),
    offered: () => ({}),
    answers: (world) => ({ params: clientParams(world) }),
  },
};
