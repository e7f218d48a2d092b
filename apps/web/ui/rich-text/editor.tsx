import { DOMParser } from '@tiptap/pm/model';
import { EditorContent, getSchema, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import markdown from '../markdown.module.css';
import { sanitized, sanitizedPaste } from '../markdown.tsx';
import { htmlOf, isLink } from '../markdown-text.ts';
import type { EditorProps } from './editor-props.ts';
import css from './rich-text.module.css';
import { toMarkdown } from './to-markdown.ts';
import { Toolbar } from './toolbar.tsx';

const extensions = [
  StarterKit.configure({
    // What markdown does not know, or what would change a text that is only opened.
    strike: false,
    underline: false,
    trailingNode: false,
    heading: { levels: [2, 3, 4, 5, 6] },
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isLink },
  }),
];

// The editor reads what is shown elsewhere: what is stored means the same in both places.
const parser = DOMParser.fromSchema(getSchema(extensions));
const contentOf = (value: string) => parser.parse(sanitized(htmlOf(value))).toJSON();

/** The text with its formatting, and the tools for it above. Tab leaves it; Shift+Tab leads to the tools. */
export const RichTextEditor = ({ control, label, labelId, value, onChange, inserting }: EditorProps) => {
  const known = useRef(value);
  const [start] = useState(() => contentOf(value));
  const wasIn = useRef(false);
  const isFixed = Boolean(control.disabled || control.readOnly);
  const attributes = {
    id: control.id,
    class: `${markdown.markdown} ${css.text}`,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(control['aria-describedby'] && { 'aria-describedby': control['aria-describedby'] }),
    ...(control['aria-invalid'] && { 'aria-invalid': 'true' }),
    ...(control['aria-required'] && { 'aria-required': 'true' }),
    ...(isFixed && { 'aria-readonly': 'true' }),
  };
  const editor = useEditor({
    extensions,
    content: start,
    // Its few rules stand in our own stylesheet, which the page's policy lets through.
    injectCSS: false,
    editorProps: {
      attributes,
      transformPastedHTML: sanitizedPaste,
      // Lists would take Tab to indent, and who works by keys could not leave.
      handleDOMEvents: { keydown: (_, event) => event.key === 'Tab' },
    },
    onFocus: () => {
      wasIn.current = true;
    },
    onUpdate: ({ editor: changed }) => {
      const written = toMarkdown(changed.getJSON());
      if (written === known.current) return;
      known.current = written;
      onChange(written);
    },
  });

  useEffect(() => {
    editor.setEditable(!isFixed, false);
  }, [editor, isFixed]);

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(contentOf(value), { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    if (!inserting) return;
    inserting.current = (words) => {
      // Whoever has not been in the text yet goes on at its end.
      editor.commands.focus(wasIn.current ? null : 'end');
      const { from } = editor.state.selection;
      const isAfterWord = /\S$/.test(editor.state.doc.textBetween(Math.max(0, from - 1), from, '\n'));
      editor.commands.insertContent({ type: 'text', text: isAfterWord ? ` ${words}` : words });
    };
    return () => {
      inserting.current = null;
    };
  }, [editor, inserting]);

  useEffect(() => {
    const name = document.getElementById(labelId);
    const focus = () => editor.commands.focus();
    name?.addEventListener('click', focus);
    return () => name?.removeEventListener('click', focus);
  }, [editor, labelId]);

  return (
    <div className={css.box} data-invalid={control['aria-invalid'] || undefined} data-fixed={isFixed || undefined}>
      {!isFixed && <Toolbar editor={editor} label={label} textId={control.id} />}
      <EditorContent editor={editor} />
    </div>
  );
};
