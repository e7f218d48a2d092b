import { IconRefresh } from '@tabler/icons-react';
import type { Answer } from '#contract/kit/route.ts';
import type { ImportType, importRoutes } from '#contract/resources/imports.ts';
import { labelsOf } from '#forms/transfer/response-file.ts';
import type { useMay } from '#web/access/account.tsx';
import type { FormRecord } from '#web/forms/definition/form-record.ts';
import { rowsWithoutErrors } from '#web/forms/import-findings.tsx';
import { counted } from '#web/kit/formats.ts';
import type { IconType } from '#web/ui/icon.tsx';
import type { Tone } from '#web/ui/status-badge.tsx';

export type Import = Answer<typeof importRoutes.show>;

const demands = {
  bulk_update: ['client_forms', false],
  internal: ['internal_forms', false],
  delete_client: ['client_forms', true],
  delete_public: ['public_forms', true],
} as const satisfies Record<ImportType, readonly [entity: string, removes: boolean]>;

/** What somebody may do with the responses to a form by a file. */
export const typesFor = ({ form_type }: Pick<FormRecord, 'form_type'>, may: ReturnType<typeof useMay>): ImportType[] =>
  (Object.keys(demands) as ImportType[]).filter((type) => {
    const [entity, removes] = demands[type];
    const holds = (action: 'write' | 'remove') => may({ entity, action, on: 'entity' });
    return (type === 'internal') === (form_type === 'internal') && holds('write') && (!removes || holds('remove'));
  });

export const isDeletion = (type: ImportType): boolean => type.startsWith('delete');

/** What each does, as the log says it. */
export const typeWords: Record<ImportType, string> = {
  bulk_update: 'Update',
  internal: 'Update records',
  delete_client: 'Delete client responses',
  delete_public: 'Delete public responses',
};

/** "38 responses changed, 2 new, 0 rows with errors": what a file comes to. One with errors comes to nothing. */
export const countsInWords = (counts: NonNullable<Import['counts']>): string => {
  const { created, updated, deleted, unchanged, failed } = counts;
  if (failed > 0)
    return `${counted(rowsWithoutErrors(counts), 'row')} without errors, ${counted(failed, 'row')} with errors`;
  return [
    deleted > 0 ? `${counted(deleted, 'response')} deleted` : null,
    updated > 0 ? `${counted(updated, 'response')} changed` : null,
    created > 0 ? `${created.toLocaleString('en-US')} new` : null,
    unchanged > 0 ? `${unchanged.toLocaleString('en-US')} the same` : null,
    `${counted(failed, 'row')} with errors`,
  ]
    .filter((part) => part !== null)
    .join(', ');
};

/** What the columns of a file are called, as far as people need to know. */
export const columnsOf = (
  { type }: Pick<Import, 'type'>,
  { form_fields }: Pick<FormRecord, 'form_fields'>,
): string[] => {
  if (type === 'delete_client') return ['Client ID', 'Form Response ID'];
  if (type === 'delete_public') return ['Form Response ID'];
  const labels = labelsOf(type === 'internal' ? 'internal' : 'client', form_fields);
  return labels.map((label) => label.replace(/ \[\d+\]$/, ''));
};

/** The word and the look of each state; an import that was undone says so, and one that would fail. */
export const stateOf = ({
  state,
  undone_at,
  undo_state,
  counts,
}: Pick<Import, 'state' | 'undone_at' | 'undo_state' | 'counts'>): { label: string; tone: Tone; icon?: IconType } => {
  if (undo_state === 'running') return { label: 'Undoing', tone: 'info', icon: IconRefresh };
  if (undone_at) return { label: 'Undone', tone: 'neutral' };
  if (state === 'mapped' && counts !== null && counts.failed > 0) return { label: 'Errors', tone: 'error' };
  const states = {
    unmapped: { label: 'Invalid', tone: 'warn' },
    mapped: { label: 'Ready', tone: 'info' },
    enqueued: { label: 'Running', tone: 'info', icon: IconRefresh },
    failed: { label: 'Failed', tone: 'error' },
    succeeded: { label: 'Succeeded', tone: 'ok' },
  } as const;
  return states[state];
};
