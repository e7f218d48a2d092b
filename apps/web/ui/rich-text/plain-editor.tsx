import { useEffect } from 'react';
import { Textarea } from '../input.tsx';
import { insertAt } from '../insert-at.ts';
import type { EditorProps } from './editor-props.ts';

/** The markdown itself, for when the editor cannot be loaded. */
export const PlainEditor = ({ control, value, onChange, inserting }: EditorProps) => {
  useEffect(() => {
    if (!inserting) return;
    inserting.current = (words) => insertAt(document.getElementById(control.id ?? ''), words, onChange);
    return () => {
      inserting.current = null;
    };
  }, [control.id, inserting, onChange]);
  return <Textarea {...control} rows={6} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
};
