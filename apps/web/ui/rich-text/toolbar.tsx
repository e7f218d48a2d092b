import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../button.tsx';
import type { IconType } from '../icon.tsx';
import { LinkRow } from './link-row.tsx';
import css from './rich-text.module.css';

type Tool = { label: string; icon: IconType; isOn?: boolean; isOff?: boolean; run: () => void };

/** The tools of the editor: one Tab stop, arrow keys between them. */
export const Toolbar = ({ editor, label, textId }: { editor: Editor; label: string; textId: string }) => {
  const [at, setAt] = useState(0);
  const [isLinking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      bold: one.isActive('bold'),
      italic: one.isActive('italic'),
      heading: one.isActive('heading'),
      bullets: one.isActive('bulletList'),
      numbers: one.isActive('orderedList'),
      link: one.isActive('link'),
      canUndo: one.can().undo(),
      canRedo: one.can().redo(),
    }),
  });
  const edit = () => editor.chain().focus();
  const heading = () => {
    const level = editor.getAttributes('heading').level ?? 2;
    edit().toggleHeading({ level }).run();
  };
  const tools: Tool[] = [
    { label: 'Bold', icon: IconBold, isOn: state.bold, run: () => edit().toggleBold().run() },
    { label: 'Italic', icon: IconItalic, isOn: state.italic, run: () => edit().toggleItalic().run() },
    { label: 'Heading', icon: IconHeading, isOn: state.heading, run: heading },
    { label: 'Bullet list', icon: IconList, isOn: state.bullets, run: () => edit().toggleBulletList().run() },
    { label: 'Numbered list', icon: IconListNumbers, isOn: state.numbers, run: () => edit().toggleOrderedList().run() },
    { label: 'Link', icon: IconLink, isOn: state.link, run: () => setLinking(true) },
    { label: 'Undo', icon: IconArrowBackUp, isOff: !state.canUndo, run: () => edit().undo().run() },
    { label: 'Redo', icon: IconArrowForwardUp, isOff: !state.canRedo, run: () => edit().redo().run() },
  ];
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = {
      ArrowRight: (at + 1) % tools.length,
      ArrowLeft: (at + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div
        role="toolbar"
        aria-label={`Formatting of ${label}`}
        aria-controls={textId}
        className={css.tools}
        onKeyDown={move}
      >
        {tools.map(({ label: name, icon, isOn, isOff, run }, index) => (
          <IconButton
            key={name}
            label={name}
            icon={icon}
            size="small"
            tabIndex={index === at ? 0 : -1}
            aria-pressed={isOn}
            aria-disabled={isOff || undefined}
            onFocus={() => setAt(index)}
            // The selection in the text stays while a tool is pressed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => !isOff && run()}
          />
        ))}
      </div>
      {isLinking && <LinkRow editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
};
