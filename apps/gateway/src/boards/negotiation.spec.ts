import { describe, expect, it } from '@jest/globals';
import { encodingFor } from './negotiation.js';

describe('Accept-Encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br', 'br'],
    ['br', 'br'],
    ['GZIP', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['brotli, xgzip', undefined],
    ['br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br; Q=0.000 , gzip ; q=0.1', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.8, gzip;q=0.8', 'br'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.2', 'gzip'],
    ['br;q=nonsense', undefined],
  ])('%s gets %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding);
  });
});
