import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileMissing } from './errors.ts';
import { onDisk } from './spool.ts';
import type { Store } from './store.ts';

/** Keeps files in folders of the local disk, fanned out by the first four digits of the key. */
export function openDisk(root: string): Store {
  const pathOf = (key: string) => join(root, key.slice(0, 2), key.slice(2, 4), key);
  return {
    async keep(key, spooled) {
      const path = pathOf(key);
      await onDisk(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(spooled.path, path);
        // The name must outlive a power cut too, and with it the folders that may be new.
        for (const folder of [dirname(path), dirname(dirname(path)), root]) await syncFolder(folder);
      });
    },
    async get(key) {
      const file = await unlessMissing(() => open(pathOf(key)));
      if (!file) throw new FileMissing(`No file is stored under ${key}.`);
      return file.createReadStream();
    },
    remove: (key) => onDisk(() => rm(pathOf(key), { force: true })),
    async exists(key) {
      return (await unlessMissing(() => access(pathOf(key)).then(() => true))) ?? false;
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  return onDisk(() =>
    work().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  );
}
