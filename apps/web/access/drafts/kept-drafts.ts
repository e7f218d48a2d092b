import { draftRoutes } from '#contract/resources/drafts.ts';
import { call } from '#web/kit/api.ts';
import { clearOwnBox, type DeviceSecret, ownBox } from './device-box.ts';
import { stopKeeping } from './keeper.ts';

/** A draft as it is sent: where it belongs, and what was typed. */
export type DraftToSend = {
  key: string;
  subject: string;
  content: string;
  revision: number;
  replaces?: string | undefined;
};

/** Sends a draft. Answers when the server took it; null when there was an end of it. */
export const sendDraft = async (
  { key, replaces, ...typed }: DraftToSend,
  more: { keepalive?: boolean; background?: boolean; signal?: AbortSignal } = {},
): Promise<string | null> => {
  const body = { ...typed, ...(replaces ? { replaces } : {}) };
  return (await call(draftRoutes.save, { params: { key }, body }, more)).saved_at;
};

let secrets: { user_id: number; given: Promise<DeviceSecret[]> } | null = null;

/** The secrets for this device, asked for once: they must be here before the connection goes. */
export const deviceSecrets = (user_id: number): Promise<DeviceSecret[]> => {
  if (secrets?.user_id === user_id) return secrets.given;
  const given = call(draftRoutes.deviceSecrets, {}, { background: true }).then(({ data }) => data);
  given.catch(() => {
    secrets = null;
  });
  secrets = { user_id, given };
  return given;
};

/** Keeps a draft on this device. Answers why it could not. */
export const keepOnDevice = async (user_id: number, draft: DraftToSend): Promise<'no room' | 'no key' | null> => {
  const [secret] = await deviceSecrets(user_id).catch(() => []);
  // Where the page does not come over TLS the browser encrypts nothing.
  if (!secret || !globalThis.crypto.subtle) return 'no key';
  return ownBox(user_id)
    .put(draft.key, secret, JSON.stringify(draft))
    .then(
      () => null,
      () => 'no room' as const,
    );
};

/** Sends what this device kept while the server could not be reached, and then keeps it no longer. */
export const sendKept = async (user_id: number): Promise<void> => {
  const box = ownBox(user_id);
  // A browser that keeps nothing has kept nothing.
  if (await box.isEmpty().catch(() => true)) return;
  for (const { key, text } of await box.open(await deviceSecrets(user_id))) {
    // One that the server refuses stays, and holds up no other.
    const sent = sendDraft(JSON.parse(text) as DraftToSend, { background: true });
    await sent.then(() => box.remove(key)).catch(() => {});
  }
};

/** Nothing of what one person typed stays for the next: not on the page, and after signing out not on the device. */
export const forgetDrafts = (isSignedOut: boolean): void => {
  stopKeeping();
  secrets = null;
  if (isSignedOut) void clearOwnBox();
};
