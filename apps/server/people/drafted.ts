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
 * The person for whom a draft adds something, by their id; null for all other drafts. One that edits the person holds all
 * their values and is not among them: saved on somebody else, it would overwrite theirs.
 */
const personOf = (subject: DraftSubject): number | null => {
  if (subject.kind === 'new_response') return subject.client_id;
  return subject.kind === 'new_note' && subject.record_type === 'clients' ? subject.record_id : null;
};

const withPerson = (subject: DraftSubject, id: number): DraftSubject => {
  if (subject.kind === 'new_response') return { ...subject, client_id: id };
  return subject.kind === 'new_note' ? { ...subject, record_id: id } : subject;
};

/** Returns what drafts are for by now: what adds to a person who was merged away adds to the remaining one. */
export const subjectsNow = async (context: Context, subjects: readonly DraftSubject[]): Promise<DraftSubject[]> => {
  const ids = subjects.flatMap((one) => personOf(one) ?? []);
  const remaining = ids.length > 0 ? await remainingOf(context, ids) : new Map<number, number>();
  return subjects.map((one) => {
    const id = remaining.get(personOf(one) ?? 0);
    return id === undefined ? one : withPerson(one, id);
  });
};

/** Returns the texts of all subjects that are the same by now: what adds to records that were merged with its person, too. */
export const sameSubjects = async (context: Context, subject: DraftSubject): Promise<string[]> => {
  const [now = subject] = await subjectsNow(context, [subject]);
  const id = personOf(now);
  const former = id === null ? [] : ((await formerIdsOf(context, [id])).get(id) ?? []);
  return [now, ...former.map((one) => withPerson(now, one))].map(draftSubject);
};
