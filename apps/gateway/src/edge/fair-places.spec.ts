import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@sarafa/server';
import { GatewayConfig } from '../gateway.config.js';
import { ClientAddresses } from './client-addresses.js';
import { type Place, StreamPlaces } from './fair-places.js';

describe('the places for open streams', () => {
  const placesOf = (gateway: number, address: number, trusted?: string) => {
    const config = GatewayConfig.parse({
      STREAMS_PER_GATEWAY: String(gateway),
      STREAMS_PER_ADDRESS: String(address),
      ...(trusted ? { TRUST_PROXY: trusted } : {}),
    });
    const metrics = new Metrics();
    const places = new StreamPlaces(config, new ClientAddresses(config, metrics));
    const ended: Place[] = [];
    const take = (from: string, isScreen = false) => {
      const place = places.take(from, isScreen);
      place.end = () => void ended.push(place);
      return place;
    };
    const take20 = (from: (index: number) => string) => Array.from({ length: 20 }, (_, index) => take(from(index)));
    return { places, take, take20, ended, metrics };
  };
  const refused = expect.objectContaining({ code: 'UNAVAILABLE' }) as unknown as Error;

  it('are as many for one address as are set, and free again once left', () => {
    const { places, take } = placesOf(20, 2);
    const [first] = [take('203.0.113.1'), take('203.0.113.1')];
    expect(() => take('203.0.113.1')).toThrow(refused);
    places.leave(first);
    places.leave(first);
    take('203.0.113.1');
    expect(() => take('203.0.113.1')).toThrow(refused);
  });

  it.each([
    ['of 24 bits', (index: number) => `203.0.113.${index}`],
    ['of 48 bits', (index: number) => `2001:db8:0:${index.toString(16)}::1`],
  ])('are given up by the network %s that has most, one by one, until the others have as many', (_, from) => {
    const { take, take20, ended } = placesOf(20, 20);
    const filled = take20(from);
    const others = Array.from({ length: 10 }, () => take('198.51.100.1'));
    expect(ended).toEqual(filled.slice(10).reverse());
    expect(() => take('198.51.100.1')).toThrow(refused);
    expect(() => take(from(1))).toThrow(refused);
    take('192.0.2.1');
    expect(ended).toHaveLength(11);
    expect(others.concat(filled)).toContain(ended.at(-1));
  });

  it('do not go to and fro between two networks', () => {
    const { take, ended } = placesOf(3, 3);
    for (const from of ['203.0.113.1', '203.0.113.1', '198.51.100.1']) take(from);
    expect(() => take('198.51.100.1')).toThrow(refused);
    expect(ended).toEqual([]);
  });

  it('are kept by paired screens, which have a tenth of their own', () => {
    const { take, take20, ended } = placesOf(20, 40);
    const screens = [take('203.0.113.1', true)];
    take20(() => '203.0.113.2');
    screens.push(take('203.0.113.1', true));
    expect(ended).toEqual([]);
    // A third screen has no place of its own, and its network has most.
    expect(() => take('203.0.113.1', true)).toThrow(refused);
    take('198.51.100.1');
    expect(screens).not.toContain(ended[0]);
  });

  it('are not counted by an address that many clients have, which is told', async () => {
    const { take, metrics } = placesOf(20, 2, '192.0.2.0/24');
    const unknown = async () => /sarafa_client_address_unknown (\d)/.exec(await metrics.registry.metrics())?.[1];
    take('203.0.113.1');
    // A client that has left meanwhile has no address.
    take(undefined as never);
    expect(await unknown()).toBe('0');
    for (let count = 0; count < 3; count++) take('192.0.2.7');
    expect(await unknown()).toBe('1');
  });
});
