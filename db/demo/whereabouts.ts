import type { DemoClient } from './clients.ts';
import type { Draw } from './draw.ts';
import { type Town, towns } from './towns.ts';

/** An address at which nobody reads. */
export const privateEmailOf = ({ first_name, last_name, dob }: DemoClient): string => {
  const name = `${first_name}.${last_name}`.normalize('NFD').replace(/[^\w.]/g, '');
  return `${name}${dob.slice(2, 4)}@mail.example`.toLowerCase();
};

const streets = ['Wharf Street', 'Quarry Road', 'Tidewater Avenue', 'Alder Lane', 'Customs Square', 'Old Mill Road'];

/** Where a household of a county may have lived, in the parts of an answer. */
export const lastAddress = (draw: Draw, county: Town) => ({
  components: {
    streetAddress: `${draw.whole(3, 940)} ${draw.pick(streets)}`,
    ...(draw.chance(0.4) ? { unitNumber: String(draw.whole(1, 24)) } : {}),
    ...towns[county],
    state: 'OR',
  },
});
