// Longer than most: who sees a job and who may run it again, in every combination.
import { beforeEach, describe, expect, test } from 'vitest';
import type { EntityPrivileges } from '#contract/kit/privileges.ts';
import { problems } from '#contract/problems.ts';
import { calculationRoutes } from '#contract/resources/calculations.ts';
import { formRoutes } from '#contract/resources/forms.ts';
import { impersonationRoutes } from '#contract/resources/impersonations.ts';
import { jobRoutes } from '#contract/resources/jobs.ts';
import { permissionGroupRoutes } from '#contract/resources/permission-groups.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { type Caller, startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';

const server = await startServer();
const { call, send, query } = server;

let organization: TestOrganization;
let owner: TestUser;
let make: ReturnType<typeof formMakers>;
let form: TestForm;
beforeEach(async () => {
  organization = await server.newOrganization();
  owner = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Budget', { Income: { field_type: 'number' } });
});

const failed = async (
  requester: { id: number },
  columns: { kind?: string; payload?: object } = {},
): Promise<number> => {
  const { kind = 'recalculate', payload = { form_id: form.id } } = columns;
  const [row] = await query<{ id: string }>(
    `insert into jobs (organization_id, kind, payload, state, error, requester_id, user_id, finished_at)
     values ($1, $2, $3, 'failed', 'It failed.', $4, $4, now()) returning id`,
    [organization.id, kind, JSON.stringify(payload), requester.id],
  );
  return Number(row?.id);
};
const retry = (as: Caller, id: number) => send(jobRoutes.retry, { as, params: { id } });
const show = (as: Caller, id: number) => send(jobRoutes.show, { as, params: { id } });
const listed = async (as: Caller) => (await call(jobRoutes.list, { as })).data.map(({ id }) => id);
const rowOf = async (id: number) =>
  (
    await query<{ state: string; run: number; requester_id: number; user_id: number; impersonator_id: number | null }>(
      `select state, run, error, requester_id::float8, user_id::float8, impersonator_id::float8 from jobs where id = $1`,
      [id],
    )
  )[0];
const setPrivileges = (user: TestUser, privileges: EntityPrivileges) =>
  query('update permission_groups set privileges = $2 where id = $1', [user.group_id, JSON.stringify(privileges)]);
const ended = (id: number, state: string) =>
  expect
    .poll(async () => {
      await server.drainJobs();
      return rowOf(id);
    })
    .toMatchObject({ state });

describe('a job is seen', () => {
  test('by nobody of another organization, and by no other member', async () => {
    const asker = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const id = await failed(asker);
    const others = [
      (await server.newOrganization()).owner,
      await server.newUser(organization, { privileges: { forms: ['write'] } }),
      await server.newUser(organization, { role: 'orgadmin', privileges: { forms: ['write'] } }),
    ];
    for (const as of others) {
      expect((await show(as, id)).status).toBe(404);
      expect((await retry(as, id)).status).toBe(404);
      expect(await listed(as)).toEqual([]);
      const page = await call(jobRoutes.page, { as, params: { page: 1 }, query: {} });
      expect(page).toMatchObject({ data: [], metadata: { total_count: 0 } });
    }
    expect(await listed(asker)).toEqual([id]);
  });

  test('by the owner, and by who acts for its requester', async () => {
    const asker = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const [theirs, mine] = [await failed(asker), await failed(owner)];
    expect(await listed(owner)).toEqual([mine, theirs]);
    const superuser = { ...(await server.newSuperuser()), organization };
    expect(await listed(superuser)).toEqual([mine, theirs]);
    await call(impersonationRoutes.startInOrganization, { as: owner, body: { user_id: asker.id } });
    expect(await listed(owner)).toEqual([theirs]);
    expect((await show(owner, mine)).status).toBe(404);
  });

  test('with what it works for by name, for who may see that', async () => {
    const asker = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const id = await failed(asker);
    expect((await show(asker, id)).body).toEqual({
      id,
      kind: 'recalculate',
      state: 'failed',
      progress: { done: 0, total: null },
      record: { type: 'forms', id: form.id, name: 'Budget' },
      requester: { id: asker.id, name: `${asker.first_name} ${asker.last_name}` },
      result_url: null,
      error: 'It failed.',
      is_stopping: false,
      created_at: expect.any(String),
      finished_at: expect.any(String),
    });
    await query(`update jobs set state = 'succeeded' where id = $1`, [id]);
    const address = `http://${organization.slug}.localhost/organization/forms/${form.id}`;
    expect((await show(asker, id)).body.result_url).toBe(address);
    await setPrivileges(asker, { clients: ['read'] });
    expect((await show(asker, id)).body).toMatchObject({ result_url: null, record: { id: form.id, name: null } });
  });

  test('by state and by record', async () => {
    const id = await failed(owner);
    const copy = await failed(owner, { kind: 'copy_responses', payload: { form_id: form.id, copy_id: form.id + 1 } });
    await failed(owner, { kind: 'apply_extended_permissions', payload: { permission_group_id: form.id } });
    const ids = async (filters: object) =>
      (await send(jobRoutes.list, { as: owner, query: { filters } })).body.data.map((one) => one.id);
    expect(await ids({ record: { type: 'forms', id: form.id } })).toEqual([copy, id]);
    expect(await ids({ record: { type: 'forms', id: form.id + 1 } })).toEqual([copy]);
    expect(await ids({ record: { type: 'forms', id: form.id }, state: ['enqueued', 'running'] })).toEqual([]);
    expect(await ids({ state: [] })).toEqual([]);
  });
});

describe('what people start', () => {
  test('is a row in their name, done when it is done', async () => {
    const client_id = await make.person();
    await make.record(form, { Income: 1 }, { client_id });
    const copied = await send(formRoutes.clone, { as: owner, params: { id: form.id }, body: { include_data: true } });
    expect(copied.status).toBe(202);
    const { id } = copied.body.job as { id: number };
    await ended(id, 'succeeded');
    expect((await show(owner, id)).body).toMatchObject({
      kind: 'copy_responses',
      progress: { done: 1, total: 1 },
      record: { id: copied.body.id, name: 'Budget (copy)' },
      requester: { id: owner.id },
      error: null,
    });
    const alone = await send(formRoutes.clone, { as: owner, params: { id: form.id } });
    expect([alone.status, 'job' in alone.body]).toEqual([201, false]);
  });

  test('is that of the person in whose place it was asked for, with who asked', async () => {
    const asker = await server.newUser(organization, { privileges: { forms: ['write'], fields: ['read'] } });
    await call(impersonationRoutes.startInOrganization, { as: owner, body: { user_id: asker.id } });
    const variables = [{ name: 'a', record_type: 'Field' as const, record_id: form.ids.Income as number }];
    const body = { name: 'Double', equation: 'a * 2', calculation_type: 'numeric' as const, variables };
    await call(calculationRoutes.create, { as: owner, params: { form_id: form.id }, body });
    const [id] = await listed(asker);
    expect(await rowOf(id as number)).toMatchObject({
      requester_id: asker.id,
      user_id: asker.id,
      impersonator_id: owner.id,
    });
  });

  test('is not there when what caused it was not done', async () => {
    const body = { name: 'Wrong', equation: 'a *', calculation_type: 'numeric' as const, variables: [] };
    const reply = await send(calculationRoutes.create, { as: owner, params: { form_id: form.id }, body });
    expect(reply.status).toBe(422);
    expect(await listed(owner)).toEqual([]);
  });
});

describe('a job is run again', () => {
  test.each(['enqueued', 'running', 'succeeded'])('not when it is %s', async (state) => {
    const id = await failed(owner);
    await query('update jobs set state = $2 where id = $1', [id, state]);
    expect(await retry(owner, id)).toMatchObject({
      status: 409,
      errors: { base: ['You can only run a failed job again.'] },
    });
    expect(await rowOf(id)).toMatchObject({ state, run: 1 });
  });

  test('once, when two ask at the same time', async () => {
    const id = await failed(owner);
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => retry(owner, id)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([202, 409, 409, 409]);
    expect(await rowOf(id)).toMatchObject({ run: 2 });
    await ended(id, 'succeeded');
  });

  test('by its requester, who is told that it waits', async () => {
    const id = await failed(owner);
    const { status, body } = await retry(owner, id);
    expect([status, body.state, body.error, body.finished_at]).toEqual([202, 'enqueued', null, null]);
  });

  describe('with the rights of who asks, as they are at that moment', () => {
    const lost = {
      status: 403,
      errors: { base: ['You no longer have permission for this, or its record was deleted.'] },
    };

    test('not at all without those that it takes', async () => {
      const asker = await server.newUser(organization, {
        privileges: { forms: ['write'], permission_groups: ['write'], clients: ['write'], client_forms: ['write'] },
      });
      const group = { permission_group_id: asker.group_id as number };
      const ids = {
        recalculate: await failed(asker),
        copy: await failed(asker, { kind: 'copy_responses', payload: { form_id: form.id, copy_id: form.id } }),
        apply: await failed(asker, { kind: 'apply_extended_permissions', payload: group }),
      };
      await query(
        `update permission_groups set record_permission_assignments = '{"fields": ["write"]}' where id = $1`,
        [asker.group_id],
      );
      expect(await retry(asker, ids.apply), 'what the group gives by now is more than theirs').toMatchObject(lost);
      await setPrivileges(asker, { forms: ['write'], permission_groups: ['read'], clients: ['read'] });
      expect(await retry(asker, ids.copy)).toMatchObject(lost);
      expect(await retry(asker, ids.apply)).toMatchObject(lost);
      await setPrivileges(asker, { forms: ['read'] });
      expect(await retry(asker, ids.recalculate)).toMatchObject(lost);
      for (const id of Object.values(ids)) expect(await rowOf(id)).toMatchObject({ state: 'failed', run: 1 });
      await query('update memberships set archived_at = now() where id = $1', [asker.id]);
      expect((await retry(asker, ids.recalculate)).status).toBeGreaterThanOrEqual(401);
    });

    test('nor for what was deleted', async () => {
      const id = await failed(owner);
      await call(formRoutes.remove, { as: owner, params: { id: form.id } });
      expect(await retry(owner, id)).toMatchObject(lost);
    });

    test('nor when they are lost before it runs', async () => {
      const asker = await server.newUser(organization, {
        privileges: { permission_groups: ['write'], clients: ['write'] },
      });
      await query(
        `update permission_groups set record_permission_assignments = '{"clients": ["write"]}' where id = $1`,
        [asker.group_id],
      );
      const payload = { permission_group_id: asker.group_id as number };
      const id = await failed(asker, { kind: 'apply_extended_permissions', payload });
      // Asked for and lost at once, so that no other file's worker comes between.
      await query('begin');
      await query(`update jobs set state = 'enqueued', run = 2 where id = $1`, [id]);
      await query(
        `select graphile_worker.add_job('apply_extended_permissions',
           json_build_object('organization_id', $1::bigint, 'job_id', $2::bigint, 'run', 2))`,
        [organization.id, id],
      );
      await setPrivileges(asker, { permission_groups: ['write'] });
      await query('commit');
      await ended(id, 'failed');
      expect((await show(asker, id)).body.error).toMatch(/^No permission was given: /);
    });

    test('and so by the owner with the owner’s, for who asked first', async () => {
      const asker = await server.newUser(organization, { privileges: { forms: ['write'] } });
      const id = await failed(asker);
      await setPrivileges(asker, {});
      expect((await retry(owner, id)).status).toBe(202);
      expect(await rowOf(id)).toMatchObject({ requester_id: asker.id, user_id: owner.id, impersonator_id: null });
      expect(await listed(asker)).toEqual([id]);
    });

    test('and names both people when it is asked for in somebody’s place', async () => {
      const asker = await server.newUser(organization, { privileges: { forms: ['write'] } });
      const id = await failed(asker);
      await call(impersonationRoutes.startInOrganization, { as: owner, body: { user_id: asker.id } });
      expect((await retry(owner, id)).status).toBe(202);
      expect(await rowOf(id)).toMatchObject({ user_id: asker.id, impersonator_id: owner.id });
    });
  });
});

describe('the platform team', () => {
  test('is who sees and retries the jobs of all organizations, and nobody else', async () => {
    const id = await failed(owner);
    for (const route of [jobRoutes.platformShow, jobRoutes.platformRetry])
      expect(await send(route, { as: owner, params: { id } })).toMatchObject({
        status: 403,
        errors: { base: [problems.forbidden.message] },
      });
    const as = await server.newSuperuser();
    const shown = await call(jobRoutes.platformShow, { as, params: { id } });
    const { id: organization_id, name, slug } = organization;
    expect(shown).toMatchObject({ record: { name: 'Budget' }, organization: { id: organization_id, name, slug } });
    const filters = { record: { type: 'forms', id: form.id } };
    const page = await send(jobRoutes.platformPage, { as, params: { page: 1 }, query: { filters } });
    expect(page.body.data).toEqual([shown]);
    expect((await send(jobRoutes.platformRetry, { as, params: { id } })).status).toBe(202);
    expect(await rowOf(id)).toMatchObject({ requester_id: owner.id, user_id: as.id });
    await ended(id, 'succeeded');
  });
});

test('a group’s extended permissions are followed by the job that the answer names', async () => {
  const [writer, reader] = [
    await server.newUser(organization, { privileges: { clients: ['write'] } }),
    await server.newUser(organization, { privileges: { permission_groups: ['read'] } }),
  ];
  const id = writer.group_id as number;
  const refused = await send(permissionGroupRoutes.applyExtended, { as: reader, params: { id } });
  expect([refused.status, await listed(reader)]).toEqual([403, []]);
  const { job } = await call(permissionGroupRoutes.applyExtended, { as: owner, params: { id } });
  await ended(job.id, 'succeeded');
  expect((await show(owner, job.id)).body).toMatchObject({ record: { type: 'permission_groups', id } });
});

describe('the platform team stops a job', () => {
  const stop = (as: Caller, id: number) => send(jobRoutes.platformStop, { as, params: { id } });
  const waiting = async (): Promise<number> => {
    const [row] = await query<{ id: string }>(
      `insert into jobs (organization_id, kind, payload, requester_id, user_id)
       values ($1, 'recalculate', $2, $3, $3) returning id`,
      [organization.id, JSON.stringify({ form_id: form.id }), owner.id],
    );
    return Number(row?.id);
  };

  test('and nobody else does, nor one that is over', async () => {
    const id = await waiting();
    expect((await stop(owner, id)).status).toBe(403);
    const over = await stop(await server.newSuperuser(), await failed(owner));
    expect([over.status, over.errors]).toEqual([
      409,
      { base: ['You can only stop a job that is waiting or running.'] },
    ]);
  });

  test('which ends as failed, says who had it stopped, and can be run again', async () => {
    const [id, root] = [await waiting(), await server.newSuperuser()];
    expect(await stop(root, id)).toMatchObject({ status: 202, body: { state: 'enqueued', is_stopping: true } });
    await ended(id, 'failed');
    const name = `${root.first_name} ${root.last_name}`;
    expect((await show(owner, id)).body).toMatchObject({ error: `${name} stopped it.`, is_stopping: false });
    await retry(owner, id);
    await ended(id, 'succeeded');
  });

  test('and finds it in figures, by its kind and its organization', async () => {
    const [id, root] = [await waiting(), await server.newSuperuser()];
    await failed(owner, { kind: 'apply_extended_permissions', payload: { permission_group_id: form.id } });
    const ids = async (filters: object) =>
      (
        await send(jobRoutes.platformPage, {
          as: root,
          params: { page: 1 },
          query: { filters: JSON.stringify(filters) },
        })
      ).body.data.map((one) => one.id);
    const organization_id = organization.id;
    expect(await ids({ organization_id })).toHaveLength(2);
    expect(await ids({ organization_id, kind: 'recalculate' })).toEqual([id]);
    expect(await ids({ organization_id, kind: 'import' })).toEqual([]);
    const summary = await call(jobRoutes.platformSummary, { as: root });
    expect(summary.waiting).toBeGreaterThanOrEqual(1);
    expect(summary.failed).toBeGreaterThanOrEqual(1);
    expect(Date.parse(summary.waiting_since as string)).toBeLessThanOrEqual(Date.now());
  });

  test('and finds it by who asked, its organization and its number, in words that must all fit', async () => {
    const asker = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const other = (await server.newOrganization()).owner;
    // A number of a few digits stands in many an address.
    await server.query(`select setval('jobs_id_seq', greatest(nextval('jobs_id_seq'), 100_000_000_000))`);
    const [theirs, mine] = [await failed(asker), await failed(owner)];
    const root = await server.newSuperuser();
    const found = async (query: string) =>
      (await call(jobRoutes.platformList, { as: root, query: { query } })).data.map(({ id }) => id);
    const { slug } = organization;
    expect(await found(slug)).toEqual([mine, theirs]);
    expect(await found(`${slug.toUpperCase()} ${asker.email}`)).toEqual([theirs]);
    expect(await found(`${slug} ${mine}`)).toEqual([mine]);
    expect(await found(`${slug} ${other.email}`)).toEqual([]);
    expect(await found(`${slug} %`)).toEqual([]);
    expect(await found(String(mine))).toContain(mine);
    expect(await send(jobRoutes.page, { as: owner, params: { page: 1 }, query: { query: slug } })).toMatchObject({
      status: 422,
    });
  });

  test('beside how many there are in each state, of those that are narrowed to and whichever are shown', async () => {
    await failed(owner);
    await failed(owner, { kind: 'apply_extended_permissions', payload: { permission_group_id: form.id } });
    const colleague = await server.newUser(organization, { privileges: { forms: ['write'] } });
    const theirs = await failed(colleague);
    await query(`update jobs set state = 'succeeded' where id = $1`, [theirs]);
    const root = await server.newSuperuser();
    const counts = async (as: Caller, route: typeof jobRoutes.platformPage | typeof jobRoutes.page, asked: object) =>
      (await send(route, { as, params: { page: 1 }, query: { page_size: 1, ...asked } })).body.counts;
    const none = { enqueued: 0, running: 0, succeeded: 0, failed: 0 };
    const inIt = { query: organization.slug };
    const { platformPage, page } = jobRoutes;
    expect(await counts(root, platformPage, inIt)).toEqual({ ...none, failed: 2, succeeded: 1 });
    expect(await counts(root, platformPage, { ...inIt, filters: { state: ['running'] } })).toEqual({
      ...none,
      failed: 2,
      succeeded: 1,
    });
    const narrowed = { organization_id: organization.id, kind: 'recalculate' };
    expect(await counts(root, platformPage, { filters: narrowed })).toEqual({ ...none, failed: 1, succeeded: 1 });
    expect(await counts(owner, page, {})).toEqual({ ...none, failed: 2, succeeded: 1 });
    expect(await counts(colleague, page, {})).toEqual({ ...none, succeeded: 1 });
    expect(await counts((await server.newOrganization()).owner, page, {})).toEqual(none);
  });

  test('beside what was restored and erased', async () => {
    const root = await server.newSuperuser();
    await query(
      `insert into organization_restores (export_organization_id, export_id, name, slug, owner_email, requested_by_id, state, errors)
       values ($1, 1, 'Lantern House', 'lantern-again', 'a@example.org', $2, 'failed', '["The archive is damaged."]')`,
      [organization.id, root.id],
    );
    const { life_cycles } = await call(jobRoutes.platformSummary, { as: root });
    expect(life_cycles[0]).toMatchObject({
      kind: 'restore',
      state: 'failed',
      organization_name: 'Lantern House',
      error: 'The archive is damaged.',
    });
  });
});
