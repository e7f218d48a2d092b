import type { z } from 'zod';
import type { notes } from '#contract/resources/notes.ts';

export type NoteRecord = z.output<typeof notes.record>;

/** Hears of each note, by its id, whether something was typed that is not saved. */
export type OnDirty = (note: number, isDirty: boolean) => void;
