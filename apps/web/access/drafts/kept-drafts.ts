import { draftRoutes } from '#contract/resources/drafts.ts';
import { ApiError, call } from '#web/kit/api.ts';
import { session } from '../session.ts';
import type { ChosenFile } from './draft-files.ts';
import { stopKeeping } from './draft-sync.ts';
import { clearOwnStore, type DeviceSecret, ownStore } from './offline-store.ts';

/** A draft as it is sent: where it belongs, and what was typed. */
export type DraftToSend = {
  key: string;
  subject: string;
  content: string;
  revision: number;
  replaces?: string | undefined;
  removes?: number[];
};

/** Sends a draft. Answers when the server took it; null when there was an end of it. */
export const sendDraft = async (
  { key, replaces, ...typed }: DraftToSend,
  more: { keepalive?: boolean; background?: boolean; signal?: AbortSignal } = {},
): Promise<string | null> => {
  const body = { ...typed, ...(replaces ? { replaces } : {}) };
  return (await call(draftRoutes.save, { params: { key }, body }, more)).saved_at;
};

/** Sends a file to a draft and answers its id there. */
export const bringFile = async (key: string, file: File, idempotencyKey: string): Promise<number> => {
  const sent = { params: { key }, files: { file } };
  return (await call(draftRoutes.addFile, sent, { background: true, idempotencyKey })).id;
};

/** The files that the content of a draft names. */
export const chosenIn = (content: string): ChosenFile[] =>
  (JSON.parse(content) as { chosen?: ChosenFile[] }).chosen ?? [];

/**
 * Fetches the files that a draft names; null for one that the server does not have. Throws ApiError when it can't answer
 * now: the files are still there.
 */
export const draftFiles = (key: string, content: string): Promise<(File | null)[]> =>
  Promise.all(
    chosenIn(content).map(async ({ name, type, id }) => {
      if (id === undefined) return null;
      const asked = call(draftRoutes.file, { params: { key, id } }, { background: true });
      return asked.then(
        (content) => new File([content], name, { type }),
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        },
      );
    }),
  );

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
  return ownStore(user_id)
    .put(draft.key, secret, JSON.stringify(draft))
    .then(
      () => null,
      () => 'no room' as const,
    );
};

/** Sends what this device kept while the server could not be reached, and then keeps it no longer. */
export const sendKept = async (user_id: number): Promise<void> => {
  const box = ownStore(user_id);
  // A browser that keeps nothing has kept nothing.
  if (await box.isEmpty().catch(() => true)) return;
  for (const { key, text } of await box.open(await deviceSecrets(user_id))) {
    // One that the server refuses stays, and holds up no other.
    const sent = sendDraft(JSON.parse(text) as DraftToSend, { background: true });
    await sent.then(() => box.remove(key)).catch(() => {});
  }
};

// Nothing of what one person typed stays for the next: not on the page, and after signing out not on the device.
session.subscribe(() => {
  if (!session.isOver()) return;
  stopKeeping();
  secrets = null;
  if (session.ending() === 'signed out') void clearOwnStore();
});
