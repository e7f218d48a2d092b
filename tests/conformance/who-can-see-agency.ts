import { type Entity, type EntityPrivileges, type RecordAction, recordActions } from '#contract/kit/privileges.ts';
import { clientFormRoutes } from '#contract/resources/client-forms.ts';
import { clientRoutes } from '#contract/resources/clients.ts';
import { fieldRoutes } from '#contract/resources/fields.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { userRoutes } from '#contract/resources/users.ts';
import type { Draw } from '#db/demo/draw.ts';
import type { TestServer } from '#tests/server/harness.ts';
import type { TestUser } from '#tests/server/people.ts';

export const kinds = ['clients', 'client_forms', 'forms', 'fields', 'permission_groups'] as const;
export type Kind = (typeof kinds)[number];

/** A grant on a record, to a person or to a group. */
type Given = {
  entity: Kind;
  record_id: number;
  actions: RecordAction[];
  user_id?: number;
  permission_group_id?: number;
};
type Response = { client_id: number; form_id: number };
type Step = { entity: Entity; action: RecordAction; record_id: number; by: 'privilege' | 'grant' };

/** How many there are of each kind of record. */
const size = 30;

/**
 * An organization of forty random members, thirty records of each kind, and grants among them; and what the rules say
 * of each member and record, worked out from what was drawn alone.
 */
export const newAgency = async (server: TestServer, draw: Draw) => {
  const { call } = server;
  const organization = await server.newOrganization('Agency');
  const { owner: as } = organization;
  const times = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    for (let index = 0; index < count; index++) made.push(await make(index));
    return made;
  };

  // Privileges of the first twenty groups; the others have no members and are records only.
  const groups = new Map<number, EntityPrivileges>();
  await times(size, async (index) => {
    const drawn = kinds.flatMap((kind) => (draw.chance(0.5) ? [[kind, [draw.pick(recordActions)]] as const] : []));
    const privileges: EntityPrivileges = index < 20 ? Object.fromEntries(drawn) : {};
    if (index % 4 === 0) privileges.forms = [...(privileges.forms ?? []), 'use'];
    const group = await call(permissionGroupRoutes.create, { as, body: { name: `Group ${index}`, privileges } });
    groups.set(group.id, privileges);
  });
  const lively = [...groups.keys()].slice(0, 20);

  const people = await times(40, () =>
    server.newUser(organization, { groupless: true, role: draw.chance(0.3) ? 'orgadmin' : 'orguser' }),
  );
  const [superuser, ...rest] = people as [TestUser, ...TestUser[]];
  const archived = rest.slice(0, 4);
  // Every tenth member is in no group; the others are in one to three.
  const groupsOf = new Map(people.map(({ id }, index) => [id, index % 10 === 9 ? [] : draw.some(lively, 1, 3)]));
  for (const [id, held] of groupsOf)
    await server.query(
      `insert into membership_permission_groups (organization_id, membership_id, permission_group_id)
       select $1, $2, unnest($3::bigint[])`,
      [organization.id, id, held],
    );
  await server.query('update users set is_superuser = true where id = $1', [superuser.id]);

  const person = (index: number) =>
    ({
      first_name: `Kim ${index}`,
      last_name: 'Ruiz',
      dob: '1990-01-02',
      gender: 'female',
      ssn_suffix: '1234',
    }) as const;
  const clients = (await times(size, (index) => call(clientRoutes.create, { as, body: person(index) }))).map(
    ({ id }) => id,
  );
  const fields = (
    await times(size, (index) =>
      call(fieldRoutes.create, { as, body: { name: `Field ${index}`, field_type: 'freeform-short' } }),
    )
  ).map(({ id }) => id);
  const forms = (
    await times(size, (index) => {
      const form_fields = [{ field_id: draw.pick(fields), is_required: false }];
      return call(formRoutes.create, { as, body: { name: `Form ${index}`, form_fields } });
    })
  ).map(({ id }) => id);
  const record = async (client_id: number) => {
    const body = { form_id: draw.pick(forms), answers: [] };
    return call(clientFormRoutes.create, { as, params: { client_id }, body });
  };
  const responses = await times(size, () => record(draw.pick(clients)));
  const gone = await call(clientRoutes.create, { as, body: person(size) });
  const ofGone = await record(gone.id);

  const given: Given[] = [];
  const records: Record<Exclude<Kind, 'client_forms'>, Map<number, unknown>> & { client_forms: Map<number, Response> } =
    {
      clients: new Map(clients.map((id) => [id, null])),
      client_forms: new Map(responses.map(({ id, client_id, form_id }) => [id, { client_id, form_id }])),
      forms: new Map(forms.map((id) => [id, null])),
      fields: new Map(fields.map((id) => [id, null])),
      permission_groups: groups,
    };
  for (const entity of kinds)
    for (const record_id of records[entity].keys()) {
      // Some are granted to nobody.
      const users = draw.chance(0.4) ? draw.some(people, 2, 8) : [];
      for (const { id } of users)
        given.push({ entity, record_id, actions: draw.some(recordActions, 1, 2), user_id: id });
      for (const id of draw.chance(0.4) ? draw.some(lively, 1, 3) : [])
        given.push({ entity, record_id, actions: draw.some(recordActions, 1, 2), permission_group_id: id });
    }
  await server.query(
    `insert into record_permissions (organization_id, entity, record_id, user_id, permission_group_id, actions)
     select $1, entity, record_id, user_id, permission_group_id, actions
       from json_to_recordset($2) as given (entity text, record_id bigint, user_id bigint, permission_group_id bigint, actions text[])`,
    [organization.id, JSON.stringify(given)],
  );
  // A list alone closes nothing: it is the flag that does.
  const restricted = forms.filter(
    (id) => given.some((one) => one.entity === 'forms' && one.record_id === id) && draw.chance(0.7),
  );
  await server.query('update forms set restricted = true where organization_id = $1 and id = any($2)', [
    organization.id,
    restricted,
  ]);
  for (const { id } of archived) await call(userRoutes.archive, { as, params: { id } });
  await call(clientRoutes.remove, { as, params: { id: gone.id } });

  /** R26: who may write or remove may read. */
  const satisfied = (held: readonly string[] | undefined, wanted: RecordAction) =>
    !!held && (held.includes(wanted) || (wanted === 'read' && (held.includes('write') || held.includes('remove'))));

  const grantsOn = ({ entity, record_id }: Pick<Step, 'entity' | 'record_id'>) =>
    given.filter((one) => one.entity === entity && one.record_id === record_id);

  /** What must hold for an action: R25; for responses their client too, and the same action on their form when it is restricted (R29b). */
  const stepsOf = (kind: Kind, record_id: number, action: RecordAction): Step[] => {
    const own: Step = { entity: kind, action, record_id, by: 'privilege' };
    const response = kind === 'client_forms' ? records.client_forms.get(record_id) : undefined;
    if (!response) return [own];
    const form: Step = { entity: 'forms', action, record_id: response.form_id, by: 'grant' };
    return [
      own,
      { entity: 'clients', action: 'read', record_id: response.client_id, by: 'privilege' },
      ...(restricted.includes(form.record_id) ? [form] : []),
    ];
  };

  /** R25: the platform team, the owner, the privileges of one's groups, grants to oneself and to them; R22: no group, nothing. */
  const sourcesOf = (user_id: number, step: Step): string[] => {
    if (user_id === superuser.id) return ['superuser'];
    if (user_id === as.id) return ['owner'];
    const held = groupsOf.get(user_id) ?? [];
    if (held.length === 0) return [];
    const grants = grantsOn(step).filter(({ actions }) => satisfied(actions, step.action));
    const through = held.filter(
      (id) => step.by === 'privilege' && satisfied(groups.get(id)?.[step.entity], step.action),
    );
    return [
      ...through.map((id) => `group ${id}`),
      ...grants.filter((one) => one.user_id === user_id).map(() => 'user_grant'),
      ...held.filter((id) => grants.some((one) => one.permission_group_id === id)).map((id) => `group_grant ${id}`),
    ].sort();
  };

  /** R29b: any answer to a form, recorded or not, as far as the form leaves its answers open. */
  const answerActions = (user_id: number, form_id: number): RecordAction[] => {
    const isHeld = (step: Step) => sourcesOf(user_id, step).length > 0;
    // No record has this number, so that no grant on one counts.
    const onAll = (entity: Entity, action: RecordAction) => isHeld({ entity, action, record_id: 0, by: 'privilege' });
    const ofForm = [...records.client_forms].filter(([, response]) => response.form_id === form_id);
    return recordActions.filter(
      (action) =>
        (!restricted.includes(form_id) || isHeld({ entity: 'forms', action, record_id: form_id, by: 'grant' })) &&
        ((onAll('client_forms', action) && onAll('clients', 'read')) ||
          ofForm.some(([id]) => stepsOf('client_forms', id, action).every(isHeld))),
    );
  };

  return {
    organization,
    /** Those who are not archived, without the owner. */
    members: [superuser, ...rest.slice(4)],
    archived,
    records,
    archivedClients: [gone.id],
    responsesOfArchived: [ofGone.id],
    /** What a person can do with any of the answers to a form. */
    answersOf: ({ id }: TestUser, form_id: number) => answerActions(id, form_id),
    /** Action by action what must hold for a person, and through what it does. */
    chainOf: ({ id }: TestUser, kind: Kind, record_id: number) =>
      recordActions.map((action) => {
        const steps = stepsOf(kind, record_id, action).map((step) => ({ ...step, sources: sourcesOf(id, step) }));
        return { action, allowed: steps.every(({ sources }) => sources.length > 0), steps };
      }),
  };
};
