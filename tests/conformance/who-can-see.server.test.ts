import { describe, expect, test } from 'vitest';
import { type RecordAction, recordActions } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { recordRoutes } from '#contract/resources/records.ts';
import { drawFrom } from '#db/demo/draw.ts';
import { type Reply, startServer } from '#tests/server/harness.ts';
import type { TestUser, Wanted } from '#tests/server/people.ts';
import { type Kind, kinds, newAgency } from './who-can-see-agency.ts';

// The same draws on every run; WHO_CAN_SEE_SEED=… tries others.
const seed = Number(process.env.WHO_CAN_SEE_SEED ?? 20_261_121);
const draw = drawFrom(seed);
const server = await startServer();
const { call, send } = server;
const agency = await newAgency(server, draw);
const { organization, members, archived, records, chainOf, answersOf } = agency;
const { owner } = organization;

const routes: Record<Kind, { show: RouteSpec; update: RouteSpec; remove: RouteSpec }> = {
  clients: clientRoutes,
  client_forms: clientFormRoutes,
  forms: formRoutes,
  fields: fieldRoutes,
  permission_groups: permissionGroupRoutes,
};

const ask = (as: TestUser, record_type: string, record_id: number, query: object = {}) =>
  send(recordRoutes.access, { as, params: { record_type, record_id }, query: { ...query } });

/** What the server answers when the person asks themselves: yes, that they may not, or that there is nothing. */
const answered = async (as: TestUser, kind: Kind, id: number, action: RecordAction) => {
  const params = { id, client_id: records.client_forms.get(id)?.client_id };
  const { show, update, remove } = routes[kind];
  const reply: Reply<unknown> =
    action === 'read'
      ? await send(show, { as, params })
      : action === 'write'
        ? await send(update, { as, params, body: {} })
        : // A version that nobody saw: whoever may remove it meets a conflict, and the record stays.
          await send(remove, { as, params, body: { lock_version: 0 } });
  const words: Record<number, string> = { 200: 'yes', 409: 'yes', 403: 'may not', 404: 'not there' };
  // The only group to which a form was given is not removed either, for that reason.
  // Nor is a field that is on a form.
  if (['permission_groups', 'fields'].includes(kind) && action === 'remove' && reply.status === 422) return 'yes';
  return words[reply.status] ?? `${reply.status} ${JSON.stringify(reply.errors)}`;
};

/** What the words of an answer about access come to when the person asks. */
const meant = (actions: RecordAction[], action: RecordAction) =>
  actions.includes(action) ? 'yes' : actions.includes('read') ? 'may not' : 'not there';

/** A chain with its sources as words, in an order that is always the same. */
type Chain = Awaited<ReturnType<typeof call<typeof recordRoutes.access>>>['data'][number]['chain'];
const inWords = (chain: Chain) =>
  chain.map(({ action, allowed, steps }) => ({
    action,
    allowed,
    steps: steps.map(({ sources, ...step }) => ({
      ...step,
      sources: sources.map(({ through, group }) => `${through} ${group?.id ?? ''}`.trim()).sort(),
    })),
  }));

describe('who can see a record is not told', () => {
  const [client] = [...records.clients.keys()] as [number];
  const everything: Wanted['privileges'] = { clients: ['read'], permission_groups: ['write'] };

  test('to who may not write permission groups, be they orgadmin or given one group alone', async () => {
    const nobody: Wanted[] = [
      { privileges: { clients: ['read', 'write', 'remove'] } },
      { privileges: { clients: ['read'], permission_groups: ['read', 'remove'] }, role: 'orgadmin' },
      {
        privileges: { clients: ['read'] },
        grants: [...records.permission_groups.keys()].map((id) => ({
          entity: 'permission_groups',
          id,
          actions: ['write'],
        })),
      },
    ];
    for (const wanted of nobody) {
      const as = await server.newUser(organization, wanted);
      expect((await ask(as, 'clients', client)).status).toBe(403);
      expect((await ask(as, 'clients', client, { user_id: as.id })).status, 'about themselves').toBe(403);
    }
    const as = await server.newUser(organization, { privileges: everything });
    const told = await ask(as, 'clients', client);
    expect([told.status, told.body]).toEqual([200, (await ask(owner, 'clients', client)).body]);
  });

  test('of a record that the asker cannot read, nor of one that is not there', async () => {
    const blind = await server.newUser(organization, { privileges: { permission_groups: ['write'] } });
    for (const kind of kinds.filter((one) => one !== 'permission_groups'))
      for (const id of [...records[kind].keys()].slice(0, 5))
        for (const query of [{}, { user_id: owner.id }])
          expect((await ask(blind, kind, id, query)).status, `${kind} ${id}`).toBe(404);
    for (const kind of kinds) expect((await ask(owner, kind, 900_000_001)).status).toBe(404);
    for (const id of agency.archivedClients) expect((await ask(owner, 'clients', id)).status, 'archived').toBe(404);
    for (const id of agency.responsesOfArchived) expect((await ask(owner, 'client_forms', id)).status).toBe(404);
    expect((await ask(owner, 'users', owner.id)).status, 'people are not given one by one').toBe(404);
  });

  test('for who is no member: of another organization, archived, or nobody at all', async () => {
    const stranger = await server.newUser(await server.newOrganization());
    const wrong = [stranger.id, ...archived.map(({ id }) => id), 900_000_001, '0', '-1', 'ana', ''];
    for (const user_id of wrong) {
      const reply = await ask(owner, 'clients', client, { user_id });
      expect([reply.status, Object.keys(reply.errors)], String(user_id)).toEqual([422, ['user_id']]);
    }
  });
});

// The last test counts what the others have tried.
describe(`who can see a record agrees with the server and with the rules (seed ${seed})`, { shuffle: false }, () => {
  /** How often each answer came, by kind and action, so that agreement means something. */
  const outcomes = new Map<string, number>();
  const sources = new Set<string>();
  const count = (key: string) => outcomes.set(key, (outcomes.get(key) ?? 0) + 1);

  test.each(kinds)('for %s', async (kind) => {
    const ids = [...records[kind].keys()];
    for (const record_id of draw.some(ids, 14, 14)) {
      const whole = await ask(owner, kind, record_id);
      expect(whole.status).toBe(200);
      const listed = new Map(whole.body.data.map((one) => [one.user.id, one]));
      const people = new Set([owner, ...draw.some(members, 6, 6)]);
      for (const person of people) {
        const where = `seed ${seed}: ${kind} ${record_id}, user ${person.id}`;
        const [single, ...real] = await Promise.all([
          ask(owner, kind, record_id, { user_id: person.id }),
          ...recordActions.map((action) => answered(person, kind, record_id, action)),
        ]);
        expect(single, where).toMatchObject({ status: 200, body: { data: [{ user: { id: person.id } }] } });
        const [one] = single.body.data;
        if (!one) throw new Error(where);
        expect(one.owner, where).toBe(person.id === owner.id);
        expect(
          recordActions.map((action) => meant(one.actions, action)),
          where,
        ).toEqual(real);
        for (const { action, allowed, steps } of one.chain) {
          expect(allowed, where).toBe(one.actions.includes(action));
          expect(allowed, where).toBe(steps.every((step) => step.sources.length > 0));
          for (const { through } of steps.flatMap((step) => step.sources)) sources.add(through);
        }
        expect(inWords(one.chain), where).toEqual(chainOf(person, kind, record_id));
        expect(listed.get(person.id), where).toEqual(one.actions.length ? one : undefined);
        for (const [index, action] of recordActions.entries()) count(`${kind} ${action} ${real[index]}`);
      }
      // The unfiltered answer holds everybody who may do something, and nobody else.
      const can = [owner, ...members].filter((one) => chainOf(one, kind, record_id).some(({ allowed }) => allowed));
      const known = new Set([owner, ...members, ...archived].map(({ id }) => id));
      expect(new Set([...listed.keys()].filter((id) => known.has(id))), `seed ${seed}: ${kind} ${record_id}`).toEqual(
        new Set(can.map(({ id }) => id)),
      );
    }
  });

  test('for the answers to forms, which are told apart (R29b)', async () => {
    const seen = new Set<string>();
    for (const form_id of records.forms.keys()) {
      const { answers = [] } = (await ask(owner, 'forms', form_id)).body;
      const listed = new Map(answers.map(({ user, actions }) => [user.id, actions]));
      for (const person of [owner, ...members]) {
        const actions = answersOf(person, form_id);
        expect(listed.get(person.id) ?? [], `seed ${seed}: form ${form_id}, user ${person.id}`).toEqual(actions);
        seen.add(actions.join());
      }
      for (const { id } of archived) expect(listed.has(id)).toBe(false);
    }
    const some = ['', 'read', 'read,write', 'read,remove', 'read,write,remove'];
    expect([...seen].toSorted()).toEqual(some.toSorted());
  });

  test('in a thousand cases and more, of every kind', () => {
    const total = [...outcomes.values()].reduce((sum, one) => sum + one, 0);
    expect(total).toBeGreaterThan(1000);
    const possible = kinds.flatMap((kind) => [
      ...['yes', 'not there'].map((word) => `${kind} read ${word}`),
      ...['yes', 'may not', 'not there'].flatMap((word) => [`${kind} write ${word}`, `${kind} remove ${word}`]),
    ]);
    expect(new Set(outcomes.keys())).toEqual(new Set(possible));
    expect(sources).toEqual(new Set(['superuser', 'owner', 'group', 'user_grant', 'group_grant']));
  });
});
