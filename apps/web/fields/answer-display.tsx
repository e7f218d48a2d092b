import { IconDownload } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { FieldTypeName } from '#forms/field-types/field-type.ts';
import { Button } from '#web/ui/button.tsx';
import { formatBytes } from '#web/ui/file-drop.tsx';
import css from './answer-display.module.css';
import type { StoredFile } from './answer-props.ts';

type AnswerDisplayProps = {
  /** The answer as it is stored; null when there is none. */
  value: unknown;
  /** The answer as people read it. */
  text: string;
  onOpenFile?: (file: StoredFile) => void;
};

const TextDisplay = ({ text }: AnswerDisplayProps) => <span className={css.text}>{text}</span>;

const AttachmentDisplay = ({ value, text, onOpenFile }: AnswerDisplayProps) => {
  const file = value as StoredFile;
  if (!onOpenFile) return text;
  return (
    <span className={css.file}>
      <Button size="small" icon={IconDownload} onClick={() => onOpenFile(file)} aria-label={`Download ${text}`}>
        {text}
      </Button>
      <span className={css.size}>{formatBytes(file.size)}</span>
      <span className="print-only">{text}</span>
    </span>
  );
};

const displays: Record<FieldTypeName, ComponentType<AnswerDisplayProps>> = {
  'freeform-short': TextDisplay,
  'freeform-long': TextDisplay,
  number: TextDisplay,
  date: TextDisplay,
  'select-one': TextDisplay,
  'select-many': TextDisplay,
  checkbox: TextDisplay,
  attachment: AttachmentDisplay,
};

/** A stored answer as people read it, by the type of its field; a dash when there is none. */
export const AnswerDisplay = ({ type, ...props }: AnswerDisplayProps & { type: FieldTypeName }) => {
  const Display = displays[type];
  return props.value === null ? <span className={css.blank}>—</span> : <Display {...props} />;
};
