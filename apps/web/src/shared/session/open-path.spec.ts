import { describe, expect, it } from '@jest/globals';
import { leadTo, openPathIn } from './open-path.js';

const ORIGIN = 'https://sarafa.example';
const DASHBOARD = '/user-dashboard/0123456789abcdef01234567';
const PATH = `${DASHBOARD}#screens`;

describe('a touch on an alarm', () => {
  const told: [string, string | undefined][] = [];
  const page = (path: string) => ({
    url: ORIGIN + path,
    postMessage: (message: unknown) => void told.push([path, openPathIn(message)]),
  });

  it('leads the open dashboard to its screens, wherever it was', () => {
    const dashboard = page(DASHBOARD);
    expect(leadTo(PATH, ORIGIN, [page('/login'), dashboard])).toBe(dashboard);
    expect(told).toEqual([[DASHBOARD, PATH]]);
  });

  it('leads a page beneath the dashboard there, and to a shortcut of it, where the dashboard itself isn’t open', () => {
    const [card, dashboard] = [page(`${DASHBOARD}/card`), page(DASHBOARD)];
    expect(leadTo(PATH, ORIGIN, [page('/login'), card])).toBe(card);
    expect(leadTo(PATH, ORIGIN, [card, dashboard])).toBe(dashboard);
    expect(leadTo('/user-dashboard?to=card', ORIGIN, [page('/login'), dashboard])).toBe(dashboard);
  });

  it('leads no other page there', () => {
    expect(leadTo(PATH, ORIGIN, [page('/login'), page('/public-view/1')])).toBeUndefined();
  });

  it('is no other message', () => {
    const others = [undefined, null, 'open-path', {}, { type: 'open-path' }, { type: 'open-path', path: 'https://elsewhere' }];
    expect(others.map(openPathIn)).toEqual(others.map(() => undefined));
  });
});
