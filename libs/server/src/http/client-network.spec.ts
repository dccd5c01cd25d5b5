import { describe, expect, it } from '@jest/globals';
import { clientNetwork, isSharedAddress, widerNetworks } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['what a proxy made up', 'what a proxy made up'],
    ['', ''],
  ])('of %p is %p', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe('the networks around a client', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.0/24']],
    ['::ffff:203.0.113.7', ['203.0.113.0/24']],
    ['2001:db8:1:2ff::5', ['2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['made up', []],
  ])('of %p are %p', (address, networks) => {
    expect(widerNetworks(address)).toEqual(networks);
  });
});

describe('an address', () => {
  const shared = [
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '127.0.0.1',
    '::1',
    'fd00::1',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    '',
  ];
  it.each(shared)('%p is that of many clients', (address) => expect(isSharedAddress(address)).toBe(true));
  it.each(['127.0.0.2', '172.32.0.1', '100.128.0.1', '203.0.113.7', '2001:db8::1'])('%p tells clients apart', (address) => {
    expect(isSharedAddress(address)).toBe(false);
  });
});
