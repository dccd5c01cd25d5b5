import { describe, expect, it } from '@jest/globals';
import { normalName, normalPassword, normalText } from './normal-text.js';

describe('text as people write it', () => {
  it('is composed, with one plain space between words', () => {
    expect(normalText(' Gru\u0308n \u00a0\u3000Gold ')).toBe('Gr\u00fcn Gold');
    // A joiner changes how letters are written, and a line feed is for the contract to refuse.
    expect(normalText('क्\u200dष\n')).toBe('क्\u200dष');
    expect(normalText('a\nb')).toBe('a\nb');
    expect(normalText('\u200b \u2060 \u200d')).toBe('');
    expect(normalText('\u2764\ufe0f \u{1f468}\u200d\u{1f469}')).toBe('\u2764\ufe0f \u{1f468}\u200d\u{1f469}');
    expect(normalText('\u2068\u200e\u200dLotus\u2069\u200c \u200d \u200b \u200dGo\u00adld')).toBe('Lotus Gold');
  });

  it('has no invisible characters in a username', () => {
    expect(normalName('\u200bhid\u200cden\u2060.name\u200f\ufeff ')).toBe('hidden.name');
  });

  it('keeps each character of a password', () => {
    expect(normalPassword(' gru\u0308n\u00a0 \u200bgold ')).toBe(' gr\u00fcn  \u200bgold ');
    expect(normalPassword('কো'.normalize('NFD'))).toBe('কো'.normalize('NFC'));
  });
});
