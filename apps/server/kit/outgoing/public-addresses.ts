import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 networks that are not of the public internet (RFC 6890), and where clouds answer their own machines. */
const internal = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  internal.addSubnet(network, prefix, 'ipv4');

/** What IPv6 gives to the public internet; forms that hold an IPv4 address (mapped, NAT64) lie outside of it. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Of that, what is for documentation, for protocols (Teredo among them), or holds an IPv4 address (6to4). */
const special = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is one of the public internet. What is no IP address is not. */
export const isPublic = (address: string): boolean => {
  if (isIPv4(address)) return !internal.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
};
