import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A kept mail as its reader would see it, ready for JSON. */
export type OutboxMessage = {
  id: string;
  message_id: string;
  from: string;
  to: string;
  subject: string;
  sent_at: string;
  text: string;
  html: string;
};

/** Keeps a composed mail under its id; one that was kept before is replaced. */
export async function keepInOutbox(dataDir: string, id: string, message: Buffer): Promise<void> {
  const folder = join(dataDir, 'outbox');
  const incoming = join(folder, `${randomUUID()}.part`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(incoming, message, { mode: 0o600 });
  await rename(incoming, join(folder, `${id}.eml`));
}

/** The newest kept mails, newest first, at most `limit`. */
export async function listOutbox(dataDir: string, limit = 100): Promise<OutboxMessage[]> {
  const folder = join(dataDir, 'outbox');
  const names = (await unlessMissing(() => readdir(folder))) ?? [];
  const kept = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => ({ id: name.slice(0, -4), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const newest = kept.sort((a, b) => b.at - a.at).slice(0, limit);
  const messages = await Promise.all(newest.map(({ id }) => readOutbox(dataDir, id)));
  return messages.filter((message) => message !== null);
}

/** One kept mail, or null when there is none with this id. */
export async function readOutbox(dataDir: string, id: string): Promise<OutboxMessage | null> {
  if (!/^[\w.-]+$/.test(id)) return null;
  const raw = await unlessMissing(() => readFile(join(dataDir, 'outbox', `${id}.eml`)));
  if (!raw) return null;
  const { default: PostalMime } = await import('postal-mime');
  const { from, to, subject, date, text, html, messageId } = await PostalMime.parse(raw);
  return {
    id,
    message_id: messageId ?? '',
    from: from?.address ?? '',
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    sent_at: date ?? '',
    text: text ?? '',
    html: html ?? '',
  };
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
