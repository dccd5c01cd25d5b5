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

  it('leaves the interval alone that the shop has from the provider', () => {
    expect(changesOf(shown, { ...shown, shop_name: 'New', gold_18k_enabled: false })).toEqual({
      shop_name: 'New',
      gold_18k_enabled: false,
    });
  });

  it('falls back to what there is where a field is empty', () => {
    expect(changesOf(shown, { ...shown, username: '', shop_name: '', password: '' })).toEqual({});
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
