import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { DB } from './db.ts';
import { organizationFilter } from './organization-filter.ts';

const entered = { organization_id: 7 as number | null };
const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [organizationFilter(() => entered.organization_id)],
});

type Statement = { compile: () => { sql: string; parameters: readonly unknown[] } };

/** The statement with its parameters in their places. */
const written = (statement: Statement): string => {
  const { sql: text, parameters } = statement.compile();
  return text.replaceAll(/\$(\d+)/g, (_, at) => JSON.stringify(parameters[Number(at) - 1])).replaceAll('"', '');
};

const shapes: Record<string, [Statement, string]> = {
  'a select': [
    db.selectFrom('clients').select('id').where('id', '=', 3),
    'select id from clients where clients.organization_id = 7 and id = 3',
  ],
  'a select without a condition': [
    db.selectFrom('clients as c').select('c.id'),
    'select c.id from clients as c where c.organization_id = 7',
  ],
  'two tables side by side': [
    db.selectFrom(['clients as c', 'forms']).select('c.id').whereRef('c.id', '=', 'forms.id'),
    'select c.id from clients as c, forms where c.organization_id = 7 and forms.organization_id = 7 and c.id = forms.id',
  ],
  'a table that all organizations share': [
    db.selectFrom('users').select('id').where('id', '=', 3),
    'select id from users where id = 3',
  ],
  'an inner join': [
    db.selectFrom('sequence_forms as s').innerJoin('forms as f', 'f.id', 's.form_id').select('f.id'),
    'select f.id from sequence_forms as s inner join forms as f on f.organization_id = 7 and f.id = s.form_id where s.organization_id = 7',
  ],
  'a join on the organization': [
    db
      .selectFrom('sequence_forms as s')
      .innerJoin('forms as f', (join) =>
        join.onRef('f.organization_id', '=', 's.organization_id').onRef('f.id', '=', 's.form_id'),
      )
      .select('f.id'),
    'select f.id from sequence_forms as s inner join forms as f on f.organization_id = s.organization_id and f.id = s.form_id where s.organization_id = 7',
  ],
  'a left join': [
    db.selectFrom('clients as c').leftJoin('responses as r', 'r.client_id', 'c.id').select('c.id'),
    'select c.id from clients as c left join responses as r on r.organization_id = 7 and r.client_id = c.id where c.organization_id = 7',
  ],
  'a left join on the organization, which says nothing of the table before it': [
    db
      .selectFrom('clients as c')
      .leftJoin('responses as r', (join) =>
        join.onRef('r.organization_id', '=', 'c.organization_id').on('r.organization_id', '=', 7),
      )
      .select('c.id'),
    'select c.id from clients as c left join responses as r on r.organization_id = c.organization_id and r.organization_id = 7 where c.organization_id = 7',
  ],
  'a cross join': [
    db.selectFrom('users').crossJoin('clients').select('clients.id'),
    'select clients.id from users cross join clients where clients.organization_id = 7',
  ],
  'a lateral join': [
    db
      .selectFrom('clients as c')
      .leftJoinLateral(
        (eb) => eb.selectFrom('responses').select('id').whereRef('responses.client_id', '=', 'c.id').as('r'),
        (join) => join.onTrue(),
      )
      .select('r.id'),
    'select r.id from clients as c left join lateral (select id from responses where responses.organization_id = 7 and responses.client_id = c.id) as r on true where c.organization_id = 7',
  ],
  'a query in from': [
    db.selectFrom((eb) => eb.selectFrom('clients').select('id').as('c')).select('c.id'),
    'select c.id from (select id from clients where clients.organization_id = 7) as c',
  ],
  'exists, also where it is joined to the outer organization': [
    db
      .selectFrom('clients as c')
      .select('c.id')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('responses as r').select('r.id').whereRef('r.organization_id', '=', 'c.organization_id')),
      ),
    'select c.id from clients as c where c.organization_id = 7 and exists (select r.id from responses as r where r.organization_id = 7 and r.organization_id = c.organization_id)',
  ],
  'a selected query': [
    db.selectFrom('users').select((eb) => [eb.selectFrom('clients').select('id').limit(1).as('one')]),
    'select (select id from clients where clients.organization_id = 7 limit 1) as one from users',
  ],
  'a query made apart': [
    db.selectFrom('users').select('id').where('id', 'in', db.selectFrom('memberships').select('id')),
    'select id from users where id in (select id from memberships where memberships.organization_id = 7)',
  ],
  'a query within raw SQL': [
    db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`id = any(${db.selectFrom('clients').select('id')})`),
    'select id from users where id = any((select id from clients where clients.organization_id = 7))',
  ],
  'conditions that may be an OR': [
    db.selectFrom('clients').select('id').where(sql<boolean>`id = 1 or id = 2`),
    'select id from clients where clients.organization_id = 7 and (id = 1 or id = 2)',
  ],
  'the organization in an OR, which holds for half': [
    db
      .selectFrom('clients')
      .select('id')
      .where((eb) => eb.or([eb('organization_id', '=', 7), eb('id', '=', 2)])),
    'select id from clients where clients.organization_id = 7 and (organization_id = 7 or id = 2)',
  ],
  'set operations': [
    db.selectFrom('clients').select('id').unionAll(db.selectFrom('forms').select('id')),
    'select id from clients where clients.organization_id = 7 union all select id from forms where forms.organization_id = 7',
  ],
  'an update': [
    db.updateTable('clients').set({ first_name: 'Ana' }).where('id', '=', 3),
    'update clients set first_name = Ana where clients.organization_id = 7 and id = 3',
  ],
  'an update from another table': [
    db
      .updateTable('clients as c')
      .from('responses as r')
      .set({ first_name: 'Ana' })
      .whereRef('r.client_id', '=', 'c.id'),
    'update clients as c set first_name = Ana from responses as r where c.organization_id = 7 and r.organization_id = 7 and r.client_id = c.id',
  ],
  'a delete': [
    db.deleteFrom('record_permissions').where('record_id', '=', 4).returning('record_id'),
    'delete from record_permissions where record_permissions.organization_id = 7 and record_id = 4 returning record_id',
  ],
  'a delete using another table': [
    db.deleteFrom('responses as r').using('clients as c').whereRef('r.client_id', '=', 'c.id'),
    'delete from responses as r using clients as c where r.organization_id = 7 and c.organization_id = 7 and r.client_id = c.id',
  ],
  'an insert, which names it by hand': [
    db.insertInto('pinned_messages').values({ organization_id: 7, message: 'Hello' } as never),
    'insert into pinned_messages (organization_id, message) values (7, Hello)',
  ],
  'what is inserted from a select, and what it does where the row is there': [
    db
      .insertInto('data_group_records')
      .columns(['organization_id', 'record_id'])
      .expression((eb) => eb.selectFrom('clients').select(['organization_id', 'id']))
      .onConflict((on) =>
        on.doUpdateSet({ record_id: 3 }).where(({ exists, selectFrom }) => exists(selectFrom('forms').select('id'))),
      ),
    'insert into data_group_records (organization_id, record_id) select organization_id, id from clients where clients.organization_id = 7 on conflict do update set record_id = 3 where exists (select id from forms where forms.organization_id = 7)',
  ],
  'a common table': [
    db
      .with('found', (on) => on.selectFrom('clients').select('id'))
      .selectFrom('found')
      .innerJoin('responses', 'responses.client_id', 'found.id')
      .select('found.id'),
    'with found as (select id from clients where clients.organization_id = 7) select found.id from found inner join responses on responses.organization_id = 7 and responses.client_id = found.id',
  ],
  'a common table that has the name of a table': [
    db
      .with('clients', (on) => on.selectFrom('clients').select('id'))
      .with('others', (on) => on.selectFrom('clients').select('id'))
      .selectFrom('clients')
      .innerJoin('others', 'others.id', 'clients.id')
      .select('clients.id'),
    'with clients as (select id from clients where clients.organization_id = 7), others as (select id from clients) select clients.id from clients inner join others on others.id = clients.id',
  ],
  'a common table that asks itself': [
    db
      .withRecursive('forms', (on) =>
        on.selectFrom('clients').select('id').unionAll(on.selectFrom('forms').select('id')),
      )
      .selectFrom('forms')
      .select('id'),
    'with recursive forms as (select id from clients where clients.organization_id = 7 union all select id from forms) select id from forms',
  ],
  'a write in a common table': [
    db
      .with('gone', (on) => on.deleteFrom('responses').where('id', '=', 3).returning('id'))
      .selectFrom('gone')
      .select('id'),
    'with gone as (delete from responses where responses.organization_id = 7 and id = 3 returning id) select id from gone',
  ],
};

const named = {
  'without the table’s name': db.selectFrom('clients').select('id').where('organization_id', '=', 7),
  'with it': db.selectFrom('clients as c').select('c.id').where('c.organization_id', '=', 7),
  'another one': db.selectFrom('clients').select('id').where('organization_id', '=', 8),
  several: db.selectFrom('clients').select('id').where('organization_id', 'in', [7, 8]),
  'in brackets': db
    .selectFrom('clients')
    .select('id')
    .where((eb) => eb.and([eb('organization_id', '=', 7), eb('id', '=', 3)])),
  'in a join': db
    .selectFrom('clients as c')
    .innerJoin('responses as r', (join) =>
      join.onRef('r.organization_id', '=', 'c.organization_id').on('r.organization_id', '=', 7),
    )
    .select('c.id'),
};

describe('the organization', () => {
  test.each(Object.entries(shapes))('is added to %s', (_, [statement, expected]) => {
    entered.organization_id = 7;
    expect(written(statement)).toBe(expected);
  });

  test.each(Object.entries(named))('is not added where the statement names it: %s', (_, statement) => {
    entered.organization_id = null;
    const expected = written(statement);
    entered.organization_id = 7;
    expect(written(statement)).toBe(expected);
  });

  test('is not added before one is entered, and is the one entered last', () => {
    const statement = db.selectFrom('clients').select('id');
    const sent = [null, 7, 8, null].map((organization_id) => {
      entered.organization_id = organization_id;
      return written(statement);
    });
    expect(sent).toEqual([
      'select id from clients',
      'select id from clients where clients.organization_id = 7',
      'select id from clients where clients.organization_id = 8',
      'select id from clients',
    ]);
  });

  test('is not added without the plugin', () => {
    entered.organization_id = 7;
    expect(written(db.withoutPlugins().selectFrom('clients').select('id'))).toBe('select id from clients');
  });

  test('leaves a statement as it is that needs nothing', () => {
    entered.organization_id = 7;
    const statement = db.selectFrom('clients').select('id').where('organization_id', '=', 7);
    const node = db.withoutPlugins().selectFrom('users').select('id').toOperationNode();
    const [plugin] = db.getExecutor().plugins;
    expect(plugin?.transformQuery({ node, queryId: { queryId: '1' } as never })).toBe(node);
    expect(statement.toOperationNode()).toBe(statement.toOperationNode());
  });

  test.each([
    ['a right join', db.selectFrom('users').rightJoin('clients', 'clients.id', 'users.id').select('users.id')],
    ['a full join', db.selectFrom('users').fullJoin('clients', 'clients.id', 'users.id').select('users.id')],
    ['a merge', db.mergeInto('users').using('clients', 'clients.id', 'users.id').whenMatched().thenDelete()],
  ] as [string, Statement][])('is refused to %s', (_, statement) => {
    entered.organization_id = 7;
    expect(() => statement.compile()).toThrow('The organization cannot be added');
  });
});
