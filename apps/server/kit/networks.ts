import { isIPv6 } from 'node:net';

/**
 * Whom a network address counts as: itself, and for IPv6 the /64 that one household or server gets to choose from.
 * @param address as the socket or the proxy tells it; an IPv4 address may be written as an IPv6 one
 */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  // The one spelling that URLs have: lower case, no leading zeros, the longest run of zeros as '::'.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups.slice(0, 4).join(':')}::/64`;
};
