// Over 300 lines: each operation stands once, in one list.
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { consentRoutes } from '#contract/resources/consents.ts';
import { householdMemberRoutes, householdRoutes } from '#contract/resources/households.ts';
import { importRoutes } from '#contract/resources/imports.ts';
import { internalFormRoutes } from '#contract/resources/internal-forms.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import { publicInstanceRoutes } from '#contract/resources/public-form-instances.ts';
import { publicFormRoutes } from '#contract/resources/public-forms.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { responseDownloadRoutes } from '#contract/resources/response-downloads.ts';
import { genders } from '#forms/genders.ts';
import { drawAnswers } from './answers.ts';
import { NotNow, type Operation, type World } from './world.ts';

const person = (world: World) => world.one('clients where organization_id = $1 and archived_at is null');
const clientForm = (world: World) => world.one(`forms where organization_id = $1 and form_type = 'client' and active`);
const internalForm = (world: World) =>
  world.one(`forms where organization_id = $1 and form_type = 'internal' and active`);

const names = ['Ana', 'Ben', 'Cleo', 'Dora', 'Eli', 'Fay', 'Gus', 'Hana'];
const lastNames = ['Rivera', 'Okafor', 'Lind', 'Sato'];
const relationships = ['son', 'daughter', 'brother', 'sister', 'grandmother', 'cousin'] as const;

const drawPerson = (world: World) => ({
  first_name: world.pick(names),
  last_name: world.pick(lastNames),
  dob: `19${50 + world.upTo(40)}-0${1 + world.upTo(9)}-1${world.upTo(10)}`,
  gender: world.pick(Object.keys(genders)),
  ssn_suffix: String(1000 + world.upTo(9000)),
});

type Found = { id: string; client_id: string; form_id: string };
const response = async (world: World) => {
  const all = await world.rows<Found>(
    `select r.id, r.client_id, r.form_id from responses r join clients c on c.organization_id = $1 and c.id = r.client_id
      where r.organization_id = $1 and c.archived_at is null order by r.id`,
  );
  const { id, client_id, form_id } = world.pick(all);
  return { id: Number(id), client_id: Number(client_id), form_id: Number(form_id) };
};
const record = async (world: World) => {
  const form_id = await internalForm(world);
  return { form_id, id: await world.one(`responses where organization_id = $1 and form_id = ${form_id}`) };
};
const note = async (world: World) => {
  const all = await world.rows<{ id: string; notable_type: string; notable_id: string }>(
    `select id, coalesce(record_type, 'clients') as notable_type, coalesce(record_id, client_id) as notable_id
       from notes where organization_id = $1 order by id`,
  );
  const { id, notable_type, notable_id } = world.pick(all);
  return { id: Number(id), notable_type, notable_id: Number(notable_id) };
};
const member = async (world: World) => {
  const all = await world.rows<{ id: string; client_id: string }>(
    `select m.id, h.client_id from household_members m
       join household_members h on h.organization_id = $1 and h.household_id = m.household_id and h.client_id is not null
        and h.id <> m.id
       join clients c on c.organization_id = $1 and c.id = h.client_id and c.archived_at is null
      where m.organization_id = $1 order by m.id, h.id`,
  );
  const { id, client_id } = world.pick(all);
  return { id: Number(id), client_id: Number(client_id) };
};
const strangers = async (world: World) => {
  const all = await world.rows<{ id: string; public_form_id: string }>(
    'select id, public_form_id from responses where organization_id = $1 and public_form_id is not null order by id',
  );
  const { id, public_form_id } = world.pick(all);
  return { id: Number(id), public_form_id: Number(public_form_id) };
};

/** Writes what a form's download holds again, with another answer in some rows, and imports it. */
const importResponses: Operation = async (world) => {
  const { server, owner } = world;
  const form_id = await clientForm(world);
  const { bytes, status } = await server.send(responseDownloadRoutes.csv, {
    as: owner,
    params: { id: form_id },
    query: {},
  });
  if (status !== 200) throw new NotNow('no download');
  const [header, ...lines] = new TextDecoder().decode(bytes).trim().split('\r\n');
  const sample = world.some(
    lines.filter((line) => !line.includes('"')),
    3,
  );
  if (sample.length === 0) throw new NotNow('nothing to import');
  // A row without the id of its response records another one like it.
  const again = sample.map((line) => line.replace(/^(\d+),(\d+),/, '$1,,'));
  const file = new File([[header, ...sample, ...again].join('\r\n')], 'rows.csv');
  const params = { form_id };
  const { id } = await world.ask(importRoutes.create, {
    params,
    body: { type: 'bulk_update' },
    files: { input: file },
  });
  await world.ask(importRoutes.run, { params: { ...params, id }, body: {} });
};

/** What is done with people, what is recorded about them, and the organization's own lists. */
export const recordOperations: Record<string, [weight: number, Operation]> = {
  'person added': [6, (world) => world.ask(clientRoutes.create, { body: drawPerson(world) })],
  'person changed': [
    5,
    async (world) => {
      const { ssn_suffix, ...rest } = drawPerson(world);
      const body = world.chance(0.3) ? { ...rest, ssn_suffix } : { first_name: rest.first_name, dob: rest.dob };
      await world.ask(clientRoutes.update, { params: { id: await person(world) }, body });
    },
  ],
  'person archived': [1, async (world) => world.ask(clientRoutes.remove, { params: { id: await person(world) } })],
  'member added': [
    3,
    async (world) => {
      const [on, existing_client_id] = [await person(world), await person(world)];
      const body = { type: 'client', existing_client_id, relationship: world.pick(relationships), move: true };
      await world.ask(householdMemberRoutes.create, { params: { client_id: on }, body });
    },
  ],
  'contact added': [
    2,
    async (world) => {
      const { dob } = drawPerson(world);
      const relationship = world.pick(['grandmother', 'aunt', 'other_female']);
      const body = { type: 'non_client', name: world.word('Contact'), dob, gender: 'female', relationship };
      await world.ask(householdMemberRoutes.create, { params: { client_id: await person(world) }, body });
    },
  ],
  'member changed': [
    2,
    async (world) => {
      const params = await member(world);
      await world.ask(householdMemberRoutes.update, { params, body: { relationship: world.pick(relationships) } });
    },
  ],
  'member removed': [1, async (world) => world.ask(householdMemberRoutes.remove, { params: await member(world) })],
  'household changed': [
    2,
    async (world) => {
      const { client_id, id } = await member(world);
      const body = world.chance(0.5) ? { title: world.word('Home') } : { head_id: id };
      await world.ask(householdRoutes.update, { params: { client_id }, body });
    },
  ],
  'note written': [
    5,
    async (world) =>
      world.ask(noteRoutes.create, {
        params: world.chance(0.7)
          ? { notable_type: 'clients', notable_id: await person(world) }
          : { notable_type: 'forms', notable_id: await clientForm(world) },
        body: { body: world.word('Note') },
      }),
  ],
  'note changed': [
    3,
    async (world) => world.ask(noteRoutes.update, { params: await note(world), body: { body: world.word('Note') } }),
  ],
  'note deleted': [2, async (world) => world.ask(noteRoutes.remove, { params: await note(world) })],
  'response recorded': [
    12,
    async (world) => {
      const form_id = await clientForm(world);
      const body = { form_id, answers: await drawAnswers(world, form_id) };
      await world.ask(clientFormRoutes.create, { params: { client_id: await person(world) }, body });
    },
  ],
  'file attached': [
    3,
    async (world) => {
      const asked = await world.rows<{ form_id: string; field_id: string }>(
        `select e.form_id, e.field_id from form_fields e join fields f on f.organization_id = $1 and f.id = e.field_id
           join forms o on o.organization_id = $1 and o.id = e.form_id
          where e.organization_id = $1 and f.field_type = 'attachment' and o.form_type = 'client' and o.active
          order by 1, 2`,
      );
      const { form_id, field_id } = world.pick(asked);
      const body = { form_id: Number(form_id), answers: await drawAnswers(world, Number(form_id)) };
      const files = { [`answers[${field_id}]`]: new File([world.word('Paper')], 'paper.txt') };
      await world.ask(clientFormRoutes.create, { params: { client_id: await person(world) }, body, files });
    },
  ],
  'response changed': [
    8,
    async (world) => {
      const { form_id, ...params } = await response(world);
      const body = {
        answers: await drawAnswers(world, form_id),
        ...(world.chance(0.2) ? { completed_at: `2025-0${1 + world.upTo(9)}-01T10:00:00.000Z` } : {}),
      };
      await world.ask(clientFormRoutes.update, { params, body });
    },
  ],
  'response deleted': [
    4,
    async (world) => {
      const { form_id: _, ...params } = await response(world);
      await world.ask(clientFormRoutes.remove, { params });
    },
  ],
  'response copied': [
    1,
    async (world) => {
      const { id } = await response(world);
      await world.ask(clientFormRoutes.clone, { params: { id }, body: { clients_ids: [await person(world)] } });
    },
  ],
  'record added': [
    4,
    async (world) => {
      const form_id = await internalForm(world);
      const body = { answers: await drawAnswers(world, form_id) };
      await world.ask(internalFormRoutes.createRecord, { params: { form_id }, body });
    },
  ],
  'record changed': [
    3,
    async (world) => {
      const params = await record(world);
      const body = { answers: await drawAnswers(world, params.form_id) };
      await world.ask(internalFormRoutes.updateRecord, { params, body });
    },
  ],
  'record deleted': [1, async (world) => world.ask(internalFormRoutes.removeRecord, { params: await record(world) })],
  'stranger answered': [
    3,
    async (world) => {
      const all = await world.rows<{ access_key: string; form_id: string }>(
        'select access_key, form_id from publish_settings where organization_id = $1 and removed_at is null order by id',
      );
      const { access_key, form_id } = world.pick(all);
      const address = `10.9.${world.upTo(250)}.${world.upTo(250)}`;
      const place = { as: undefined, org: world.organization, address, params: { access_key } };
      const { start_token } = await world.ask(publicFormRoutes.open, place as never);
      const body = { answers: await drawAnswers(world, Number(form_id)), start_token };
      await world.ask(publicFormRoutes.submit, { ...place, body } as never);
    },
  ],
  'stranger’s answers corrected': [
    1,
    async (world) => {
      const params = await strangers(world);
      const [found] = await world.rows<{ form_id: string }>(
        `select form_id from responses where organization_id = $1 and id = ${params.id}`,
      );
      const body = { answers: await drawAnswers(world, Number(found?.form_id)) };
      await world.ask(publicInstanceRoutes.update, { params, body });
    },
  ],
  'stranger’s answers linked': [
    2,
    async (world) => {
      const { id, public_form_id } = await strangers(world);
      const body = { client_id: await person(world) };
      await world.ask(publicInstanceRoutes.link, { params: { public_form_id, instance_id: id, id }, body });
    },
  ],
  'stranger’s answers unlinked': [
    1,
    async (world) => {
      const { id, public_form_id } = await strangers(world);
      await world.ask(publicInstanceRoutes.unlink, { params: { public_form_id, instance_id: id, id } });
    },
  ],
  'stranger’s answers deleted': [
    1,
    async (world) => world.ask(publicInstanceRoutes.remove, { params: await strangers(world) }),
  ],
  'consent recorded': [
    1,
    async (world) => {
      const body = { purposes: [world.pick(['referral', 'sharing', 'export'])], given_by: 'person' };
      await world.ask(consentRoutes.create, { params: { client_id: await person(world) }, body });
    },
  ],
  'people told apart': [
    1,
    async (world) => {
      const body = { master_client_id: await person(world), client_ids: [await person(world)], is_duplicate: false };
      await world.ask(mergeClientRoutes.create, { body });
    },
  ],
  'people merged': [
    2,
    async (world) => {
      const body = { master_client_id: await person(world), client_ids: [await person(world)], is_duplicate: true };
      await world.ask(mergeClientRoutes.create, { body });
    },
  ],
  'merge undone': [
    1,
    async (world) => {
      const all = await world.rows<{ id: string; master_client_id: string }>(
        'select id, master_client_id from merges where organization_id = $1 and undone_at is null order by id',
      );
      const { id, master_client_id } = world.pick(all);
      await world.ask(mergeRoutes.undo, { params: { client_id: Number(master_client_id), id: Number(id) } });
    },
  ],
  'responses imported': [3, importResponses],
  'import undone': [
    1,
    async (world) => {
      const all = await world.rows<{ id: string; form_id: string }>(
        `select id, form_id from imports where organization_id = $1 and undone_at is null and form_id is not null
          and transaction_id is not null order by id`,
      );
      const { id, form_id } = world.pick(all);
      await world.ask(importRoutes.undo, { params: { id: Number(id), form_id: Number(form_id) } });
    },
  ],
  'newest change undone': [
    2,
    async (world) => {
      const all = await world.rows<{ id: string; item_type: string; item_id: string }>(
        `select distinct on (item_type, item_id) id, item_type, item_id from versions
          where organization_id = $1 and item_type in ('clients', 'client_forms', 'forms', 'fields', 'sequences',
            'permission_groups', 'report_definitions') order by item_type, item_id, id desc`,
      );
      const { id, item_type, item_id } = world.pick(all);
      const params = { record_type: item_type, record_id: Number(item_id) };
      await world.ask(recordRoutes.undo, { params, body: { version_id: Number(id) } });
    },
  ],
};
