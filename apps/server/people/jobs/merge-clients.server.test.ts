import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientRoutes } from '#contract/resources/clients.ts';
import { mergeClientRoutes } from '#contract/resources/merge-clients.ts';
import { mergeRoutes } from '#contract/resources/merges.ts';
import { noteRoutes } from '#contract/resources/notes.ts';
import type { JobServices } from '#server/jobs/job-services.ts';
import { resumeJobs } from '#server/jobs/resume-jobs.ts';
import { openMailer } from '#server/kit/mail/mailer.ts';
import { jobOf } from '#server/worker.ts';
import { formMakers, type TestForm } from '#tests/server/form-makers.ts';
import { startServer } from '#tests/server/harness.ts';
import type { TestOrganization, TestUser } from '#tests/server/people.ts';
import { mergeClients } from './merge-clients.ts';

const server = await startServer();
const services: JobServices = { ...server.services, mailer: openMailer(server.services.config) };

let organization: TestOrganization;
let as: TestUser;
let form: TestForm;
let make: ReturnType<typeof formMakers>;
beforeEach(async () => {
  organization = await server.newOrganization();
  as = organization.owner;
  make = formMakers(server, organization);
  form = await make.form('Intake', { Income: { field_type: 'number' } });
});

const person = async (first_name: string, more: object = {}) => {
  const known = { first_name, last_name: 'Rivera', dob: '1985-03-14', gender: 'female', ssn_suffix: '4321' };
  return (await server.send(clientRoutes.create, { as, body: { ...known, ...more } })).body.id;
};
type Wanted = { master_client_id: number; client_ids: number[] };
let job_id = 1_000_000;
const work = (wanted: Wanted, { job = ++job_id, by = services } = {}) =>
  mergeClients.work(
    by,
    { ...wanted, values: {} },
    {
      organization_id: organization.id,
      job_id: job,
      user_id: as.id,
      impersonator_id: null,
      progress: () => {},
      finish: async () => {},
    },
  );

/** All that a merge touches, by the names of people, so that two organizations can be compared. */
const state = async () => {
  const of = (text: string) => server.query(text.replaceAll('$org', String(organization.id)));
  const named = (table: string, columns: string, id = 'client_id') =>
    of(`select named.* from (
          select c.first_name, ${columns} from ${table} t join clients c on c.organization_id = t.organization_id and c.id = t.${id}
           where t.organization_id = $org) named order by named::text`);
  return {
    clients:
      await of(`select c.first_name, c.middle_name, c.active, c.archived_at is null as open, m.first_name as master
                         from clients c left join clients m on m.organization_id = $org and m.id = c.merged_into_id
                        where c.organization_id = $org order by c.id`),
    responses: await named('responses', 't.answers::text as answers'),
    slots: await named('response_slots', 't.n01'),
    notes: await named('notes', 't.body'),
    grants: await named('record_permissions', 't.actions', 'record_id'),
    members: await named('household_members', 't.relationship, t.is_head, t.ended_on is null as open'),
    households: await of(
      'select title, closed_at is null as open from households where organization_id = $org order by 1',
    ),
    merges: await named('merges', 't.undone_at', 'master_client_id'),
    pairs: await named('client_pairs', 't.state'),
    mails: await of(
      `select count(*) from versions where organization_id = $org and item_type = 'clients' and new_values::text like '%merge.%'`,
    ),
  };
};

/** Two people with something of everything. */
const twoPeople = async (): Promise<Wanted> => {
  const [ana, anna] = [await person('Ana', { active: false }), await person('Anna', { middle_name: 'Maria' })];
  const friend = await person('Zoe', { last_name: 'Other', dob: '1970-01-01' });
  for (const value of [1, 2, 3]) await make.record(form, { Income: value }, { client_id: anna });
  await server.call(noteRoutes.create, {
    as,
    params: { notable_type: 'clients', notable_id: anna },
    body: { body: 'A note' },
  });
  await server.newUser(organization, { grants: [{ entity: 'clients', id: anna, actions: ['read'] }] });
  for (const [client_id, title] of [
    [ana, 'One'],
    [anna, 'Two'],
  ] as const)
    await server.query(
      `with made as (insert into households (organization_id, title) values ($1, $2) returning id)
       insert into household_members (organization_id, household_id, client_id, is_head, started_on)
       select $1, id, $3, true, '2020-01-01' from made`,
      [organization.id, title, client_id],
    );
  expect(friend).toBeGreaterThan(0);
  return { master_client_id: ana, client_ids: [anna] };
};

/** A worker that is killed once the database has answered so many statements of its work. */
const killedAfter = (count: number): JobServices => {
  let answered = 0;
  return {
    ...services,
    database: {
      ...services.database,
      inOrganization: (scope, doing) =>
        services.database.inOrganization(scope, async (tx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
          const killing = tx.withPlugin({
            transformQuery: ({ node }) => node,
            transformResult: async ({ result }) => {
              answered += 1;
              if (answered === count) await server.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
              return result;
            },
          });
          return doing(killing);
        }),
    },
  };
};

describe('a merge whose worker is killed', () => {
  test('at whatever step leaves nothing behind, and run again ends as one that was left alone', async () => {
    const wanted = await twoPeople();
    const before = await state();
    job_id += 1;
    const job = job_id;
    let kills = 0;
    for (let count = 1; count < 200; count++) {
      const outcome = await work(wanted, { job, by: killedAfter(count) }).then(
        () => 'done',
        () => 'killed',
      );
      if (outcome === 'done') break;
      kills += 1;
      expect(await state(), `killed after ${count} statements`).toEqual(before);
    }
    expect(kills).toBeGreaterThan(20);
    const after = await state();
    expect(after.merges).toHaveLength(1);

    organization = await server.newOrganization();
    as = organization.owner;
    make = formMakers(server, organization);
    form = await make.form('Intake', { Income: { field_type: 'number' } });
    await work(await twoPeople());
    const alone = await state();
    const answers = (rows: unknown) => JSON.stringify(rows).replaceAll(/\{[^}]*?: (\d+)\}/g, '$1');
    expect({ ...after, responses: null }).toEqual({ ...alone, responses: null });
    expect(answers(after.responses).length).toBe(answers(alone.responses).length);
  });

  test('after its work was done does nothing more, also when it was undone since', async () => {
    const wanted = await twoPeople();
    const before = await state();
    const job = ++job_id;
    await Promise.all([work(wanted, { job }), work(wanted, { job }), work(wanted, { job })]);
    const [merge] = (await server.call(mergeRoutes.list, { as, params: { client_id: wanted.master_client_id } })).data;
    const params = { client_id: wanted.master_client_id, id: merge?.id as number };
    expect((await server.send(mergeRoutes.undo, { as, params })).status).toBe(200);
    await work(wanted, { job });
    expect({ ...(await state()), merges: null, mails: null }).toEqual({ ...before, merges: null, mails: null });
  });
});

test('a merge that was abandoned three times is told by mail as one that was not done', async () => {
  const wanted = await twoPeople();
  await server.query(
    `insert into jobs (organization_id, kind, payload, requester_id, user_id, state, lost, alive_at)
     values ($1, 'merge_clients', $2, $3, $3, 'running', 2, now() - interval '3 minutes')`,
    [organization.id, JSON.stringify({ ...wanted, values: {} }), as.id],
  );
  await resumeJobs(services, jobOf);
  expect((await server.mailTo(as.email)).text).toContain('Nothing was changed.');
});

describe('merges of overlapping sets at once', () => {
  test('end with one of them done whole, and a sentence for the others', async () => {
    const [a, b, c, d] = (await Promise.all(['A', 'B', 'C', 'D'].map((name) => person(name)))) as [
      number,
      number,
      number,
      number,
    ];
    await make.record(form, { Income: 1 }, { client_id: c });
    const all: Wanted[] = [
      { master_client_id: a, client_ids: [b, c] },
      { master_client_id: d, client_ids: [c, b] },
      { master_client_id: c, client_ids: [b] },
    ];
    const outcomes = await Promise.allSettled(all.map((wanted) => work(wanted)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const won = all[outcomes.findIndex(({ status }) => status === 'fulfilled')] as Wanted;
    const rows = await server.query<{ id: number; merged_into_id: number | null }>(
      'select id::float8, merged_into_id::float8 from clients where organization_id = $1 order by id',
      [organization.id],
    );
    for (const { id, merged_into_id } of rows)
      expect(merged_into_id).toBe(won.client_ids.includes(id) ? won.master_client_id : null);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason.message).toMatch(/^Nothing was merged\. ID \d+ was already merged into ID \d+/);
    const [response] = await server.query<{ client_id: number }>(
      'select client_id::float8 from responses where organization_id = $1',
      [organization.id],
    );
    expect(response?.client_id).toBe(won.client_ids.includes(c) ? won.master_client_id : c);
  });

  test('are asked for once: the others hear that they are being merged', async () => {
    const [a, b, c] = (await Promise.all(['A', 'B', 'C'].map((name) => person(name)))) as [number, number, number];
    const ask = (master_client_id: number, ...client_ids: number[]) =>
      server.send(mergeClientRoutes.create, { as, body: { master_client_id, client_ids, is_duplicate: true } });
    const replies = await Promise.all([ask(a, b), ask(b, c), ask(c, b, a)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 422, 422]);
  });
});

test('two people with 1,000 responses each are merged, and parted again', async () => {
  const wanted = { master_client_id: await person('Ana'), client_ids: [await person('Anna')] };
  for (const client_id of [wanted.master_client_id, ...wanted.client_ids])
    await server.query(
      `with made as (
         insert into responses (organization_id, form_id, client_id, administrator_id, answers)
         select $1, $2, $3, $4, jsonb_build_object('1', n) from generate_series(1, 1000) n returning *)
       insert into response_slots (organization_id, form_id, id, client_id, completed_at, n01)
       select organization_id, form_id, id, client_id, completed_at, 1 from made`,
      [organization.id, form.id, client_id, as.id],
    );
  const count = async (client_id: number) =>
    (
      await server.query<{ count: number }>(
        'select count(*) from responses where organization_id = $1 and client_id = $2',
        [organization.id, client_id],
      )
    )[0]?.count;
  await work(wanted);
  expect(await count(wanted.master_client_id)).toBe(2000);
  const [merge] = (await server.call(mergeRoutes.list, { as, params: { client_id: wanted.master_client_id } })).data;
  const params = { client_id: wanted.master_client_id, id: merge?.id as number };
  expect((await server.send(mergeRoutes.undo, { as, params })).status).toBe(200);
  expect(await count(wanted.master_client_id)).toBe(1000);
});
