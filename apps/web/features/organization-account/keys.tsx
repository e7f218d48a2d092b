import { IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Credential } from './credential.ts';
import css from './keys.module.css';

/** The secrets of a credential, in the one moment in which they are known. */
export const Keys = ({ of, onClose }: { of: Credential; onClose: () => void }) => {
  const zone = useZone();
  const { name, api_key, private_key, public_key, expires_at } = of;
  const both = api_key !== null && private_key !== null;
  return (
    <Dialog
      opened
      dirty
      width={720}
      title={`${both ? 'Keys' : 'New API key'} of ${name}`}
      onClose={onClose}
      foot={
        <Button tone="filled" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={css.keys}>
        <Banner>
          Copy {both ? 'the API key and the private key' : 'the key'} now. When this window is closed,{' '}
          {both ? 'they are' : 'it is'} hidden for good: nobody can show {both ? 'them' : 'it'} again.
        </Banner>
        {api_key && (
          <Key
            label="API key"
            help={`Sent with each call, as “Authorization: Bearer …”. It works until ${showDateTime(expires_at, zone)}.`}
            value={api_key}
          />
        )}
        {private_key && (
          <Key
            label="Private key"
            help="Signs the request for another API key, and proves that a message came from here."
            value={private_key}
          />
        )}
        <Key label="Public key" help="Names the credential. It is no secret." value={public_key} />
      </div>
    </Dialog>
  );
};

const Key = ({ label, help, value }: { label: string; help: string; value: string }) => {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(`${label} copied`);
    } catch {
      // Not every browser lets a page write there: the key is then ready for the person's own copying.
      const input = document.getElementById(id) as HTMLInputElement;
      input.focus();
      input.select();
    }
  };
  return (
    <div className={css.key}>
      <TextField
        id={id}
        label={label}
        help={help}
        mono
        readOnly
        value={value}
        onChange={() => undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon={IconCopy} onClick={copy} aria-label={`Copy ${label}`}>
        Copy
      </Button>
    </div>
  );
};
