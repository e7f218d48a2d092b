/**
 * Whether the text is the address of a place on the web, under one of `protocols` (such as `https:`), in the form that
 * everybody reads alike: two slashes, then a host. What browsers mend by themselves (`https:example.org`, backslashes,
 * line breaks) is none, nor is what carries a name or a password: it would lead elsewhere than it reads.
 */
export const isWebAddress = (text: string, protocols: readonly string[]): boolean => {
  const [, protocol = ''] = /^([a-z]+:)\/\/[^/?#@]+(?:[/?#]|$)/i.exec(text) ?? [];
  return protocols.includes(protocol.toLowerCase()) && !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text);
};
