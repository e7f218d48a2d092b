import type { MemberContext } from '../kit/handlers.ts';

/** Counts of fewer people than this are kept out of what reports work out; null where the organization keeps none out. */
export const smallNumbersBelow = async ({
  tx,
  caller,
}: Pick<MemberContext, 'tx' | 'caller'>): Promise<number | null> => {
  const { small_numbers_below } = await tx
    .selectFrom('organizations')
    .select('small_numbers_below')
    .where('id', '=', caller.organization.id)
    .executeTakeFirstOrThrow();
  return small_numbers_below;
};
