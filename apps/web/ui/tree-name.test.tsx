import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ListRow } from './list-row.tsx';
import { TreeName } from './tree-name.tsx';

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '');

test('two entries of one name are told apart by what is above them', () => {
  const names = ['Housing', 'Health'].map((name) =>
    textOf(renderToStaticMarkup(<TreeName above={[name]}>Families</TreeName>)),
  );
  expect(names).toEqual(['Housing › Families', 'Health › Families']);
  expect(renderToStaticMarkup(<TreeName above={[]}>Housing</TreeName>)).toBe('Housing');
});

test('so are the rows of a list that shows a tree', () => {
  const row = (above?: string[]) =>
    textOf(
      renderToStaticMarkup(
        <MemoryRouter>
          <ListRow item={{ id: 1, to: '/1', title: 'Families', ...(above ? { above } : {}) }} />
        </MemoryRouter>,
      ),
    );
  expect([row(['Housing', 'Shelter']), row([]), row()]).toEqual([
    'Housing › Shelter › Families',
    'Families',
    'Families',
  ]);
});
