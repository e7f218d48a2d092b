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

/** The person that a draft is about by their id; null for one about anything else, or about somebody who is new. */
const personOf = (subject: DraftSubject): number | null => {
  if (subject.kind === 'new_response') return subject.client_id;
  if (subject.kind === 'new_note') return subject.record_type === 'clients' ? subject.record_id : null;
  return subject.kind === 'clients' ? subject.id : null;
};

const withPerson = (subject: DraftSubject, id: number): DraftSubject => {
  if (subject.kind === 'new_response') return { ...subject, client_id: id };
  if (subject.kind === 'new_note') return { ...subject, record_id: id };
  return subject.kind === 'clients' ? { ...subject, id } : subject;
};

/** Returns what drafts are for by now: of a person who was merged away, the same for the remaining one. */
export const subjectsNow = async (context: Context, subjects: readonly DraftSubject[]): Promise<DraftSubject[]> => {
  const ids = subjects.flatMap((one) => personOf(one) ?? []);
  const remaining = ids.length > 0 ? await remainingOf(context, ids) : new Map<number, number>();
  return subjects.map((one) => {
    const id = remaining.get(personOf(one) ?? 0);
    return id === undefined ? one : withPerson(one, id);
  });
};

/** Returns the texts of all subjects that are the same by now: those of the records that were merged with its person, too. */
export const sameSubjects = async (context: Context, subject: DraftSubject): Promise<string[]> => {
  const [now = subject] = await subjectsNow(context, [subject]);
  const id = personOf(now);
  const former = id === null ? [] : ((await formerIdsOf(context, [id])).get(id) ?? []);
  return [now, ...former.map((one) => withPerson(now, one))].map(draftSubject);
};
