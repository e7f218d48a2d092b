import { describe, expect, test } from 'vitest';
import { isPublic } from './public-addresses.ts';

describe('isPublic', () => {
  test.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
    ['link-local', '169.254.1.1', 'fe80::1', 'febf::1', 'fe80::1%lo'],
    ['metadata of clouds', '169.254.169.254', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254'],
    ['unique-local', 'fc00::1', 'fdff:ffff::1'],
    ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    ['documentation', '192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
    ['benchmarks and reserved', '198.18.0.1', '198.19.255.255', '240.0.0.1', '192.88.99.1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe', '::127.0.0.1', '::ffff:0:10.0.0.1'],
    ['NAT64, 6to4 and Teredo', '64:ff9b::a00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'],
    ['what is no address', '', 'localhost', '127.1', '0x7f000001', '2130706433'],
  ])('refuses %s', (_, ...addresses) => {
    expect(addresses.filter(isPublic)).toEqual([]);
  });

  test.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2001:4860::8',
  ])('takes %s', (address) => {
    expect(isPublic(address)).toBe(true);
  });
});
