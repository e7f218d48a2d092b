/** What the platform team can do with a form, loaded with the page of the form. */
export const templateAction = async () => (await import('./actions.ts')).templateAction;
