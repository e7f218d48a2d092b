/**
 * The age in whole years on a day, both as `YYYY-MM-DD`. A birthday on February 29 is reached on March 1 in other years, in SQL
 * and in calculations too.
 */
export const ageOn = (dob: string, day: string): number => {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4));
  return day.slice(5) < dob.slice(5) ? years - 1 : years;
};
