/** @jest-environment ./src/testing/web-environment.mjs */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { keptScreen, settings } from '../../../testing/screens.js';
import { forgetScreen, loadScreen, saveScreen, secretOf } from './kept-screen.js';

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

  it('has a secret, which is the same until the TV is another screen or none', () => {
    const secrets = [secretOf('a'), secretOf('a'), secretOf('b')];
    forgetScreen();
    secrets.push(secretOf('b'));
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secrets[1]).toBe(secrets[0]);
    expect(new Set(secrets).size).toBe(3);
  });

  it('is nothing that a TV without a storage needs', () => {
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      jest.spyOn(Storage.prototype, name).mockImplementation(forbidden),
    );
    const isSaved = saveScreen(keptScreen());
    expect([isSaved, loadScreen(), secretOf('a')]).toEqual([false, undefined, undefined]);
    forgetScreen();
    spies.forEach((spy) => spy.mockRestore());
  });
});
