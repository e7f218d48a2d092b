import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import layout from '../layout.module.css';
import { isLink } from '../markdown-text.ts';
import { TextField } from '../text-field.tsx';
import css from './rich-text.module.css';

/** An address as it may be written into a link: what has no scheme is taken for a page or an email address. */
const complete = (typed: string): string => {
  const address = typed.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
};

// The dialog around it would take Escape for itself.
const keepsEscape = { 'data-mantine-stop-propagation': 'true' };

/** Asks where a link leads, under the tools. */
export const LinkRow = ({ editor, onClose }: { editor: Editor; onClose: () => void }) => {
  const id = useId();
  const row = useRef<HTMLFieldSetElement>(null);
  const before: string = editor.getAttributes('link').href ?? '';
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => row.current?.querySelector('input')?.select(), []);

  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = () => {
    const href = complete(typed);
    if (!typed.trim() || !isLink(href)) {
      setError('Enter an address that begins with https://, http:// or mailto:');
      return;
    }
    const edit = editor.chain().focus();
    if (editor.state.selection.empty && !before)
      edit
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .unsetMark('link');
    else edit.extendMarkRange('link').setLink({ href });
    edit.run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // The form around it is not what is meant.
      event.preventDefault();
      apply();
    }
  };
  return (
    <fieldset ref={row} aria-label="Link" className={css.link} onKeyDown={listen}>
      <TextField
        {...keepsEscape}
        id={id}
        label="Link address"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={typed}
        error={error}
        onChange={(text) => {
          setTyped(text);
          setError(null);
        }}
      />
      <div className={layout.buttons}>
        <Button {...keepsEscape} size="small" onClick={apply}>
          {before ? 'Change link' : 'Add link'}
        </Button>
        {before && (
          <Button {...keepsEscape} size="small" tone="subtle" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button {...keepsEscape} size="small" tone="subtle" onClick={close}>
          Discard changes
        </Button>
      </div>
    </fieldset>
  );
};
