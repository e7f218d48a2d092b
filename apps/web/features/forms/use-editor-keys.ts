import type { RefObject } from 'react';
import { useShortcut } from '#web/kit/shortcuts.ts';
import type { Editor } from './use-editor.ts';

/** The keys of the editor. In a dialog, a search box, a form of its own and the preview they are left to the browser. */
export const useEditorKeys = (editor: Editor, save: () => void, preview: RefObject<HTMLElement | null>): void => {
  const isMeant = ({ target }: KeyboardEvent) =>
    document.querySelector('[role=dialog],[role=alertdialog]') === null &&
    target instanceof Element &&
    !preview.current?.contains(target) &&
    target.closest('form') === null &&
    !(target.matches('[role=combobox]') && (target as HTMLInputElement).value !== '');
  useShortcut({ keys: 'mod+Z', label: 'Undo', isMeant }, editor.undo);
  useShortcut({ keys: 'mod+shift+Z', label: 'Redo', isMeant }, editor.redo);
  useShortcut({ keys: 'mod+Y', label: 'Redo', isMeant }, editor.redo);
  useShortcut({ keys: 'mod+S', label: 'Save', isMeant }, save);
};
