import type { DemoClient } from './clients.ts';
import type { Draw } from './draw.ts';
import { type Town, towns } from './towns.ts';

/** An address at which nobody reads. */
export const privateEmailOf = ({ first_name, last_name, dob }: DemoClient): string => {
  const name = `${first_name}.${last_name}`.normalize('NFD').replace(/[^\w.]/g, '');
  return `${name}${dob.slice(2, 4)}@mail.example`.toLowerCase();
};

const streets = ['Wharf Street', 'Quarry Road', 'Tidewater Avenue', 'Alder Lane', 'Customs Square', 'Old Mill Road'];

/** Where each town lies: latitude and longitude of its middle. */
const middles: Record<Town, [number, number]> = {
  harbor: [44.62, -124.05],
  vale: [44.43, -124.06],
  cedar: [44.81, -124.05],
  elsewhere: [44.56, -123.27],
};

/** A place some streets from the middle of a town; of every seventh house nobody looked it up. */
const locationOf = (county: Town, street: string, number: number): { location?: [number, number] } => {
  const [latitude, longitude] = middles[county];
  if (number % 7 === 0) return {};
  return { location: [latitude + (number % 97) / 4000, longitude + streets.indexOf(street) / 200] };
};

/** Where a household of a county may have lived, in the parts of an answer. */
export const lastAddress = (draw: Draw, county: Town) => {
  const number = draw.whole(3, 940);
  const street = draw.pick(streets);
  return {
    components: {
      streetAddress: `${number} ${street}`,
      ...(draw.chance(0.4) ? { unitNumber: String(draw.whole(1, 24)) } : {}),
      ...towns[county],
      state: 'OR',
    },
    ...locationOf(county, street, number),
  };
};
