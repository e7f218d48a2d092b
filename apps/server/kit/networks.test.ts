import { describe, expect, test } from 'vitest';
import { networkOf } from './networks.ts';

describe('addresses do not count apart', () => {
  test.each([
    ['of one /64', '2001:db8:a:b::1', '2001:db8:a:b:ffff:1:2:3', '2001:db8:a:b::/64'],
    ['in another spelling', '2001:0DB8:0:0::0.0.0.1', '2001:db8::1', '2001:db8:0:0::/64'],
    ['of this machine in another spelling', '::1', '0:0:0:0:0:0:0:1', '0:0:0:0::/64'],
    ['with a zone', 'fe80::1%eth0', 'fe80::2%eth1', 'fe80:0:0:0::/64'],
    ['as IPv4 in IPv6', '::ffff:192.0.2.7', '::ffff:c000:207', '192.0.2.7'],
  ])('%s', (_, one, other, network) => {
    expect([networkOf(one), networkOf(other)]).toEqual([network, network]);
  });
});

describe('addresses count apart', () => {
  test.each([
    ['as IPv4', '192.0.2.7', '192.0.2.8'],
    ['of two /64', '2001:db8:a:b::1', '2001:db8:a:c::1'],
    ['that only end alike', '::ffff:192.0.2.7', '::192.0.2.7'],
  ])('%s', (_, one, other) => {
    expect(networkOf(one)).not.toBe(networkOf(other));
  });

  test('whatever a proxy writes', () => {
    expect(networkOf('unknown')).toBe('unknown');
    expect(networkOf('')).toBe('');
  });
});
