/** The town of each county that people name. */
export const towns = {
  harbor: { city: 'Harborvale', postalCode: '97365' },
  vale: { city: 'Westbrook', postalCode: '97391' },
  cedar: { city: 'Cedar Landing', postalCode: '97357' },
  elsewhere: { city: 'Northgate', postalCode: '97330' },
};
export type Town = keyof typeof towns;
