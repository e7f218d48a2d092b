import { Textarea } from '../input.tsx';
import type { EditorProps } from './editor-props.ts';

/** The markdown itself, for when the editor cannot be loaded. */
export const PlainEditor = ({ control, value, onChange }: EditorProps) => (
  <Textarea {...control} rows={6} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
);
