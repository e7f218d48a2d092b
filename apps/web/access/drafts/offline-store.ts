import { connection } from '#web/kit/connection.ts';

/** A secret that the server gives to the person who is signed in; it is kept in memory alone. */
export type DeviceSecret = { id: number; secret: string };

/** A draft as it lies on the device: of whom is readable, all else is not. */
type Box = { key: string; owner: string; secret_id: number; nonce: Uint8Array; sealed: ArrayBuffer; kept_at: number };

const name = 'hearth.drafts';
const store = 'drafts';
/** As long as the server keeps them. */
const keptFor = 30 * 24 * 60 * 60 * 1000;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** The database is opened for each piece of work and closed again, so that no other tab waits for this one. */
const inStore = async <T>(mode: IDBTransactionMode, work: (drafts: IDBObjectStore) => Promise<T>): Promise<T> => {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore(store, { keyPath: 'key' }).createIndex('owner', 'owner');
  const database = await settled(opening);
  try {
    const transaction = database.transaction(store, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await work(transaction.objectStore(store));
    await done;
    return result;
  } finally {
    database.close();
  }
};

const aesKey = ({ secret }: DeviceSecret): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(secret), (one) => one.charCodeAt(0)),
    'AES-GCM',
    false,
    ['encrypt', 'decrypt'],
  );

/** What the content belongs to: it opens with nothing else. */
const placeOf = ({ key, owner }: Pick<Box, 'key' | 'owner'>) => new TextEncoder().encode(`${owner} ${key}`);

/** The drafts of one person in one organization that this device keeps while the server cannot be reached. */
export const offlineStore = (owner: string) => ({
  /** Whether anything of theirs lies here. */
  isEmpty: (): Promise<boolean> =>
    inStore('readonly', async (drafts) => (await settled(drafts.index('owner').count(owner))) === 0),

  /** Encrypts a text and keeps it. Rejects when there is no room. */
  put: async (key: string, secret: DeviceSecret, text: string): Promise<void> => {
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const algorithm = { name: 'AES-GCM', iv: nonce, additionalData: placeOf({ key, owner }) };
    const sealed = await crypto.subtle.encrypt(algorithm, await aesKey(secret), new TextEncoder().encode(text));
    const box: Box = { key, owner, secret_id: secret.id, nonce, sealed, kept_at: Date.now() };
    await inStore('readwrite', (drafts) => settled(drafts.put(box)));
  },

  /** What lies here, decrypted. What no secret opens is left out; what is too old is gone. */
  open: async (secrets: readonly DeviceSecret[]): Promise<{ key: string; text: string }[]> => {
    const boxes = (await inStore('readonly', (drafts) => settled(drafts.index('owner').getAll(owner)))) as Box[];
    const opened: { key: string; text: string }[] = [];
    for (const { key, secret_id, nonce, sealed, kept_at } of boxes) {
      const secret = secrets.find(({ id }) => id === secret_id);
      if (kept_at < Date.now() - keptFor) await offlineStore(owner).remove(key);
      else if (secret) {
        const algorithm = { name: 'AES-GCM', iv: new Uint8Array(nonce), additionalData: placeOf({ key, owner }) };
        const text = await crypto.subtle.decrypt(algorithm, await aesKey(secret), sealed).catch(() => null);
        if (text) opened.push({ key, text: new TextDecoder().decode(text) });
      }
    }
    return opened;
  },

  remove: (key: string): Promise<void> =>
    inStore('readwrite', async (drafts) => void (await settled(drafts.delete(key)))),

  /** Takes away all that is theirs. */
  clear: (): Promise<void> =>
    inStore('readwrite', async (drafts) => {
      for (const key of await settled(drafts.index('owner').getAllKeys(owner))) drafts.delete(key);
    }),
});

/** Whose drafts this page has kept on the device, if any: at sign-out they go, without asking who it was. */
let owner: string | null = null;

/** The box of the person who is signed in. */
export const ownStore = (user_id: number) => {
  owner = `${connection().organization} ${user_id}`;
  return offlineStore(owner);
};

/** Somebody signed out: nothing of theirs stays on the device. */
export const clearOwnStore = async (): Promise<void> => {
  if (owner !== null)
    await offlineStore(owner)
      .clear()
      .catch(() => {});
  owner = null;
};
