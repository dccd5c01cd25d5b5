import { describe, expect, it } from '@jest/globals';
import { beginRead, beginWrite } from './writes.js';

let count = 0;
const newId = () => `entity ${(count += 1)}`;

describe('of a late answer', () => {
  it('only what was sent counts', () => {
    const id = newId();
    const taken = beginWrite(id, { gold_margin: 2 });
    expect(taken({ gold_margin: 2, ads_enabled: true })).toEqual({ gold_margin: 2 });
  });

  it('nothing counts that a later write has changed', () => {
    const id = newId();
    const first = beginWrite(id, { gold_margin: 2, city: 'Pune' });
    const second = beginWrite(id, { gold_margin: 3 });
    expect(second({ gold_margin: 3, city: 'Mumbai' })).toEqual({ gold_margin: 3 });
    expect(first({ gold_margin: 2, city: 'Pune' })).toEqual({ city: 'Pune' });
  });

  it('counts that of the earlier of two writes when the later one fails', () => {
    const id = newId();
    const before = beginRead();
    const first = beginWrite(id, { gold_margin: 2 });
    beginWrite(id, { gold_margin: 3 });
    expect(first({ gold_margin: 2 })).toEqual({ gold_margin: 2 });
    expect(before(id)).toEqual({ gold_margin: 2 });
  });

  it('of a form or a subscription, that which follows from it counts as well', () => {
    const form = new FormData();
    form.append('logo', 'a file');
    expect(beginWrite(newId(), form)({ logo_url: '/media/new.webp', city: 'Pune' })).toEqual({ logo_url: '/media/new.webp' });
    const ended = { subscription_active: false, isSubscriptionValid: false };
    expect(beginWrite(newId(), { active: false })({ ...ended, city: 'Pune' })).toEqual(ended);
  });

  it('a read gives way to what was written since it began', () => {
    const id = newId();
    const before = beginRead();
    beginWrite(id, { city: 'Pune' })({ city: 'Pune' });
    const pending = beginWrite(id, { gold_margin: 2 });
    expect([before(id), beginRead()(id), before(newId())]).toEqual([{ city: 'Pune' }, {}, {}]);
    pending({ gold_margin: 2 });
    expect(before(id)).toEqual({ city: 'Pune', gold_margin: 2 });
  });
});
