import { useLoaded } from '#web/kit/answers.ts';
import { ApiError } from '#web/kit/api.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/empty-state.tsx';
import css from './calculations.module.css';
import type { CalculatedForm, StoredCalculation } from './draft.ts';
import { calculationWords } from './words.ts';

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
  const { data, error, refetch } = useLoaded(async () => (await load()) as StoredCalculation);
  if (error instanceof ApiError && error.status === 404)
    return (
      <div role="alert" className={css.conflict}>
        <p>
          <b>Somebody else deleted this calculation while you were editing.</b>
        </p>
        <div>
          <Button onClick={onGone}>Close</Button>
        </div>
      </div>
    );
  if (error) return <LoadFailed title="Could not load the other changes." onRetry={() => void refetch()} />;
  return (
    <div role="alert" className={css.conflict} aria-busy={!data}>
      <p>
        <b>Somebody else changed this calculation while you were editing. What you entered is still here.</b>
      </p>
      {data && (
        <>
          <p>
            Theirs: {data.name}, {calculationWords(data, form)}.
          </p>
          <div className={css.tools}>
            <Button onClick={() => onSave(data)}>Save mine instead</Button>
            <Button onClick={() => onLoad(data)}>Load theirs</Button>
          </div>
        </>
      )}
    </div>
  );
};
