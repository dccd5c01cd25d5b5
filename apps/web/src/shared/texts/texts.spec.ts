import { describe, expect, it } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { dashboardTexts } from './dashboard-texts.js';
import { portalTexts } from './portal-texts.js';

const { access, accounts, users } = portalTexts;
const { list, upload } = dashboardTexts;

describe('texts of the screens', () => {
  it('give the reason of a refusal where there is one', () => {
    expect(access.denied('Admins only')).toBe('Access denied: Admins only');
    expect(access.denied()).toBe('Access denied: Insufficient privileges');
  });

  it('name what failed, and why', () => {
    expect(users.fetchFailed('why')).toBe('Error fetching users: why');
    expect(users.deleteFailed('why')).toBe('Error deleting user: why');
    expect(users.subscriptionFailed('why')).toBe('Error updating subscription: why');
    expect(list.deleteFailed('why')).toBe('Error deleting advertisement: why');
    expect(accounts.saveFailed('admin')).toBe('Error creating or updating admin');
  });

  it('name the subscription, and count its days', () => {
    expect(users.confirmSubscription(true, 'laxmi')).toContain('activate the subscription for laxmi');
    expect(users.confirmSubscription(false, 'laxmi')).toContain('deactivate the subscription for laxmi');
    expect([1, 212].map(users.daysRemaining)).toEqual(['1 day remaining', '212 days remaining']);
    expect([1, 12].map(users.daysOverdue)).toEqual(['1 day overdue', '12 days overdue']);
  });

  it('count ads and files', () => {
    expect(list.title(3, limits.ads.total)).toBe('Your Advertisements (3/5)');
    expect(upload.files(2)).toBe('Upload 2 File(s)');
    expect(upload.uploaded(2)).toBe('Successfully uploaded 2 advertisement(s)!');
  });
});
