import { useState } from 'react';
import { purposes } from '#contract/kit/purposes.ts';
import { type Consent, consentRoutes } from '#contract/resources/consents.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { write } from '#web/kit/use-record.ts';
import { TextareaField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';

/** Withdraws a consent at once, with who asked for it and why. */
export const WithdrawConsent = ({ consent, onClose }: { consent: Consent; onClose: () => void }) => {
  const [note, setNote] = useState('');
  const { label } = purposes[consent.purpose];
  const withdraw = async () => {
    const { client_id, id } = consent;
    const body = note.trim() ? { withdrawal_note: note.trim() } : {};
    await write(consentRoutes.withdraw, { sent: { params: { client_id, id }, body } });
    toast.success(`Consent withdrawn: ${label}`);
    onClose();
  };
  return (
    <ConfirmWrite title={`Withdraw consent: ${label}`} verb="Withdraw" danger write={withdraw} onClose={onClose}>
      <p>
        This ends the consent immediately, along with this person’s other consents for the same purpose. The record is
        kept.
      </p>
      <TextareaField id="withdrawal_note" label="Withdrawn by, and reason" optional value={note} onChange={setNote} />
    </ConfirmWrite>
  );
};
