import { describe, expect, it } from '@jest/globals';
import { leadTo, openPathIn } from './open-path.js';

const ORIGIN = 'https://sarafa.example';
const PATH = '/user-dashboard/0123456789abcdef01234567#screens';

describe('a touch on an alarm', () => {
  const told: [string, string | undefined][] = [];
  const page = (path: string) => ({
    url: ORIGIN + path,
    postMessage: (message: unknown) => void told.push([path, openPathIn(message)]),
  });

  it('leads the open dashboard to its screens, wherever it was', () => {
    const dashboard = page('/user-dashboard/0123456789abcdef01234567');
    expect(leadTo(PATH, ORIGIN, [page('/login'), dashboard])).toBe(dashboard);
    expect(told).toEqual([['/user-dashboard/0123456789abcdef01234567', PATH]]);
  });

  it('leads no other page there', () => {
    expect(leadTo(PATH, ORIGIN, [page('/login'), page('/public-view/1')])).toBeUndefined();
  });

  it('is no other message', () => {
    const others = [undefined, null, 'open-path', {}, { type: 'open-path' }, { type: 'open-path', path: 'https://elsewhere' }];
    expect(others.map(openPathIn)).toEqual(others.map(() => undefined));
  });
});
