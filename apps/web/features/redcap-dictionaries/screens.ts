/** Imports the data dictionary of a REDCap project, from the list of forms. */
export const redcapTool = async () => (await import('./import-button.tsx')).ImportButton;
