import { sql } from 'kysely';
import type { FormDefinition } from '#server/forms/definitions.ts';
import { usesIn } from '#server/forms/records.ts';
import { asTable, type Writing } from './slots.ts';

type Answers = Record<string, unknown>;
/** The answers of a response, and those by which its uses are stored: none for a new one. */
type Use = { id: number; answers: Answers; held: Answers };

const ids = (names: readonly string[]) => names.map((name) => sql`${sql.ref(name)} bigint`);

/** Stores which records responses refer to, so that nobody deletes those. Writes nothing when nothing changed. */
export const keepUses = async (
  { tx, organization_id }: Writing,
  form: FormDefinition,
  responses: readonly Use[],
): Promise<void> => {
  const changes = responses.map(({ id, answers, held }) => ({
    id,
    was: usesIn(form, held),
    is: usesIn(form, answers),
  }));
  const gone = changes.flatMap(({ id, was, is }) =>
    [...was].flatMap(([field_id, record_id]) =>
      is.get(field_id) === record_id ? [] : [{ response_id: id, field_id }],
    ),
  );
  const added = changes.flatMap(({ id, was, is }) =>
    [...is].flatMap(([field_id, record_id]) =>
      was.get(field_id) === record_id ? [] : [{ response_id: id, field_id, record_id }],
    ),
  );
  if (gone.length > 0)
    await tx
      .deleteFrom('record_uses')
      .where(
        sql<boolean>`(response_id, field_id) in (select response_id, field_id from ${asTable(gone, ids(['response_id', 'field_id']))})`,
      )
      .execute();
  if (added.length > 0)
    await sql`
      insert into record_uses (organization_id, record_id, response_id, field_id)
      select ${organization_id}::bigint, record_id, response_id, field_id
        from ${asTable(added, ids(['record_id', 'response_id', 'field_id']))}
      returning id`.execute(tx);
};
