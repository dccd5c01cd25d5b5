import { describe, expect, it } from '@jest/globals';
import { shop, SHOP_ID } from '../../../testing/fixtures.js';
import { changesOf, valuesOf, whyNotSaved } from './shop-changes.js';

const shown = valuesOf(shop());

describe('what an edit sends', () => {
  it('is nothing when nothing changed', () => {
    expect(changesOf(shown, { ...shown })).toEqual({});
  });

  it('has off-hours only when their times were changed', () => {
    const night = valuesOf(shop({ off_hours: { from: '21:30', to: '09:30' } }));
    expect(changesOf(night, { ...night, off_hours: { from: '21:30', to: '09:30' } })).toEqual({});
    expect(changesOf(night, { ...night, off_hours: { from: '21:30', to: '09:00' } })).toEqual({
      off_hours: { from: '21:30', to: '09:00' },
    });
    expect(changesOf(night, { ...night, off_hours: null })).toEqual({ off_hours: null });
  });

  it('gives a shop an interval of its own, or the provider’s again, only where that was chosen', () => {
    const following = valuesOf(shop({ dynamic_price_interval: 15, own_dynamic_price_interval: null }));
    expect(changesOf(following, { ...following, shop_name: 'New' })).toEqual({ shop_name: 'New' });
    expect(changesOf(following, { ...following, dynamic_price_interval: 15 })).toEqual({ dynamic_price_interval: 15 });
    const own = valuesOf(shop({ dynamic_price_interval: 15, own_dynamic_price_interval: 15 }));
    expect(changesOf(own, { ...own, dynamic_price_interval: null })).toEqual({ dynamic_price_interval: null });
  });

  it('falls back to what there is where a field is empty', () => {
    expect(changesOf(shown, { ...shown, username: '', shop_name: '', password: '' })).toEqual({});
    // A margin can't be left out: the field says so.
    expect(changesOf(shown, { ...shown, sell_margin: '' })).toEqual({ sell_margin: '' });
  });

  it('has a password only when one was entered', () => {
    expect(changesOf(shown, { ...shown, password: 'a new password' })).toEqual({ password: 'a new password' });
  });
});

describe('a save', () => {
  it('needs a user that is selected, found, and has an id', () => {
    expect(whyNotSaved(undefined, [shop()])).toBe('No user selected for editing');
    expect(whyNotSaved(SHOP_ID, [])).toBe('User not found. Please try again.');
    expect(whyNotSaved(SHOP_ID, [shop({ _id: '' })])).toBe('User ID is missing. Please contact support.');
    expect(whyNotSaved(SHOP_ID, [shop()])).toBeUndefined();
  });
});
