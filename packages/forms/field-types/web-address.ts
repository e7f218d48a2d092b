/**
 * Whether the text is the address of a place on the web, under one of `protocols` (such as `https:`). One that carries
 * a name or a password is none: it would lead elsewhere than it reads.
 */
export const isWebAddress = (text: string, protocols: readonly string[]): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocols.includes(protocol) && username + password === '';
};
