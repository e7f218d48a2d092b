import { useShortcut } from '#web/kit/shortcuts.ts';

type Edited = { undo: () => void; redo: () => void };

/**
 * The keys of an editor whose changes can be undone. In a dialog, a search box and a form of its own they are left to the
 * browser. @param isMeant whether a key press in this element is meant, where that is not all
 */
export const useEditKeys = (
  editor: Edited,
  save: () => void,
  isMeant: (target: Element) => boolean = () => true,
): void => {
  const applies = ({ target }: KeyboardEvent) =>
    document.querySelector('[role=dialog],[role=alertdialog]') === null &&
    target instanceof Element &&
    isMeant(target) &&
    target.closest('form') === null &&
    !(target.matches('[role=combobox]') && (target as HTMLInputElement).value !== '');
  useShortcut({ keys: 'mod+Z', label: 'Undo', isMeant: applies }, editor.undo);
  useShortcut({ keys: 'mod+shift+Z', label: 'Redo', isMeant: applies }, editor.redo);
  useShortcut({ keys: 'mod+Y', label: 'Redo', isMeant: applies }, editor.redo);
  useShortcut({ keys: 'mod+S', label: 'Save', isMeant: applies }, save);
};
