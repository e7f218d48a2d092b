import { problems } from '#contract/problems.ts';
import { filesOf } from '#forms/field-types/attachment.ts';

/** The most that the server takes of one file, in bytes. */
const maxFileSize = 25 * 1024 * 1024;

const chosen = (value: unknown): File[] => [value].flat().filter((one): one is File => one instanceof File);

/** Whether an answer holds a file that was chosen here and is not stored yet. */
export const holdsFiles = (value: unknown): boolean => chosen(value).length > 0;

const asStored = (file: File) => ({
  file_id: 1,
  filename: file.name,
  content_type: file.type || 'application/octet-stream',
  size: file.size,
  url: '/',
});

/** An answer as the rules know it: files that were just chosen look like stored ones. */
export const checkable = (value: unknown): unknown => {
  if (value instanceof File) return asStored(value);
  if (!Array.isArray(value) || !holdsFiles(value)) return value;
  return value.map((one) => (one instanceof File ? asStored(one) : one));
};

/** An answer as it is sent: the stored files that stay, and apart from it the files that are new. */
export const parted = (value: unknown): { value: unknown; files: File[] } => {
  const files = chosen(value);
  if (files.length === 0) return { value, files };
  const kept = filesOf(value).filter((one) => !(one instanceof File));
  return { value: kept.length > 0 ? kept : null, files };
};

/** What is wrong with an answer that the rules for stored answers cannot know. */
export const problemHere = (value: unknown): string | null => {
  if (chosen(value).some(({ size }) => size > maxFileSize)) return problems.too_large.message;
  if (Array.isArray(value) && value.includes('')) return 'Enter the other answer, or uncheck Other';
  return null;
};
