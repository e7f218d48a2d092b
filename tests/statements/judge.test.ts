import { describe, expect, test } from 'vitest';
import { judge, type Rule } from './judge.ts';

const mine = 'organization_id = $1';

/** Each was refused by Citus 13, asked every machine, or is a step from that; beside it what was answered by one. */
const rules: Record<Exclude<Rule, 'late'>, { refused: string[]; goes: string[] }> = {
  loose: {
    refused: [
      'select id from clients',
      'select id from clients where id = $1',
      'select id from clients where organization_id = any($1::bigint[])',
      'select id from clients where organization_id = kit.organization_id()',
      'select id from clients where organization_id = (select id from organizations where slug = $1)',
      'select id from clients c join organizations o on o.id = c.organization_id where o.slug = $1',
      `select id from clients where ${mine} or id = $2`,
      `select id from clients where not (${mine})`,
      'select count(*) from memberships m left join clients c on m.organization_id = $1 and c.organization_id = m.organization_id',
      `select (select count(*) from clients c where c.organization_id = m.organization_id) from memberships m where ${mine}`,
      `select id from memberships m where m.${mine} and (m.id = $2 or exists (select from clients c where c.organization_id = m.organization_id))`,
      `select exists (select from clients c where c.organization_id = m.organization_id) from memberships m where m.${mine}`,
      `select m.id from memberships m cross join lateral (select c.id from clients c where c.organization_id = m.organization_id) c where m.${mine}`,
      `select id from memberships m where m.${mine} and exists (select from clients c where c.organization_id = m.organization_id
         and exists (select from forms f where f.organization_id = m.organization_id))`,
      `select id from memberships m where m.${mine} and exists (select c.id from clients c where c.organization_id = m.organization_id group by c.id)`,
      `select id from memberships where ${mine} and id in (select id from clients)`,
      `with found as (select id from clients) select id from memberships where ${mine}`,
      `select id from memberships where ${mine} union select id from clients`,
      'update clients set active = true where id = $1',
      `update clients set active = (select true from forms f where f.organization_id = clients.organization_id) where clients.${mine}`,
      'delete from clients where id = $1',
    ],
    goes: [
      `select id from clients where ${mine}`,
      `select id from clients where $1::bigint = organization_id`,
      'select id from clients where (organization_id, id) = ($1, $2)',
      `select id from public.clients where ${mine} order by id limit $2`,
      `select m.id from memberships m join clients c on c.organization_id = m.organization_id where m.${mine}`,
      `select m.id from memberships m join clients c using (organization_id, id) where ${mine}`,
      `select m.id from memberships m join clients c on (c.organization_id, c.id) = (m.organization_id, m.id) where c.${mine}`,
      `select m.id from memberships m left join clients c on c.organization_id = m.organization_id where m.${mine}`,
      `select m.id from clients c right join memberships m on c.organization_id = m.organization_id where m.${mine}`,
      `select m.id from memberships m join organizations o on o.id = m.organization_id where o.id = $1`,
      `select u.id from users u left join memberships m on m.id = u.id and m.${mine}`,
      `select id from memberships m where m.${mine} and exists (select from clients c where c.organization_id = m.organization_id)`,
      `select id from memberships m where m.${mine} and not exists (select from clients c where c.organization_id = m.organization_id limit 1)`,
      `select (select count(*) from clients c where c.${mine}) from memberships m where m.${mine}`,
      `select m.id from memberships m left join lateral (select c.id from clients c join forms f on f.organization_id = c.organization_id where c.${mine}) c on true where m.${mine}`,
      `with found as (select id from clients where ${mine}) select m.id from memberships m join found using (id) where m.${mine}`,
      `update clients set active = true where ${mine}`,
      `update memberships m set role = $2 from clients c where c.organization_id = m.organization_id and m.${mine}`,
      `delete from clients using memberships m where clients.${mine} and m.organization_id = clients.organization_id`,
      'select id from users where email = $1',
      'select pg_advisory_xact_lock($1)',
    ],
  },
  unjoined: {
    refused: ['select c.id from clients c join memberships m on m.id = c.id'],
    goes: [`select c.id from clients c join memberships m on m.organization_id = c.organization_id where c.${mine}`],
  },
  apart: {
    refused: [
      'select c.id from clients c join memberships m on m.id = c.id and m.organization_id = $1 where c.organization_id = $2',
    ],
    goes: [
      'select c.id from clients c join memberships m on m.id = c.id and m.organization_id = $2 where c.organization_id = $3',
    ],
  },
  locked: {
    refused: ['select id from jobs where id = $1 for update'],
    goes: [`select id from jobs where ${mine} and id = $2 for update`, 'select id from users where id = $1 for update'],
  },
  unplaced: {
    refused: [
      'insert into clients (first_name) values ($1)',
      'insert into clients (organization_id, first_name) values ($1, $2), (nextval($3), $4)',
      'insert into clients (first_name) select $1 from organizations returning id',
    ],
    goes: [
      'insert into clients (organization_id, first_name, created_at) values ($1, $2, now()), ($3, $4, coalesce($5, now()))',
      'insert into clients (first_name, organization_id) values ($1, kit.organization_id())',
      'insert into users (email) values ($1)',
    ],
  },
  copied: {
    refused: [
      `insert into response_files (organization_id, response_id, file_id) select $1, id, $2 from responses where ${mine}`,
      'insert into response_files (organization_id, response_id, file_id) select $1, $2, id from unnest($3::bigint[]) id',
      `insert into response_files (organization_id, response_id, file_id) select organization_id, $2, file_id from response_files where ${mine}`,
      `insert into response_files (organization_id, response_id, file_id) select organization_id, $2, file_id from response_files where ${mine} returning id`,
      `with saved as (insert into responses (organization_id) values ($1) returning *)
       insert into response_slots (organization_id, id) select organization_id, id from saved`,
    ],
    goes: [
      `insert into response_files (organization_id, response_id, file_id) select $1, id, $2 from responses where ${mine} returning id`,
      `insert into response_files (organization_id, response_id, file_id) select $1, id, $2 from responses where ${mine} on conflict do nothing`,
      `with saved as (insert into responses (organization_id) values ($1) returning *)
       insert into response_slots (organization_id, id) select organization_id, id from saved returning id`,
    ],
  },
  conflict: {
    refused: [
      'insert into memberships (organization_id, id) values ($1, $2) on conflict (organization_id, id) do update set accepted_at = now()',
      'insert into memberships (organization_id, id) values ($1, $2) on conflict (organization_id, id) do update set accepted_at = current_timestamp',
      `insert into memberships (organization_id, id) values ($1, $2) on conflict (organization_id, id) do update set role = $3 where memberships.created_at < now() - interval '1 day'`,
      'insert into users (email) values ($1) on conflict (email) do update set updated_at = now()',
      'insert into sessions (id) values ($1) on conflict (id) do update set last_activity_at = now()',
    ],
    goes: [
      'insert into memberships (organization_id, id, accepted_at) values ($1, $2, now()) on conflict (organization_id, id) do update set accepted_at = excluded.accepted_at, role = coalesce($3, memberships.role) where memberships.created_at < $4',
      'insert into sessions (id) values ($1) on conflict (id) do nothing',
    ],
  },
  nested: {
    refused: [
      `insert into clients (organization_id, first_name) values ($1, (select name from forms where ${mine}))`,
      'insert into clients (organization_id, first_name) values ($1, $2) returning (select email from users where users.id = $3)',
      `insert into sessions (id, user_id) values ($1, (select max(id) from users))`,
      'insert into passwords (user_id, hash) values ($1, (select max(hash) from passwords))',
      'insert into permission_groups (organization_id, name) values ($1, $2) on conflict (organization_id, id) do update set name = (select max(n) from unnest($3::text[]) n)',
    ],
    goes: [
      'insert into passwords (user_id, hash) select $1, max(hash) from passwords',
      `update clients set active = true where ${mine} returning (select email from users where users.id = $2)`,
    ],
  },
  chosen: {
    refused: [
      `update clients set archived_at = coalesce(archived_at, now()) where ${mine}`,
      'update sessions set ended_at = coalesce(ended_at, now()) where id = $1',
      `update clients set active = true where ${mine} and case when now() > $2 then true else false end`,
      `update clients set archived_at = coalesce(archived_at, '2020-01-01'::timestamptz) where ${mine}`,
    ],
    goes: [
      `update clients set updated_at = now(), archived_at = coalesce(archived_at, $2::timestamptz), first_name = coalesce(lower(first_name), $3) where ${mine}`,
      'update sessions set ended_at = now() where id = $1',
    ],
  },
  volatile: {
    refused: [
      `update clients set updated_at = clock_timestamp() where ${mine}`,
      'delete from users where id = $1 and random() > 0.5',
    ],
    goes: [
      `update clients set updated_at = now() where ${mine}`,
      'insert into sessions (id) values (gen_random_uuid())',
    ],
  },
  mixed: {
    refused: [
      `select c.id from clients c join sessions s on s.user_id = c.id where c.${mine}`,
      `select (select count(*) from sessions) from clients where ${mine}`,
      'update sessions set user_id = (select max(id) from users) where id = $1',
      `select id from clients where ${mine} and exists (select from graphile_worker.jobs)`,
    ],
    goes: [
      'select u.id from users u where not exists (select from passwords p where p.user_id = u.id)',
      `with sessions as (select id from clients where ${mine}) select id from sessions`,
      'select s.id from sessions s join passwords p using (user_id)',
    ],
  },
  shared: {
    refused: [`update users set email = $2 where id in (select id from memberships where ${mine})`],
    goes: ['update users set email = $1 from organizations o where o.id = users.id'],
  },
  called: {
    refused: [
      `select kit.member_name(organization_id, id) from memberships where ${mine}`,
      `select c.id from kit.clients_named($2, $3) c join clients using (id) where clients.${mine}`,
      `select id from clients where ${mine} and id = any(array(select id from kit.clients_named($2, $3)))`,
      `update clients set first_name = kit.member_name(organization_id, id) where ${mine}`,
    ],
    goes: [
      'select * from kit.clients_named($1, $2)',
      'select u.id, kit.member_name($1, u.id) from users u',
      `select id from clients where ${mine} and kit.fold(first_name) like kit.pattern($2)`,
      `update clients set first_name = kit.member_name($1, $2) where ${mine}`,
    ],
  },
};

/** Organization 7 by every parameter but the first of a statement that names two. */
const values = [1, 7, 7];

describe.each(Object.entries(rules))('%s', (rule, { refused, goes }) => {
  test.each(refused)('refuses %s', (sql) => {
    expect(judge(sql, { values }).map((finding) => finding.rule)).toContain(rule);
  });

  test.each(goes)('lets %s go', (sql) => {
    expect(judge(sql, { values })).toEqual([]);
  });
});

describe('late', () => {
  const asks = 'select * from kit.organizations_of($1)';
  test('refuses a function with its owner’s rights after a write alone', () => {
    expect(judge(asks, { afterWrite: true })).toEqual([{ rule: 'late', what: 'kit.organizations_of' }]);
    expect(judge(asks)).toEqual([]);
    expect(judge('select kit.add_job($1, $2)', { afterWrite: true }), 'the queue stays on one machine').toEqual([]);
  });
});

describe('what row-level security does not bind', () => {
  test('may copy rows, but not return what stays where it is', () => {
    const copy = `insert into files (organization_id, filename) select organization_id, filename from files where ${mine}`;
    expect(judge(copy, { asAdmin: true })).toEqual([]);
    expect(judge(`${copy} returning id`, { asAdmin: true })).toEqual([{ rule: 'copied', what: 'files' }]);
  });
});

describe('in a function', () => {
  const variables = new Set(['organization', 'new', 'organization_id']);
  test.each([
    ['a column of the table by the same name', 'select id from clients where organization_id = organization_id', 1],
    ['a variable', 'select id from clients where organization_id = organization', 0],
    ['a column of a record', 'select c.id from clients c where c.organization_id = new.organization_id', 0],
  ])('%s binds or not', (_, sql, count) => {
    expect(judge(sql, { variables })).toHaveLength(count);
  });
});

test('what PostgreSQL would not read is an error', () => {
  expect(() => judge('select from where')).toThrow('syntax error');
});
