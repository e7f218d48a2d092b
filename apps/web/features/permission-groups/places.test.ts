import { expect, test } from 'vitest';
import { type PlaceDraft, placeErrors, placesOf, positionOf, sentPlaces } from './places.ts';

const draft: PlaceDraft = {
  key: '1',
  name: 'Office',
  address: '12 Main Street',
  latitude: 41.88,
  longitude: -87.63,
  problems: {},
};

test('a place needs a name, an address and both numbers or none', () => {
  expect(placeErrors({ ...draft, name: ' ', address: '', latitude: null })).toEqual({
    name: ['Enter name'],
    address: ['Enter address'],
    latitude: ['Enter latitude too, or remove the location from the map'],
  });
  expect(placeErrors({ ...draft, latitude: null, longitude: null })).toEqual({});
  expect(placeErrors(draft)).toEqual({});
});

test('numbers stay on the globe, and unreadable ones are told', () => {
  expect(placeErrors({ ...draft, latitude: 91, longitude: -181 })).toEqual({
    latitude: ['Enter a number between -90 and 90'],
    longitude: ['Enter a number between -180 and 180'],
  });
  expect(placeErrors({ ...draft, latitude: null, problems: { latitude: 'Enter a number' } }).latitude).toEqual([
    'Enter a number',
  ]);
  expect(positionOf({ ...draft, latitude: 91 })).toBeNull();
});

test('what is stored comes back as it was', () => {
  const stored = [
    { id: 1, name: 'Office', address: 'Here', location: [41.88, -87.63] as [number, number] },
    { id: 2, name: 'Van', address: 'Anywhere', location: null },
  ];
  expect(sentPlaces(placesOf(stored))).toEqual(stored.map(({ id: _, ...place }) => place));
});
