import { type DraftSubject, draftSubjects } from '#contract/resources/drafts.ts';
import { formerIdsOf, remainingOf } from './merged.ts';

type Context = Parameters<typeof remainingOf>[0];

/** The text of a subject, as `draftSubjects` makes it. */
export const draftSubject = (subject: DraftSubject): string => {
  if (subject.kind === 'new_response') return draftSubjects.newResponse(subject.client_id, subject.form_id);
  if (subject.kind === 'new_note') return draftSubjects.newNote(subject.record_type, subject.record_id);
  if (subject.kind === 'new_record') return draftSubjects.newRecord(subject.id);
  return `${subject.kind}.${subject.id ?? 'new'}`;
};

/**
 * The ID of the person to whom a draft adds something; null for every other draft. A draft that edits a person isn't
 * among them: it holds all values of that person, and would overwrite those of the remaining one.
 */
const personOf = (subject: DraftSubject): number | null => {
  if (subject.kind === 'new_response') return subject.client_id;
  return subject.kind === 'new_note' && subject.record_type === 'clients' ? subject.record_id : null;
};

const withPerson = (subject: DraftSubject, id: number): DraftSubject => {
  if (subject.kind === 'new_response') return { ...subject, client_id: id };
  return subject.kind === 'new_note' ? { ...subject, record_id: id } : subject;
};

/** Returns what drafts are for now: what added to a person who was merged adds to the remaining person. */
export const subjectsNow = async (context: Context, subjects: readonly DraftSubject[]): Promise<DraftSubject[]> => {
  const ids = subjects.flatMap((one) => personOf(one) ?? []);
  const remaining = ids.length > 0 ? await remainingOf(context, ids) : new Map<number, number>();
  return subjects.map((one) => {
    const id = remaining.get(personOf(one) ?? 0);
    return id === undefined ? one : withPerson(one, id);
  });
};

/** Returns the texts of all subjects that now mean the same, those of records merged into its person included. */
export const sameSubjects = async (context: Context, subject: DraftSubject): Promise<string[]> => {
  const [now = subject] = await subjectsNow(context, [subject]);
  const id = personOf(now);
  const former = id === null ? [] : ((await formerIdsOf(context, [id])).get(id) ?? []);
  return [now, ...former.map((one) => withPerson(now, one))].map(draftSubject);
};
