/** Imports and deletes responses by a file, from the page of a form. */
export const importAction = async () => (await import('./form-actions.tsx')).importAction;

/** What was imported and deleted by files, from the page of a form. */
export const importLogAction = async () => (await import('./form-actions.tsx')).importLogAction;
