import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/kit/start-error.ts';

const words: Record<string, string> = {
  ENOSPC: 'the disk is full. Free some space and start again.',
  EDQUOT: 'the disk quota is used up. Free some space and start again.',
  EROFS: 'the file system is read-only. Choose a folder that can be written.',
  EACCES: 'permission is denied. Give the user who starts Hearth the right to write there, or choose another folder.',
  EPERM: 'permission is denied. Give the user who starts Hearth the right to write there, or choose another folder.',
  ENOTDIR: 'a part of that path is a file, not a folder. Choose another folder.',
  ENOENT: 'a folder can’t be created there. Choose another one.',
  EEXIST: 'that path is a file, not a folder. Choose another folder.',
};

/** Runs `work` on files in the data folder; a disk that refuses becomes a StartError that names DATA_DIR and the way out. */
export function onDisk<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = words[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${reason}`, { cause: error });
  }
}

/** Makes the data folder, for its owner only, and proves that it takes a file with content. Throws StartError. */
export function openDataDir(dataDir: string): void {
  onDisk(dataDir, () => {
    makeFolder(dataDir);
    const probe = path.join(dataDir, `.probe-${randomBytes(6).toString('hex')}`);
    try {
      writeWhole(probe, '.'.repeat(8192));
    } finally {
      rmSync(probe, { force: true });
    }
  });
}

/**
 * The random secret kept in `file` (0600), made on first use. Processes that start together get the same one.
 * Throws StartError when the file is empty or the disk refuses.
 */
export function keptSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  const read = () => {
    const secret = readFileSync(file, 'utf8').trim();
    if (!secret)
      throw new StartError(`${file} is empty. Put back the secret that it held, or delete the file to make a new one.`);
    return secret;
  };
  return onDisk(dataDir, () => {
    try {
      return read();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      writeWhole(draft, randomBytes(32).toString('hex'));
      // A link, unlike a rename, never replaces what another process put there first.
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return read();
  });
}

/** Node's own recursive mkdir never returns where the system forbids new folders, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process that starts with this one may have been quicker.
    if (!existsSync(folder)) throw error;
  }
}

function writeWhole(file: string, content: string): void {
  const open = openSync(file, 'wx', 0o600);
  try {
    writeSync(open, content);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}
