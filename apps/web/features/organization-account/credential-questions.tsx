import { useState } from 'react';
import { apiCredentialRoutes, apiKeyMonths } from '#contract/resources/api-credentials.ts';
import { failures } from '#web/kit/failures.ts';
import { useWrite } from '#web/kit/use-record.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Credential } from './credential.ts';

/** Does what was asked for, and closes the question when it failed. */
const useAnswer = (action: () => Promise<void>, onClose: () => void) => {
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      onClose();
      failures.report(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy: isBusy, onConfirm: confirm, onCancel: onClose };
};

/** Asks before a key is replaced by another one. */
export const RotateCredential = ({
  of: { id, name },
  onClose,
  onRotated,
}: {
  of: Credential;
  onClose: () => void;
  onRotated: (rotated: Credential) => void;
}) => {
  const { mutateAsync: rotate } = useWrite(apiCredentialRoutes.rotate);
  const answer = useAnswer(async () => onRotated(await rotate({ sent: { params: { id } } })), onClose);
  return (
    <Confirm opened title={`Rotate the API key of ${name}`} verb="Rotate" {...answer}>
      The present key stops working at once. You see the new one here, once; it works for {apiKeyMonths} months.
    </Confirm>
  );
};

/** Asks before a credential is taken away. */
export const DeleteCredential = ({ of: { id, name }, onClose }: { of: Credential; onClose: () => void }) => {
  const { mutateAsync: remove } = useWrite(apiCredentialRoutes.remove);
  const answer = useAnswer(async () => {
    await remove({ sent: { params: { id } } });
    toast.success(`Deleted API credential ${name}`);
    onClose();
  }, onClose);
  return (
    <Confirm opened title={`Delete API credential ${name}`} verb="Delete" danger {...answer}>
      Its key stops working at once. What it recorded stays, under its name.
    </Confirm>
  );
};
