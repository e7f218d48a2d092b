/** What the genders of people are called, by how they are stored. */
export const genders = {
  female: 'Female',
  male: 'Male',
  trans_female_to_male: 'Trans female to male',
  trans_male_to_female: 'Trans male to female',
  non_binary: 'Non-binary',
} as const;
export type Gender = keyof typeof genders;
