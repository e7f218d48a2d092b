/** The box for a new note. A record's own forms can have a field called body. */
export const newNoteId = 'new-note';

/** Brings the box for a new note into view and puts the cursor in it. */
export const focusNewNote = (): void => {
  const box = document.getElementById(newNoteId);
  box?.scrollIntoView({ block: 'center' });
  box?.focus({ preventScroll: true });
};
