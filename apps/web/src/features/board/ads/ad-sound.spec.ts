import { describe, expect, it } from '@jest/globals';
import { adSound, type AdSoundEvent, isAdMuted, newAdSound } from './ad-sound.js';

const after = (...events: AdSoundEvent[]) => events.reduce(adSound, newAdSound);
const toggled = (defaultMute: boolean): AdSoundEvent => ({ type: 'toggled', defaultMute });

describe("a video ad's sound", () => {
  it("follows the shop's default", () => {
    expect(isAdMuted(newAdSound, true)).toBe(true);
    expect(isAdMuted(newAdSound, false)).toBe(false);
  });

  it('follows the button from then on, whatever the default becomes', () => {
    const received = after(toggled(true));
    expect([isAdMuted(received, true), isAdMuted(received, false)]).toEqual([false, false]);
    const muted = after(toggled(false));
    expect([isAdMuted(muted, true), isAdMuted(muted, false)]).toEqual([true, true]);
    expect(isAdMuted(after(toggled(true), toggled(true)), false)).toBe(true);
  });

  it('is off while the browser refuses it, until somebody touches the board', () => {
    expect(isAdMuted(after({ type: 'refused' }), false)).toBe(true);
    expect(isAdMuted(after({ type: 'refused' }, { type: 'touched' }), false)).toBe(false);
    expect(isAdMuted(after({ type: 'refused' }, { type: 'touched' }), true)).toBe(true);
  });

  it('comes on by the button though the browser refused it before', () => {
    expect(isAdMuted(after({ type: 'refused' }, toggled(false)), false)).toBe(false);
    expect(isAdMuted(after({ type: 'refused' }, toggled(true)), true)).toBe(false);
  });

  it("is what the shop's remote has set last, although the button was pressed or the browser refused it", () => {
    const set = (isMuted: boolean): AdSoundEvent => ({ type: 'set', isMuted });
    expect(isAdMuted(after(toggled(true), set(true)), false)).toBe(true);
    expect(isAdMuted(after({ type: 'refused' }, set(false)), true)).toBe(false);
    expect(isAdMuted(after(set(false), toggled(false)), false)).toBe(true);
  });

  it('stays the same object when nothing changes', () => {
    expect(after({ type: 'touched' })).toBe(newAdSound);
    const refused = after({ type: 'refused' });
    expect(adSound(refused, { type: 'refused' })).toBe(refused);
  });
});
