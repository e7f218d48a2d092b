import { useShortcut } from '#web/kit/shortcuts.ts';

type UndoRedo = { undo: () => void; redo: () => void };

/**
 * The keys of an editor whose changes can be undone. In a dialog they are left to the browser, and in a search
 * box and a form of its own all but Save. @param isMeant whether a key press in this element is meant, where that is not all
 */
export const useEditKeys = (
  editor: UndoRedo,
  save: () => void,
  isMeant: (target: Element) => boolean = () => true,
): void => {
  const isOnPage = ({ target }: KeyboardEvent): boolean =>
    document.querySelector('[role=dialog],[role=alertdialog]') === null && target instanceof Element && isMeant(target);
  const applies = (event: KeyboardEvent) =>
    isOnPage(event) &&
    event.target instanceof Element &&
    event.target.closest('form') === null &&
    !(event.target.matches('[role=combobox]') && (event.target as HTMLInputElement).value !== '');
  useShortcut({ keys: 'mod+Z', label: 'Undo', isMeant: applies }, editor.undo);
  useShortcut({ keys: 'mod+shift+Z', label: 'Redo', isMeant: applies }, editor.redo);
  useShortcut({ keys: 'mod+Y', label: 'Redo', isMeant: applies }, editor.redo);
  useShortcut({ keys: 'mod+S', label: 'Save', isMeant: isOnPage }, save);
};
