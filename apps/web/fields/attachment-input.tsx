import { FileDrop, type FileEntry } from '#web/ui/file-drop.tsx';
import type { AnswerInputProps, StoredFile } from './answer-props.ts';

const isStored = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'file_id' in value;

export const AttachmentInput = ({ frame, value, onChange, progress, onOpenFile }: AnswerInputProps) => {
  const files: FileEntry[] =
    value instanceof File
      ? [{ key: value.name, name: value.name, size: value.size, progress }]
      : isStored(value)
        ? [{ key: value.filename, name: value.filename, size: value.size, onOpen: () => onOpenFile?.(value) }]
        : [];
  return (
    <FileDrop {...frame} camera files={files} onAdd={([file]) => onChange(file)} onRemove={() => onChange(null)} />
  );
};
