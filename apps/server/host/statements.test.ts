import { expect, test } from 'vitest';
import { statementsOf } from './statements.ts';

test('a semicolon within a string, a name, a comment or a body ends nothing', () => {
  const pieces = [
    `select 'it''s; one', E'\\'; two'`,
    `select "a;""b" -- three; four\n  from t`,
    '/* five; six */ select 7',
    `do $$ begin perform 'x'; end $$`,
    `create function f() returns text as $body$ select $$ ; $$; $body$`,
  ];
  expect(statementsOf(`${pieces.join(';\n')};\n-- the end; of it\n`).map(({ sql }) => sql)).toEqual(pieces);
});

test('a statement knows its line, with its comments, and the last needs no semicolon', () => {
  expect(statementsOf('\n-- first\nselect 1;\n\n\nselect 2')).toEqual([
    { sql: '-- first\nselect 1', line: 2 },
    { sql: 'select 2', line: 6 },
  ]);
  expect(statementsOf(' ;; -- nothing\n;')).toEqual([]);
});
