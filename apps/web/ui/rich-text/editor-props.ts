import type { Control } from '../field-frame.tsx';

export type EditorProps = {
  control: Control;
  label: string;
  labelId: string;
  value: string;
  onChange: (markdown: string) => void;
};
