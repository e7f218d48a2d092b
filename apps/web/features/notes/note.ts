import type { z } from 'zod';
import type { notes } from '#contract/resources/notes.ts';

export type NoteRecord = z.output<typeof notes.record>;

/** Hears of each place whether something was typed there that is not saved. */
export type OnDirty = (place: string, isDirty: boolean) => void;
