import { FileDrop } from '#web/ui/file-drop.tsx';
import type { AnswerInputProps, StoredFile } from './answer-props.ts';

type AttachedFile = File | StoredFile;

const isChosen = (value: unknown): value is AttachedFile =>
  value instanceof File || (typeof value === 'object' && value !== null && 'file_id' in value);

/** One file stands for itself, several are a list. */
const answerOf = (files: AttachedFile[]) => (files.length > 1 ? files : (files[0] ?? null));

export const AttachmentInput = ({ frame, value, onChange, progress, onOpenFile }: AnswerInputProps) => {
  const files = (Array.isArray(value) ? value : [value]).filter(isChosen);
  return (
    <FileDrop
      {...frame}
      camera
      multiple
      files={files.map((file, index) =>
        file instanceof File
          ? { key: `${index} ${file.name}`, name: file.name, size: file.size, progress }
          : {
              key: `${index} ${file.filename}`,
              name: file.filename,
              size: file.size,
              onOpen: () => onOpenFile?.(file),
            },
      )}
      onAdd={(added) => onChange(answerOf([...files, ...added]))}
      onRemove={(key) => onChange(answerOf(files.filter((_, index) => !key.startsWith(`${index} `))))}
    />
  );
};
