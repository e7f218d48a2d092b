import type { Demand } from './kit/privileges.ts';

/** What is written in a file besides responses and reports. */
export type RecordFileKind = 'clients' | 'notes' | 'households' | 'versions';

/** Who may have a file; of history whoever may change the record. */
export const recordFileDemands = {
  clients: { entity: 'clients', action: 'write', on: 'any' },
  notes: { entity: 'notes', action: 'write', on: 'entity' },
  households: { entity: 'clients', action: 'write', on: 'any' },
  versions: null,
} as const satisfies Record<RecordFileKind, Demand | null>;

export const recordFileTitles: Record<RecordFileKind, string> = {
  clients: 'People',
  notes: 'Notes',
  households: 'Households',
  versions: 'History',
};
