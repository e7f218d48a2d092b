import { apiCredentialRoutes, apiKeyMonths } from '#contract/resources/api-credentials.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { useWrite } from '#web/kit/use-record.ts';
import type { Credential } from './credential.ts';
import { DeleteQuestion } from './delete-question.tsx';

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
  return (
    <ConfirmWrite
      title={`Rotate the API key of ${name}`}
      verb="Rotate"
      write={async () => onRotated(await rotate({ sent: { params: { id } } }))}
      onClose={onClose}
    >
      <p>
        The current key stops working immediately. You’ll see the new key once, and it works for {apiKeyMonths} months.
      </p>
    </ConfirmWrite>
  );
};

/** Asks before a credential is taken away. */
export const DeleteCredential = ({ of: { id, name }, onClose }: { of: Credential; onClose: () => void }) => {
  const { mutateAsync: remove } = useWrite(apiCredentialRoutes.remove);
  return (
    <DeleteQuestion
      what="API credential"
      name={name}
      remove={() => remove({ sent: { params: { id } } })}
      onClose={onClose}
    >
      <p>Its key stops working immediately. Everything the program recorded is kept.</p>
    </DeleteQuestion>
  );
};
