import { describe, expect, it } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { say } from '../language/page-language.js';
import { failureText, problemIn } from '../requests/problem.js';
import { dashboardTexts } from './dashboard-texts.js';
import { portalTexts } from './portal-texts.js';

const { accounts, users } = portalTexts;
const { list, upload } = dashboardTexts;

describe('texts of the screens', () => {
  it('give the reason of a refusal where there is one', () => {
    const denied = problemIn(403, { statusCode: 403, code: 'FORBIDDEN', message: 'Admins only', requestId: 'a' });
    expect(failureText(denied)).toBe('Access denied: Admins only');
    expect(failureText({ ...denied, message: '' })).toBe('Access denied: Insufficient privileges');
  });

  it('tell a proxy that takes no files of that size from a server that can’t be reached', () => {
    expect(problemIn(413, undefined).message).toContain('nothing this large');
    expect(problemIn(502, undefined).message).toContain('can’t be reached');
  });

  it('name what failed, and why', () => {
    expect(say(users.fetchFailed, { message: 'why' })).toBe('Error fetching users: why');
    expect(say(users.deleteFailed, { message: 'why' })).toBe('Error deleting user: why');
    expect(say(users.subscriptionFailed, { message: 'why' })).toBe('Error updating subscription: why');
    expect(say(list.deleteFailed, { message: 'why' })).toBe('Error deleting advertisement: why');
    expect(say(accounts.saveFailed, { type: 'admin' })).toBe('Error creating or updating admin');
  });

  it('name the subscription, and count its days', () => {
    expect(say(users.confirmSubscription, { active: true, username: 'laxmi' })).toContain(
      'activate the subscription for laxmi',
    );
    expect(say(users.confirmSubscription, { active: false, username: 'laxmi' })).toContain(
      'deactivate the subscription for laxmi',
    );
    expect([1, 212].map((days) => say(users.daysRemaining, { days }))).toEqual(['1 day remaining', '212 days remaining']);
    expect([1, 12].map((days) => say(users.daysOverdue, { days }))).toEqual(['1 day overdue', '12 days overdue']);
  });

  it('count ads and files', () => {
    expect(say(list.title, { count: 3, total: limits.ads.total })).toBe('Your Advertisements (3/5)');
    expect(say(upload.files, { count: 2 })).toBe('Upload 2 File(s)');
    expect(say(upload.uploaded, { count: 2 })).toBe('Successfully uploaded 2 advertisement(s)!');
  });
});
