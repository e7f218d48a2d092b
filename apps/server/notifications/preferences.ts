import type { MailWay, NoticeKind, NoticePreference } from '#contract/resources/notices.ts';
import type { Tx } from '#server/kit/db.ts';
import { among } from '#server/kit/rows.ts';

/** How members are told who never said how: by the bell, and by each email. */
const usual = { bell: true, mail: 'each' } as const;

type Way = Omit<NoticePreference, 'kind'>;
type PreferenceQuery = { organization_id: number; kind: NoticeKind };

/** How each of these members wants to be told of a kind of notices. */
export const waysOf = async (
  tx: Tx,
  { organization_id, kind }: PreferenceQuery,
  user_ids: number[],
): Promise<(user_id: number) => Way> => {
  if (user_ids.length === 0) return () => usual;
  const rows = await tx
    .selectFrom('notice_preferences')
    .select(['user_id', 'bell', 'mail'])
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', among(user_ids))
    .where('kind', '=', kind)
    .execute();
  const said = new Map(rows.map(({ user_id, bell, mail }) => [user_id, { bell, mail: mail as MailWay }]));
  return (user_id) => said.get(user_id) ?? usual;
};
