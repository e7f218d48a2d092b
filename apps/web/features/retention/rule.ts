import type { z } from 'zod';
import {
  type RetentionSubject,
  type retentionPreview,
  type retentionRule,
  type retentionRun,
  retentionWords,
} from '#contract/resources/retention.ts';
import { counted } from '#web/kit/formats.ts';
import type { Tone } from '#web/ui/status-badge.tsx';

export type Rule = z.output<typeof retentionRule>;
export type Preview = z.output<typeof retentionPreview>;
export type Run = z.output<typeof retentionRun>;

/** Where rules are looked after. */
export const at = '/organization/retention';

export const titleOf = (rule: Rule): string => retentionWords({ ...rule, form_name: rule.form?.name ?? null });

/** Whether a rule is on, and deletes already. */
export const stateOf = ({ state, starts_at }: Rule, now: number): { tone: Tone; word: string } => {
  if (state === 'on') {
    return Date.parse(starts_at ?? '') > now ? { tone: 'pending', word: 'Waiting' } : { tone: 'ok', word: 'On' };
  }
  return state === 'paused' ? { tone: 'warn', word: 'Paused' } : { tone: 'neutral', word: 'Off' };
};

const words: Record<RetentionSubject, [one: string, many: string]> = {
  responses: ['response', 'responses'],
  archived_clients: ['archived person', 'archived people'],
  audit_events: ['audit log entry', 'audit log entries'],
};

/** "1,204 responses". */
export const countOf = (subject: RetentionSubject, count: number): string => counted(count, ...words[subject]);

type Counts = Pick<Run, 'responses' | 'notes' | 'files' | 'deleted_before'>;

/** What goes beside the records themselves: "31 files", "2 notes". */
export const besides = ({ responses, notes, files, deleted_before }: Counts): string[] =>
  [
    responses > 0 ? [counted(responses, 'response')] : [],
    notes > 0 ? [counted(notes, 'note')] : [],
    files > 0 ? [counted(files, 'file')] : [],
    deleted_before > 0 ? [`the history of ${counted(deleted_before, 'deleted response')}`] : [],
  ].flat();
