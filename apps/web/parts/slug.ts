/** Text as a short name of lowercase letters and digits: "Café and rent" is "cafe-and-rent". It begins with a letter. */
export const slugOf = (text: string, { joint, most }: { joint: '-' | '_'; most: number }): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, joint)
    .replaceAll(/^[^a-z]+|[-_]+$/g, '')
    .slice(0, most);

/** A name that is not taken: with a number behind it where it is. */
export const unusedName = (
  wanted: string,
  { isTaken, joint = '_' }: { isTaken: (name: string) => boolean; joint?: ' ' | '_' },
): string => {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted}${joint}${number}`;
  return name;
};
