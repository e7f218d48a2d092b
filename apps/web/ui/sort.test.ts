import { describe, expect, it } from 'vitest';
import { nextSort, type Sort } from './sort.ts';

const press = (...fields: string[]) =>
  fields.reduce<Sort[]>(nextSort, []).map(({ field, order }) => `${field} ${order}`);

describe('nextSort', () => {
  it('drops the oldest of four columns', () => {
    expect(press('name', 'born', 'city', 'state')).toEqual(['state asc', 'city asc', 'born asc']);
  });

  it('turns a column to descending in its place, then takes it out', () => {
    expect(press('name', 'born', 'name')).toEqual(['born asc', 'name desc']);
    expect(press('name', 'born', 'name', 'name')).toEqual(['born asc']);
  });
});
