import { describe, expect, it } from '@jest/globals';
import { boardIdIn, isOpenedAsTv, overscanIn, turnsVideoIn } from './board-address.js';

describe("a board's address", () => {
  it('names the shop', () => {
    expect(boardIdIn('/public-view/0123456789abcdef01234567')).toBe('0123456789abcdef01234567');
    expect(boardIdIn('/public-view/0123456789abcdef01234567/')).toBe('0123456789abcdef01234567');
    expect(boardIdIn('/public-view/')).toBe('');
  });

  it('may say what a television cuts off, within reason', () => {
    expect(overscanIn('?overscan=2.5')).toBe('2.5');
    expect(overscanIn('?overscan=40')).toBe('5');
    for (const none of ['', '?overscan=-3', '?overscan=much', '?overscan=']) expect(overscanIn(none)).toBe('0');
  });

  it('may say that it is on a television, and that this turns video', () => {
    expect([isOpenedAsTv('?tv'), isOpenedAsTv('?overscan=2&tv'), isOpenedAsTv('?video=turned'), isOpenedAsTv('')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([turnsVideoIn('?tv&video=turned'), turnsVideoIn('?tv')]).toEqual([true, false]);
  });
});
