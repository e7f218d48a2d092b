/** Saves a form as an XLSForm workbook, from the page of the form. */
export const exportAction = async () => (await import('./export-action.ts')).exportAction;

/** Imports an XLSForm, from the list of forms. */
export const importTool = async () => (await import('./import-button.tsx')).ImportButton;
