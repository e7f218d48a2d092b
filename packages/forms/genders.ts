/** What stands where a person's gender or last 4 of SSN would, when there is none to record. */
export const notAnswered = { unknown: 'Unknown', declined: 'Declined to answer' } as const;
export type NonAnswer = keyof typeof notAnswered;

/** Tells whether a value says why there is no answer. */
export const isNotAnswered = (value: unknown): value is NonAnswer =>
  typeof value === 'string' && Object.hasOwn(notAnswered, value);

/** What the genders of people are called, by how they are stored. */
export const genders = {
  female: 'Female',
  male: 'Male',
  trans_female_to_male: 'Trans female to male',
  trans_male_to_female: 'Trans male to female',
  non_binary: 'Non-binary',
  ...notAnswered,
} as const;
export type Gender = keyof typeof genders;

/**
 * Returns the genders to choose from.
 * @param allowUnknown whether the organization allows "Unknown" and "Declined to answer"
 * @param stored the gender as it is, which stays on offer
 */
export const genderOptions = (allowUnknown: boolean, stored?: Gender | null): { value: Gender; label: string }[] =>
  Object.entries(genders)
    .map(([value, label]) => ({ value: value as Gender, label }))
    .filter(({ value }) => allowUnknown || value === stored || !isNotAnswered(value));

/** Returns the last 4 of SSN as people read it. */
export const ssnText = (ssn_suffix: string): string =>
  isNotAnswered(ssn_suffix) ? notAnswered[ssn_suffix] : ssn_suffix;
