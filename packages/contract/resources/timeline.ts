import { z } from 'zod';
import { personName, whole } from '../kit/list.ts';
import { id, route } from '../kit/route.ts';
import { date, timestamp } from '../kit/text.ts';
import { shownChange } from './records.ts';

/** What stands in the timeline of a person, and what each kind is called there. */
export const timelineKinds = {
  responses: 'Responses',
  notes: 'Notes',
  household: 'Household',
  merges: 'Merges',
  changes: 'Changes',
} as const;
export type TimelineKind = keyof typeof timelineKinds;
const kind = z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]);

const common = {
  id,
  at: timestamp,
  /** Who did it; null where nobody did. */
  by: personName.nullable(),
  /** Who acted in that person's name, when somebody did. */
  impersonator: personName.nullable(),
};

/** Somebody else, by name as far as the reader may know it. */
const named = z.object({ client_id: id.nullable(), name: z.string().nullable() });

const entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('responses'),
    ...common,
    form_name: z.string(),
    /** Whether it was made of what a stranger sent by a public form. */
    is_public: z.boolean(),
    /** The answers that are told beside its name, in the order of the form. */
    summary: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  z.object({
    kind: z.literal('notes'),
    ...common,
    body: z.string(),
    /** Whether the note goes on. */
    is_cut: z.boolean(),
  }),
  z.object({
    kind: z.literal('household'),
    ...common,
    event: z.enum(['joined', 'left', 'removed', 'changed', 'became_head', 'renamed', 'closed', 'reopened']),
    household_id: id,
    /** Whom it is about; null where it is about the household. */
    member: named.extend({ is_self: z.boolean() }).nullable(),
    /** Of the member to the person, where that is the head. */
    relationship: z.string().nullable(),
    title: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('merges'),
    ...common,
    event: z.enum(['merged', 'undone']),
    merged: z.array(named.extend({ client_id: id })),
  }),
  z.object({
    kind: z.literal('changes'),
    ...common,
    event: z.enum(['create', 'update', 'destroy']),
    changes: z.array(shownChange),
  }),
]);
export type TimelineEntry = z.output<typeof entry>;

/** Where a page ends: the next one goes on from there, whatever has come on top meanwhile. */
const cursorParts = z.object({ at: z.iso.datetime({ precision: 6 }).regex(/^[1-9]/), kind, id });
const cursor = z
  .string()
  .max(80)
  .transform((text, context) => {
    const [at, among, number] = text.split('_');
    const parts = cursorParts.safeParse({ at, kind: among, id: Number(number) });
    if (parts.success) return parts.data;
    const message = 'This place in the timeline no longer exists. Reload the timeline to start at the newest entry.';
    context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  });

const kinds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(kind).max(Object.keys(timelineKinds).length));

export const timelineRoutes = {
  page: route({
    method: 'GET',
    path: '/organization/:org/clients/:client_id/timeline',
    access: { entity: 'clients', action: 'read', on: 'record' },
    audited: true,
    summary: 'List what was recorded, written and changed about a person and the caller can see, newest first',
    query: z
      .strictObject({
        kinds: kinds.optional(),
        user_id: z
          .string()
          .regex(/^[1-9]\d{0,15}$/, 'Choose a user')
          .transform(Number)
          .optional(),
        /** Days of the organization's calendar, both included. */
        from: date.optional(),
        to: date.optional(),
        cursor: cursor.optional(),
        page_size: whole(1, 100).optional(),
      })
      .refine(({ from, to }) => !from || !to || from <= to, {
        path: ['to'],
        message: 'Choose a last day that isn’t before the first',
      }),
    response: z.object({
      data: z.array(entry),
      /** The cursor of the next page; null when this is the last. */
      next: z.string().nullable(),
      /** How many entries there are in all, and who made any in that time: with the first page. */
      total_count: z.int().nullable(),
      people: z.array(personName).nullable(),
    }),
  }),
};
