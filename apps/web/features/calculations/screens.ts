import type { FormPart, FormSection } from '#web/forms/form-contributions.ts';
import { inline } from '#web/parts/lazy.tsx';

/** The calculations of a form, as a section of its page. */
export const calculationsSection: FormSection = {
  id: 'calculations',
  title: 'Calculations',
  Content: inline('Calculations', async () => (await import('./section.tsx')).CalculationsSection),
};

/** The calculations of a form beside its fields while it is edited. */
export const calculationsPart = async (): Promise<FormPart> => (await import('./part.tsx')).CalculationsPart;
