import { describe, expect, test } from 'vitest';
import { operations } from '#contract/index.ts';
import { type Entity, type EntityPrivileges, entities } from '#contract/kit/privileges.ts';
import type { RouteSpec } from '#contract/kit/route.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { organizationAccountRoutes } from '#contract/resources/organization-account.ts';
import { sampled } from '#tests/sample.ts';
import { type Caller, type Reply, startServer } from '#tests/server/harness.ts';
import type { TestUser, Wanted } from '#tests/server/people.ts';
import { describeAccount, type Named } from './matrix-account.ts';
import { besides, type Expected, expected, offered, organizationAccount, withoutRoutes } from './matrix-expected.ts';
import { describeInternalForms } from './matrix-internal-forms.ts';
import { describeNotifications } from './matrix-notifications.ts';
import { describePeople } from './matrix-people.ts';
import { describePublicForms } from './matrix-public-forms.ts';
import { describeResponses } from './matrix-responses.ts';
import { newSubjects, type Subject } from './matrix-subjects.ts';

const server = await startServer();
const { call, send } = server;
const organization = await server.newOrganization('Matrix');
const subjects = await newSubjects(server, organization);

/** A session of the platform team that acts for somebody. */
const actingFor = async (person: TestUser): Promise<Caller> => {
  const superuser = await server.newSuperuser();
  const body = { user_id: person.id, organization_id: organization.id };
  await call(impersonationRoutes.start, { as: superuser, body });
  return { token: superuser.token, organization };
};

/** What somebody is given so that they come to the action in this way. */
const wantedFor = ({ way, action }: Pick<Expected, 'way' | 'action'>, { entity, one, other }: Named): Wanted => {
  const more: EntityPrivileges = besides[entity] ?? {};
  const granted = (id: number, through_group = false): Wanted => ({
    privileges: more,
    grants: [{ entity, id, actions: [action as 'read' | 'write' | 'remove'], through_group }],
  });
  if (way === 'the privilege' || way === 'acting for who holds the privilege')
    return { privileges: { ...more, [entity]: [action] } };
  if (way === 'a grant on the record' || way === 'acting for who was granted the record') return granted(one);
  if (way === 'a grant on another record') return granted(other);
  if (way === 'a grant to their group') return granted(one, true);
  return { privileges: more };
};

const callerFor = async (row: Pick<Expected, 'way' | 'action'>, named: Named): Promise<Caller> => {
  if (row.way === 'ownership') return organization.owner;
  if (row.way === 'the platform team') return { token: (await server.newSuperuser()).token, organization };
  const person = await server.newUser(organization, wantedFor(row, named));
  return row.way.startsWith('acting for') ? actingFor(person) : person;
};

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);

describe('the matrix', () => {
  test('has every entity that a route asks for, and no other', () => {
    const asked = new Set(
      operations().flatMap(({ route: { access } }) => (typeof access === 'object' ? [access] : [])),
    );
    const askedFor = new Set([...asked].map(({ entity }) => entity));
    const known = new Set<string>([
      ...Object.keys(subjects),
      'organization_accounts',
      'internal_forms',
      'public_forms',
      'notification_messages',
      // Opened by the privilege and the person together: notes.server.test.ts.
      'notes',
      // Each side does other things with it: affiliations.server.test.ts.
      'affiliations',
    ]);
    expect(
      entities.filter((entity) => askedFor.has(entity) && !known.has(entity)),
      'entities that routes ask for, without an entry in matrix-subjects.ts',
    ).toEqual([]);
    expect(entities.filter((entity) => !askedFor.has(entity))).toEqual(withoutRoutes);
    expect(new Set([...known, ...withoutRoutes])).toEqual(new Set(entities));
  });
});

/** Two records of an entity that rows share when they remove neither. */
const shared = new Map<Entity, Promise<[number, number]>>();

const rows = Object.entries(subjects).flatMap(([entity, subject]) =>
  expected
    .filter(({ action }) => action === null || offered(entity as Entity).includes(action))
    .map((row) => ({ entity: entity as Entity, subject: subject as Subject, ...row, with: row.action ?? 'no action' })),
);

describe('through', () => {
  test.each(sampled('matrix', 4, rows))('$way, $entity $with: $source', async ({ entity, subject, ...row }) => {
    const { routes, params, body, rows: query } = subject;
    const { owner } = organization;
    const added = async () => {
      const reply: Reply<unknown> = await send(routes.create, { as: owner, params, body: body() });
      expect(reply, JSON.stringify(reply.errors)).toMatchObject({ status: 201 });
      return (reply.body as { id: number }).id;
    };
    if (!shared.has(entity)) shared.set(entity, Promise.all([added(), added()]));
    const [kept, other] = (await shared.get(entity)) as [number, number];
    const one = row.remove === 204 ? await added() : kept;
    const as = await callerFor(row, { entity, one, other });
    const ask = async (route: RouteSpec, more: object = {}): Promise<Reply<unknown>> =>
      send(route, { as, org: organization, params: { ...params, page: 1, id: one }, ...more });

    /** Which records a list holds, in the words of the table; where it holds others, their ids. */
    const held = async (ids: number[]) => {
      const all = await server.query<{ id: string }>(query, [organization.id]);
      const meant = { all: all.map(({ id }) => Number(id)), 'this one': [one], 'another one': [other] };
      const [word] = Object.entries(meant).find(([, one]) => inOrder(one).join() === inOrder(ids).join()) ?? [ids];
      return word;
    };
    const list = await ask(routes.list);
    const page = await ask(routes.page, { query: { page_size: 100 } });
    const listed = (list.body as { data: { id: number }[] }).data?.map(({ id }) => id);
    expect(list.status === 200 ? await held(listed) : list.status).toBe(row.lists);
    const { data, metadata } = page.body as { data: { id: number }[]; metadata: { total_count: number } };
    expect(page.status).toBe(list.status);
    if (page.status === 200) {
      expect(metadata.total_count).toBe(listed.length);
      expect(inOrder(data.map(({ id }) => id))).toEqual(inOrder(listed.slice(0, 100)));
    }
    const answered = {
      show: (await ask(routes.show)).status,
      update: (await ask(routes.update, { body: {} })).status,
      create: (await ask(routes.create, { body: body() })).status,
      remove: routes.remove ? (await ask(routes.remove)).status : row.remove,
    };
    const { show, update, create, remove } = row;
    expect(answered).toEqual({ show, update, create, remove });
  });
});

describe('the account of the organization', () => {
  const { organizationAccount: show, changeOrganizationAccount: update } = organizationAccountRoutes;
  const named = { entity: 'organization_accounts' as const, one: 0, other: 0 };
  const statuses = async (as: Caller) => ({
    show: (await send(show, { as, org: organization })).status,
    update: (await send(update, { as, org: organization, body: {} })).status,
  });

  test('is not there for who is no member', async () => {
    const stranger = await server.newUser(await server.newOrganization());
    expect(await statuses(stranger)).toEqual({ show: 404, update: 404 });
  });

  test.each(
    organizationAccount.flatMap((row) => [
      { ...row, way: 'the privilege' as const },
      { ...row, way: 'acting for who holds the privilege' as const },
    ]),
  )('through $way, $action', async ({ way, action, show, update }) => {
    const nothing = way === 'the privilege' ? ('nothing' as const) : ('acting for nobody who may' as const);
    expect(await statuses(await callerFor({ way: action ? way : nothing, action }, named))).toEqual({ show, update });
  });

  test.each(['ownership', 'the platform team'] as const)('through %s', async (way) => {
    expect(await statuses(await callerFor({ way, action: null }, named))).toEqual({ show: 200, update: 200 });
  });
});

describeAccount(server, organization, callerFor);
describePeople(server, organization, { subjects, actingFor });
// Rows above count the responses of theirs.
describeResponses(server, await server.newOrganization());
describeInternalForms(server, organization, callerFor);
describePublicForms(server, organization, callerFor);
describeNotifications(server, organization, callerFor);
