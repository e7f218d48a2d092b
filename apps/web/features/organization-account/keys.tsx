import { useZone } from '#web/access/account.tsx';
import { showDateTime } from '#web/kit/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Credential } from './credential.ts';
import { Key, KeysDialog } from './key.tsx';
import { TestKey } from './test-key.tsx';

/** The secrets of a credential, in the one moment in which they are known. */
export const Keys = ({ of, onClose }: { of: Credential; onClose: () => void }) => {
  const zone = useZone();
  const { name, api_key, private_key, public_key, expires_at, permission_group } = of;
  const both = api_key !== null && private_key !== null;
  return (
    <KeysDialog title={`${both ? 'Keys' : 'New API key'} of ${name}`} onClose={onClose}>
      <Banner>
        Copy {both ? 'the API key and the private key' : 'the key'} now. You won’t see {both ? 'them' : 'it'} again
        after you close this window.
      </Banner>
      {api_key && (
        <Key
          label="API key"
          help={`Send it with each call. It works until ${showDateTime(expires_at, zone)}.`}
          value={api_key}
        />
      )}
      {private_key && (
        <Key label="Private key" help="Your program uses it to sign requests for a new API key." value={private_key} />
      )}
      <Key label="Public key" help="Identifies the credential in those requests. It isn’t secret." value={public_key} />
      {api_key && <TestKey apiKey={api_key} group={permission_group.name} />}
    </KeysDialog>
  );
};
