/** @jest-environment ./src/testing/web-environment.mjs */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { keptScreen, settings } from '../../../testing/screens.js';
import { forgetScreen, loadScreen, saveScreen } from './kept-screen.js';

const KEY = 'sarafa.screen.v1';

describe('the pairing that a TV keeps', () => {
  beforeEach(() => localStorage.clear());

  it('comes back as it was, until it is forgotten', () => {
    const screen = keptScreen({ settings: settings({ layout_orientation: 'vertical', overscan: 2.5 }), isMuted: true });
    saveScreen(screen);
    expect(loadScreen()).toEqual(screen);
    forgetScreen();
    expect(loadScreen()).toBeUndefined();
  });

  it.each([
    '{',
    'null',
    '7',
    '{}',
    JSON.stringify({ ...keptScreen(), token: '' }),
    JSON.stringify({ ...keptScreen(), userId: 'x' }),
  ])('is none when it reads %s', (text) => {
    localStorage.setItem(KEY, text);
    expect(loadScreen()).toBeUndefined();
  });

  it('stands with settings that only a later release knows', () => {
    const later = { ...keptScreen(), settings: { ...settings(), shows: 'news', layout_orientation: 'round' } };
    localStorage.setItem(KEY, JSON.stringify(later));
    expect(loadScreen()).toEqual(keptScreen());
  });

  it('is nothing that a TV without a storage needs', () => {
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      jest.spyOn(Storage.prototype, name).mockImplementation(forbidden),
    );
    saveScreen(keptScreen());
    expect(loadScreen()).toBeUndefined();
    forgetScreen();
    spies.forEach((spy) => spy.mockRestore());
  });
});
