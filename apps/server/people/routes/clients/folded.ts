import { sql } from 'kysely';
import type { MemberContext } from '#server/kit/handlers.ts';

/** Names as the database compares them. */
export const folded = async ({ tx }: MemberContext, names: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ words: string[] }>`
    select array(select kit.squeezed(word) from unnest(${names}::text[]) with ordinality as typed (word, place)
                  order by place) as words`.execute(tx);
  return rows[0]?.words.filter(Boolean) ?? [];
};
