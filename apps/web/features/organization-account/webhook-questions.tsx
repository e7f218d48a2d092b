import { secretOverlap, webhookRoutes } from '#contract/resources/webhooks.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { Key, KeysDialog } from './key.tsx';
import type { Webhook } from './webhook.ts';

type QuestionProps = { of: Webhook; onClose: () => void };

/** Asks before a secret is replaced by another one. */
export const RotateSecret = ({ of, onClose, onRotated }: QuestionProps & { onRotated: (rotated: Webhook) => void }) => {
  const { mutateAsync } = useWrite(webhookRoutes.rotate);
  return (
    <ConfirmWrite
      title={`Rotate the secret of ${of.name}`}
      verb="Rotate"
      write={async () => onRotated(await mutateAsync({ sent: { params: { id: of.id } } }))}
      onClose={onClose}
    >
      <p>
        You’ll see the new secret once. For {secretOverlap} hours messages are signed with both secrets, so you have
        time to update your program. Then the current secret stops working.
      </p>
    </ConfirmWrite>
  );
};

/** Asks before a webhook is taken away. */
export const DeleteWebhook = ({ of, onClose }: QuestionProps) => {
  const { mutateAsync } = useWrite(webhookRoutes.remove);
  return (
    <DeleteQuestion
      what="webhook"
      name={of.name}
      remove={() => mutateAsync({ sent: { params: { id: of.id } } })}
      onClose={onClose}
    >
      <p>It sends nothing more, and its log is deleted too.</p>
    </DeleteQuestion>
  );
};

/** Asks before a webhook is switched off, or on again. */
export const SwitchWebhook = ({ of, onClose }: QuestionProps) => {
  const { mutateAsync } = useWrite(webhookRoutes.update);
  const verb = of.active ? 'Turn off' : 'Turn on';
  return (
    <ConfirmWrite
      title={`${verb} webhook ${of.name}`}
      verb={verb}
      write={async () => {
        const body = { active: !of.active, lock_version: of.lock_version };
        await mutateAsync({ sent: { params: { id: of.id }, body } });
        toast.success(`Webhook ${of.name} is ${of.active ? 'off' : 'on'}`);
        onClose();
      }}
      onClose={onClose}
    >
      {of.active ? (
        <p>Waiting deliveries fail. Changes made while it’s off aren’t sent.</p>
      ) : (
        <p>It sends changes from now on. You can retry failed deliveries from its log.</p>
      )}
    </ConfirmWrite>
  );
};

/** The secret of a webhook, in the one moment in which it is shown. */
export const Secret = ({ of: { name, secret }, onClose }: QuestionProps) => (
  <KeysDialog title={`Secret of ${name}`} onClose={onClose}>
    <Banner>Copy the secret now. You won’t see it again after you close this window.</Banner>
    <Key
      label="Secret"
      help="Your program uses it to check the webhook-signature header of each message."
      value={secret ?? ''}
    />
  </KeysDialog>
);
