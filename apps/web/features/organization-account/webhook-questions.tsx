import { secretOverlap, webhookRoutes } from '#contract/resources/webhooks.ts';
import { ConfirmWrite } from '#web/access/confirm-write.tsx';
import { useWrite } from '#web/kit/use-record.ts';
import { Banner } from '#web/ui/banner.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DeleteQuestion } from './delete-question.tsx';
import { Key, KeysDialog } from './key.tsx';
import type { Webhook } from './webhook.ts';

type Asking = { of: Webhook; onClose: () => void };

/** Asks before a secret is replaced by another one. */
export const RotateSecret = ({ of, onClose, onRotated }: Asking & { onRotated: (rotated: Webhook) => void }) => {
  const { mutateAsync } = useWrite(webhookRoutes.rotate);
  return (
    <ConfirmWrite
      title={`Replace the secret of ${of.name}`}
      verb="Replace"
      write={async () => onRotated(await mutateAsync({ sent: { params: { id: of.id } } }))}
      onClose={onClose}
    >
      <p>
        You see the new secret here, once. For {secretOverlap} hours messages are signed with both, so that the program
        can be changed meanwhile; after that the present one counts no more.
      </p>
    </ConfirmWrite>
  );
};

/** Asks before a webhook is taken away. */
export const DeleteWebhook = ({ of, onClose }: Asking) => {
  const { mutateAsync } = useWrite(webhookRoutes.remove);
  return (
    <DeleteQuestion
      what="webhook"
      name={of.name}
      remove={() => mutateAsync({ sent: { params: { id: of.id } } })}
      onClose={onClose}
    >
      <p>Nothing more is sent to it, and its log goes with it.</p>
    </DeleteQuestion>
  );
};

/** Asks before a webhook is switched off, or on again. */
export const SwitchWebhook = ({ of, onClose }: Asking) => {
  const { mutateAsync } = useWrite(webhookRoutes.update);
  const verb = of.active ? 'Switch off' : 'Switch on';
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
        <p>What waits to be sent is not sent, nor is what happens while it is off.</p>
      ) : (
        <p>It is told what happens from now on. What it missed can be sent again from its log.</p>
      )}
    </ConfirmWrite>
  );
};

/** The secret of a webhook, in the one moment in which it is shown. */
export const Secret = ({ of: { name, secret }, onClose }: Asking) => (
  <KeysDialog title={`Secret of ${name}`} onClose={onClose}>
    <Banner>Copy the secret now. When this window is closed, it is hidden for good: nobody can show it again.</Banner>
    <Key
      label="Secret"
      help="With it the program checks that a message came from here: by the header webhook-signature."
      value={secret ?? ''}
    />
  </KeysDialog>
);
