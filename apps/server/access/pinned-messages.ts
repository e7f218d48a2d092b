import type { z } from 'zod';
import type { pinnedMessage } from '#contract/resources/pinned-messages.ts';
import type { MemberContext } from '../kit/handlers.ts';
import { among, ofOrganization, type Row } from '../kit/rows.ts';

/** Pinned messages as people read them. */
export const serializeMessages = async (
  rows: Row<'pinned_messages'>[],
  { tx, caller }: Pick<MemberContext, 'tx' | 'caller'>,
): Promise<z.input<typeof pinnedMessage>[]> => {
  const ids = [...new Set(rows.map(({ permission_group_id }) => permission_group_id))];
  const groups = await ofOrganization(tx, 'permission_groups', caller)
    .select(['id', 'name'])
    .where('id', '=', among(ids))
    .execute();
  return rows.map(({ permission_group_id, ...row }) => ({
    ...row,
    expired: row.expired_at !== null && Date.parse(row.expired_at) <= Date.now(),
    permission_group: groups.find(({ id }) => id === permission_group_id) as { id: number; name: string },
  }));
};
