// What does not compile. tsc checks this file: where the line after a `@ts-expect-error` compiles, it fails.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { notificationRoutes } from '#contract/resources/notifications.ts';
import { sequenceRoutes, sequences } from '#contract/resources/sequences.ts';
import { plainScope } from '#server/access/scopes.ts';
import { clone, crud, type Serving } from './crud.ts';
import { implement } from './handlers.ts';
import { conditionOn, type Row } from './rows.ts';

const ofForms = plainScope('forms');
type SequenceServing = Serving<typeof sequences, 'sequences'>;

const serialize = (rows: Row<'sequences'>[]) => rows.map((row) => ({ ...row, forms: [] }));

const serving: SequenceServing = {
  table: 'sequences',
  scope: plainScope('sequences'),
  filter: () => [],
  order: { by: { name: 'sort_name', created_at: 'created_at', updated_at: 'updated_at' }, usual: ['sort_name'] },
  write: ({ name }) => ({ columns: { name } }),
  serialize,
};

const others = {
  ...clone(serving, async (row) => row),
  lackingForms: async () => ({ data: [] }),
  fillable: async () => ({ data: [] }),
};

describe('A resource that is served', () => {
  it('does not come from the table of another one', () => {
    // @ts-expect-error: forms are not sequences
    const elsewhere: SequenceServing = { ...serving, table: 'forms' };
    // @ts-expect-error: the same when crud() finds the types itself: its scope and rows are those of sequences
    crud(sequences, { ...serving, table: 'fields' });
    expect(elsewhere.table).toBe('forms');
  });

  it('does not take the scope of another one', () => {
    // @ts-expect-error: what may be seen of forms says nothing of sequences
    const open: SequenceServing = { ...serving, scope: ofForms };
    expect(open.scope).toBe(ofForms);
  });

  it('does not forget a field of its record', () => {
    // @ts-expect-error: a sequence shows its forms
    const incomplete: SequenceServing = { ...serving, serialize: (rows) => rows.map((row) => ({ ...row })) };
    expect(incomplete.serialize).not.toBe(serialize);
  });

  it('does not filter by what its query does not declare', () => {
    const filtered: SequenceServing = {
      ...serving,
      // @ts-expect-error: sequences have no such filter
      filter: ({ filters }) => [conditionOn('sequences')('id', '=', filters.active)],
    };
    expect(filtered.filter).not.toBe(serving.filter);
  });

  it('names a column for all that it may be sorted by', () => {
    // @ts-expect-error: the names that sequences may be sorted by are name, created_at and updated_at
    const unsorted: SequenceServing = { ...serving, order: { by: { name: 'sort_name' }, usual: [] } };
    expect(unsorted.order).toMatchObject({ usual: [] });
  });

  it('does not read what may not be sent, and saves only columns of its table', () => {
    // @ts-expect-error: nobody may send the number of a sequence
    const read: SequenceServing = { ...serving, write: ({ id }) => ({ columns: { name: String(id) } }) };
    // @ts-expect-error: sequences have no description
    const saved: SequenceServing = { ...serving, write: ({ name }) => ({ columns: { description: name } }) };
    expect(read.write).not.toBe(saved.write);
  });

  it('is typed through to what is sent', () => {
    type Sent = Parameters<SequenceServing['write']>[0];
    expectTypeOf<Sent['name']>().toEqualTypeOf<string | undefined>();
  });
});

describe('Handlers', () => {
  it('answer what their routes promise', () => {
    const handlers = { ...crud(sequences, serving), ...others };
    expect(implement(sequenceRoutes, handlers).routes).toBe(sequenceRoutes);
    // @ts-expect-error: a list answers data
    implement(sequenceRoutes, { ...handlers, list: async () => [] });
    // @ts-expect-error: a route without a handler
    implement(sequenceRoutes, crud(sequences, serving));
    // @ts-expect-error: a handler of another resource's routes
    implement(notificationRoutes, handlers);
  });
});
