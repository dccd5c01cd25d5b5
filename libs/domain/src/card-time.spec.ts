import { describe, expect, it } from '@jest/globals';
import { cardDueSince } from './card-time.js';

const shop = (card_time: string | null | undefined, subscription_active = true) => ({
  ...{ card_time, subscription_active, subscription_end_date: '2030-01-01T00:00:00.000Z' },
});
const at = (time: string) => Date.parse(`2026-11-27T${time}+05:30`);

describe('the time of a rate card', () => {
  it('is due for half an hour, in Asia/Kolkata', () => {
    const due = (now: string) => cardDueSince(shop('10:00'), at(now));
    expect([due('09:59:59'), due('10:30:00')]).toEqual([null, null]);
    expect([due('10:00:00'), due('10:29:59')]).toEqual([at('10:00:00'), at('10:00:00')]);
    expect(cardDueSince(shop('23:50'), at('00:10:00'))).toBe(at('00:00:00') - 600_000);
  });

  it('is due for no shop that has none, or no subscription', () => {
    expect(['10:00', null, undefined, 'noon'].map((time) => cardDueSince(shop(time), at('10:01:00')))).toEqual([
      at('10:00:00'),
      null,
      null,
      null,
    ]);
    expect(cardDueSince(shop('10:00', false), at('10:01:00'))).toBeNull();
  });
});
