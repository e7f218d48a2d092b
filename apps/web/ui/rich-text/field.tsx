import { lazy, Suspense } from 'react';
import { FieldFrame, type FieldProps } from '../field-frame.tsx';
import { fieldParts } from '../field-parts.ts';
import { SkeletonBlock } from '../skeleton.tsx';
import css from './rich-text.module.css';

// Without the editor the same text is written as markdown by hand.
const Editor = lazy(() =>
  import('./editor.tsx').then(
    ({ RichTextEditor }) => ({ default: RichTextEditor }),
    async () => ({ default: (await import('./plain-editor.tsx')).PlainEditor }),
  ),
);

export type RichTextFieldProps = FieldProps & {
  /** Markdown; HTML in it is text. */
  value: string;
  onChange: (markdown: string) => void;
};

/** Several lines of text with formatting: bold, italic, headings, lists and links. The editor is loaded when it is shown. */
export function RichTextField({ value, onChange, ...props }: RichTextFieldProps) {
  const { field } = fieldParts(props);
  return (
    <FieldFrame field={field}>
      {(control, labelId) => (
        <Suspense
          fallback={
            <div className={css.loading} aria-busy>
              <SkeletonBlock width="60%" />
            </div>
          }
        >
          <Editor control={control} label={field.label} labelId={labelId} value={value} onChange={onChange} />
        </Suspense>
      )}
    </FieldFrame>
  );
}
