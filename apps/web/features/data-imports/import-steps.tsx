import { Steps } from '#web/ui/steps.tsx';
import type { DataImport } from './data-import.ts';

const labels = ['File', 'Columns', 'Check', 'Run'] as const;
type Label = (typeof labels)[number];

/** At which step an import is; null once it is over. */
export const stepOf = ({ state, errors, counts, dry_run }: DataImport): Label | null => {
  if (state === 'succeeded') return null;
  if (state === 'unmapped') return errors.input ? 'File' : 'Columns';
  if (state === 'enqueued') return dry_run ? 'Check' : 'Run';
  return state === 'mapped' && counts?.failed === 0 ? 'Run' : 'Check';
};

/** From a file to what is written. @param onEdit leads to where file and columns are chosen, as long as that can be done */
export const ImportSteps = ({ here, onEdit }: { here: Label | null; onEdit?: (() => void) | undefined }) => {
  const at = here === null ? labels.length : labels.indexOf(here);
  return (
    <Steps
      steps={labels.map((label, place) => ({
        label,
        state: place < at ? 'over' : place === at ? 'here' : 'ahead',
        ...(onEdit && place < Math.min(at, 2) ? { onGo: onEdit } : {}),
      }))}
    />
  );
};
