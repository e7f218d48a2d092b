import type { z } from 'zod';
import type { groupLocation } from '#contract/resources/permission-groups.ts';
import type { MemberContext } from '#server/kit/handlers.ts';
import { type Row, updateRow } from '#server/kit/rows.ts';

type Group = Row<'permission_groups'>;

/** The places of a group, in their order. */
export const locationsOf = async ({ tx }: MemberContext, group: Group) => {
  const rows = await tx
    .selectFrom('permission_group_locations')
    .select(['id', 'name', 'address', 'latitude', 'longitude'])
    .where('permission_group_id', '=', group.id)
    .orderBy('position')
    .execute();
  return {
    data: rows.map(({ latitude, longitude, ...place }) => ({
      ...place,
      location: latitude === null || longitude === null ? null : ([latitude, longitude] as [number, number]),
    })),
  };
};

type Locations = { locations: z.output<typeof groupLocation>[]; lock_version?: number | undefined };

/** Makes these the places of a group; what is there already is not written again. */
export const setLocations = async (
  context: MemberContext,
  group: Group,
  { locations, lock_version }: Locations,
): Promise<void> => {
  const { tx } = context;
  const { organization_id, id: permission_group_id } = group;
  const { data } = await locationsOf(context, group);
  const before = data.map(({ name, address, location }) => ({ name, address, location }));
  if (JSON.stringify(before) === JSON.stringify(locations)) return;
  // The group's own number grows, so that two people who change its places at the same time notice each other.
  await updateRow(tx, 'permission_groups', { row: group, lock_version, columns: {} });
  await tx.deleteFrom('permission_group_locations').where('permission_group_id', '=', permission_group_id).execute();
  if (locations.length === 0) return;
  await tx
    .insertInto('permission_group_locations')
    .values(
      locations.map(({ name, address, location }, position) => ({
        organization_id,
        permission_group_id,
        position,
        name,
        address,
        latitude: location?.[0] ?? null,
        longitude: location?.[1] ?? null,
      })),
    )
    .execute();
};
