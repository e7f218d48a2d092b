import { IconRefresh } from '@tabler/icons-react';
import type { Answer } from '#contract/kit/route.ts';
import { dataImportRoutes } from '#contract/resources/data-imports.ts';
import { places } from '#web/access/places.ts';
import { resourceOf } from '#web/screens/resource.ts';
import type { IconType } from '#web/ui/icon.tsx';
import type { Tone } from '#web/ui/status-badge.tsx';

export type DataImport = Answer<typeof dataImportRoutes.show>;

/** Data Imports, in which the platform team sees no history. */
export const dataImports = resourceOf(places.imports, dataImportRoutes, { nameOf: ({ name }) => name });

type Look = { label: string; tone: Tone; icon?: IconType };
const looks: Record<DataImport['state'], Look> = {
  unmapped: { label: 'Invalid', tone: 'warn' },
  mapped: { label: 'Ready', tone: 'info' },
  enqueued: { label: 'Running', tone: 'info', icon: IconRefresh },
  failed: { label: 'Failed', tone: 'error' },
  succeeded: { label: 'Succeeded', tone: 'ok' },
};

/** The word and the look of an import's state. */
export const lookOf = (
  of: Pick<DataImport, 'state' | 'undone_at' | 'undo_state'> & Partial<Pick<DataImport, 'counts'>>,
): Look => {
  if (of.undo_state === 'running') return { label: 'Undoing', tone: 'info', icon: IconRefresh };
  if (of.undone_at) return { label: 'Undone', tone: 'neutral' };
  return hasErrors(of) ? { label: 'Errors', tone: 'error' } : looks[of.state];
};

/** Whether the check found errors: it would not be written, and waits for another file or mapping. */
export const hasErrors = ({
  state,
  counts,
}: Pick<DataImport, 'state'> & Partial<Pick<DataImport, 'counts'>>): boolean =>
  state === 'mapped' && (counts?.failed ?? 0) > 0;

/** Whether its file and mapping may still be changed. */
export const isOpen = ({ state }: Pick<DataImport, 'state'>): boolean => state === 'unmapped' || state === 'mapped';
