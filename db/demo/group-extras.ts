import { groupLocation } from '#contract/resources/permission-groups.ts';
import { pinnedMessageRoutes } from '#contract/resources/pinned-messages.ts';
import { addDays } from '#forms/calendar.ts';
import { todayIn } from '#server/kit/calendar.ts';
import type { Tx } from '#server/kit/db.ts';
import { checked } from './checked.ts';
import { momentAt, timeZone } from './clock.ts';
import { insertRows } from './insert.ts';
import type { GroupName } from './staff.ts';

type Message = { group: GroupName; subject: string; body: string; pinned: number; expires: number | null };

/** Pinned so many days ago, and shown so many days more; null: for good. */
const messages: Message[] = [
  {
    group: 'Case managers',
    subject: 'Cold weather plan',
    body: 'Below **32 °F** the overflow room opens at 6 PM.\n\n- Call the front desk before you send a family\n- Write down who has no coat\n- Blankets are in room 4',
    pinned: 3,
    expires: 60,
  },
  {
    group: 'Case managers',
    subject: 'Interpreters',
    body: 'Spanish and Somali are covered on weekdays. For Vietnamese, ask Omar a day ahead.',
    pinned: 40,
    expires: null,
  },
  {
    group: 'Shelter night staff',
    subject: 'New key cards',
    body: 'Old cards stop working on Monday. Fetch yours at the front desk.',
    pinned: 12,
    expires: -5,
  },
];

type Place = { group: GroupName; name: string; address: string; location: [latitude: number, longitude: number] };

const places: Place[] = [
  {
    group: 'Shelter night staff',
    name: 'Lantern House',
    address: '418 Wharf Street, Harborvale, OR 97365',
    location: [44.6312, -124.0478],
  },
  {
    group: 'Shelter night staff',
    name: 'Overflow room',
    address: '22 Quarry Road, Harborvale, OR 97365',
    location: [44.6089, -124.0521],
  },
  {
    group: 'Case managers',
    name: 'Main office',
    address: '9 Customs Square, Harborvale, OR 97365',
    location: [44.6368, -124.0535],
  },
];

type LoadContext = { organization_id: number; ids: Record<GroupName, number>; now: Date };

/** What the groups have besides what they allow: pinned messages, and places. */
export const loadGroupExtras = async (tx: Tx, { organization_id, ids, now }: LoadContext): Promise<void> => {
  const today = todayIn(timeZone, now);
  await insertRows(
    tx,
    'pinned_messages',
    messages.map(({ group, subject, body, pinned, expires }) => {
      const created_at = momentAt(addDays(today, -pinned), 510);
      const expired_at = expires === null ? null : momentAt(addDays(today, expires), 1080);
      return {
        organization_id,
        permission_group_id: ids[group],
        ...checked(pinnedMessageRoutes.create.body, { subject, body, expired_at }),
        created_at,
        updated_at: created_at,
      };
    }),
  );
  await insertRows(
    tx,
    'permission_group_locations',
    places.map(({ group, ...place }, position) => {
      const { name, address, location } = checked(groupLocation, place);
      const [latitude, longitude] = location ?? [null, null];
      return { organization_id, permission_group_id: ids[group], position, name, address, latitude, longitude };
    }),
  );
};
