import { purposes } from '#contract/kit/purposes.ts';
import { type Consent, consentRoutes } from '#contract/resources/consents.ts';
import { call } from '#web/kit/api.ts';
import { showDate } from '#web/kit/formats.ts';
import { useLoaded } from '#web/kit/queries.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { write } from '#web/kit/use-record.ts';
import { ConflictNote } from '#web/screens/conflict-note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { giverOf, spanOf } from './consent.ts';
import { bodyOf, ConsentDialog, type Corrigible } from './consent-dialog.tsx';
import { useDays } from './use-days.ts';

type Values = Corrigible & { lock_version: number };

const valuesOf = ({ given_by, given_by_name, ends_on, response_id, note, lock_version }: Consent): Values => ({
  given_by,
  given_by_name: given_by_name ?? '',
  ends_on,
  response_id,
  note: note ?? '',
  lock_version,
});

/** Somebody else corrected or withdrew the consent meanwhile: how it stands now, and which of the two to keep. */
const Conflict = ({
  of: { client_id, id },
  form,
  onClose,
}: {
  of: Consent;
  form: Form<Values>;
  onClose: () => void;
}) => {
  const stored = useLoaded(async () => {
    const { data } = await call(consentRoutes.list, { params: { client_id } });
    return data.find((one) => one.id === id) ?? null;
  });
  const close = { label: 'Close', onChoose: onClose };
  return (
    <ConflictNote
      of={stored}
      title={
        !stored.data || stored.data.withdrawn_at
          ? 'This consent was withdrawn while you were correcting it. Your correction wasn’t saved.'
          : 'Someone else corrected this consent. Your changes are still here.'
      }
      theirs={(theirs) =>
        theirs && (
          <p>
            Theirs: {giverOf(theirs)}. {spanOf(theirs)}.{theirs.signed && ` Signed: ${theirs.signed.form.name}.`}
            {theirs.note && ` Note: ${theirs.note}`}
          </p>
        )
      }
      choices={(theirs) =>
        !theirs || theirs.withdrawn_at
          ? [close]
          : [
              {
                label: 'Save mine instead',
                onChoose: () =>
                  void form.submitWith({ ...form.values, lock_version: theirs.lock_version }, valuesOf(theirs)),
              },
              { label: 'Load theirs', onChoose: () => form.reset(valuesOf(theirs)) },
            ]
      }
    />
  );
};

/** Puts right what was recorded of a consent; purpose, words and first day stay. */
export const CorrectConsent = ({ consent, onClose }: { consent: Consent; onClose: () => void }) => {
  const { client_id, id, purpose, begins_on } = consent;
  const { label } = purposes[purpose];
  const { day, refuseUnread } = useDays();
  const form = useForm(
    valuesOf(consent),
    async (values) => {
      refuseUnread();
      const body = { ...bodyOf(values), lock_version: values.lock_version };
      return write(consentRoutes.update, { sent: { params: { client_id, id }, body } });
    },
    {
      saved: () => {
        toast.success(`Consent corrected: ${label}`);
        onClose();
      },
      showsConflict: true,
    },
  );
  return (
    <ConsentDialog
      title={`Correct consent: ${label}`}
      client_id={client_id}
      stored={consent}
      form={form}
      lastDay={day(form, 'ends_on')}
      onClose={onClose}
    >
      {form.conflict && <Conflict of={consent} form={form} onClose={onClose} />}
      <p>
        Given from {showDate(begins_on)}. You can’t change the purpose, wording or first day. If one is wrong, withdraw
        this consent and record a new one.
      </p>
    </ConsentDialog>
  );
};
