import { listed } from '#web/access/access-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useFillableForms } from './fillable-forms.ts';
import css from './response-saved.module.css';
import type { Step } from './sequence-steps.ts';

const mainButton = { tone: 'filled', 'data-autofocus': true } as const;

/** What follows once a new response is saved: look at it, go on in its sequence, or fill in another form. */
export const ResponseSaved = ({
  step,
  onShow,
  onNext,
  onClose,
  onChoose,
}: {
  /** Null outside a sequence. */
  step: Step | null;
  /** Null for who cannot read what they recorded. */
  onShow: (() => void) | null;
  /** On to the next form of the sequence. */
  onNext: () => void;
  /** Back to the person. */
  onClose: () => void;
  onChoose: (form_id: number) => void;
}) => {
  const forms = useFillableForms();
  const next = step?.next ?? null;
  return (
    <Dialog
      opened
      title="Response saved"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose} {...(next || onShow ? {} : mainButton)}>
            Back to person
          </Button>
          {onShow && (
            <Button onClick={onShow} {...(next ? {} : mainButton)}>
              Show Response
            </Button>
          )}
          {next && (
            <Button onClick={onNext} {...mainButton}>
              Next Form
            </Button>
          )}
        </>
      }
    >
      <div className={css.body}>
        {!onShow && <Banner tone="info">Saved. Only the people listed for this form can read it.</Banner>}
        {step && <InSequence step={step} />}
        <SelectField
          label="Choose a new form"
          help={next ? 'This action will interrupt the sequence' : undefined}
          placeholder="Choose a form to fill in next"
          options={forms.map(({ id, name, active }) => ({
            value: String(id),
            label: active ? name : `${name} (INACTIVE)`,
          }))}
          value={null}
          onChange={(id) => id && onChoose(Number(id))}
        />
      </div>
    </Dialog>
  );
};

const InSequence = ({ step: { sequence, place, total, next, skipped } }: { step: Step }) => (
  <>
    <p>
      {next
        ? `This was form ${place} of ${total} in ${sequence.name}. Next: ${next.name}.`
        : `This was the last form in the ${sequence.name} sequence.`}
    </p>
    {skipped.length > 0 && (
      <Banner tone="info">
        {`Skipped, because ${skipped.length === 1 ? 'it is' : 'they are'} inactive: ${listed(skipped.map(({ name }) => name))}`}
      </Banner>
    )}
  </>
);
