import { calculationWords } from '#forms/words/calculation-words.ts';
import type { StoredCalculation } from '#web/forms/definition/edited-form.ts';
import { ApiError } from '#web/kit/api.ts';
import { useLoaded } from '#web/kit/queries.ts';
import { ConflictNote } from '#web/screens/conflict-note.tsx';
import type { CalculatedForm } from './draft.ts';

/** Somebody else saved the calculation meanwhile: theirs beside what is entered here, and which of the two to keep. */
export const CalculationConflict = ({
  load,
  form,
  onSave,
  onLoad,
  onGone,
}: {
  load: () => Promise<unknown>;
  form: CalculatedForm;
  onSave: (theirs: StoredCalculation) => void;
  onLoad: (theirs: StoredCalculation) => void;
  onGone: () => void;
}) => {
  const stored = useLoaded(async () => (await load()) as StoredCalculation);
  if (stored.error instanceof ApiError && stored.error.status === 404)
    return (
      <ConflictNote
        of={{ ...stored, data: null, isError: false }}
        title="Someone else deleted this calculation while you were editing."
        theirs={() => null}
        choices={() => [{ label: 'Close', onChoose: onGone }]}
      />
    );
  return (
    <ConflictNote
      of={stored}
      title="Someone else changed this calculation while you were editing. What you entered is still here."
      theirs={(theirs) => (
        <p>
          Theirs: {theirs.name}, {calculationWords(theirs, form)}.
        </p>
      )}
      choices={(theirs) => [
        { label: 'Save mine instead', onChoose: () => onSave(theirs) },
        { label: 'Load theirs', onChoose: () => onLoad(theirs) },
      ]}
    />
  );
};
