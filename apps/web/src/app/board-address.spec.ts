import { describe, expect, it } from '@jest/globals';
import { boardIdIn } from './board-id.js';
import { overscanIn } from './overscan.js';

describe("a board's address", () => {
  it('names the shop', () => {
    expect(boardIdIn('/public-view/0123456789abcdef01234567')).toBe('0123456789abcdef01234567');
    expect(boardIdIn('/public-view/0123456789abcdef01234567/')).toBe('0123456789abcdef01234567');
    expect(boardIdIn('/public-view/')).toBe('');
  });

  it('may say what a television cuts off, within reason', () => {
    expect(overscanIn('?overscan=2.5')).toBe('2.5vmin');
    expect(overscanIn('?overscan=40')).toBe('5vmin');
    for (const none of ['', '?overscan=-3', '?overscan=much', '?overscan=']) expect(overscanIn(none)).toBe('0vmin');
  });
});
