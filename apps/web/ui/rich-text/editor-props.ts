import type { RefObject } from 'react';
import type { Control } from '../field-frame.tsx';

export type EditorProps = {
  control: Control;
  label: string;
  labelId: string;
  value: string;
  onChange: (markdown: string) => void;
  /** Is given what puts words where the caret is, or was last. */
  inserting?: RefObject<((words: string) => void) | null> | undefined;
};
