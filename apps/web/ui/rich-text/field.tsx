import { FieldFrame, type FieldProps } from '../field-frame.tsx';
import { fieldParts } from '../field-parts.ts';
import { part } from '../part.tsx';
import { SkeletonBlock } from '../skeleton.tsx';
import type { EditorProps } from './editor-props.ts';
import { PlainEditor } from './plain-editor.tsx';
import css from './rich-text.module.css';

const Editor = part<EditorProps>(async () => (await import('./editor.tsx')).RichTextEditor, {
  waiting: () => (
    <div className={css.loading} aria-busy>
      <SkeletonBlock width="60%" />
    </div>
  ),
  // Without the editor the same text is written as markdown by hand.
  failed: (props) => <PlainEditor {...props} />,
});

export type RichTextFieldProps = FieldProps & {
  /** Markdown; HTML in it is text. */
  value: string;
  onChange: (markdown: string) => void;
} & Pick<EditorProps, 'inserting'>;

/** Several lines of text with formatting: bold, italic, headings, lists and links. The editor is loaded when it is shown. */
export function RichTextField({ value, onChange, inserting, ...props }: RichTextFieldProps) {
  const { field } = fieldParts(props);
  return (
    <FieldFrame field={field}>
      {(control, labelId) => (
        <Editor
          control={control}
          label={field.label}
          labelId={labelId}
          value={value}
          onChange={onChange}
          inserting={inserting}
        />
      )}
    </FieldFrame>
  );
}
