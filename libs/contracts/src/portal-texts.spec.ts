import { describe, expect, it } from '@jest/globals';
import { portalTexts } from './portal-texts.js';

const { access, accounts, admins, chat, customTables, initializing, intervals, login, users } = portalTexts;

/** Letter for letter (rule 12.1). */
describe("the portal's texts", () => {
  it.each([
    [initializing, 'Initializing application...'],
    [login.heading, 'WELCOME BACK'],
    [login.remember, 'Remember me for 30 days'],
    [login.signIn, 'Sign In'],
    [login.divider, 'Secure Login'],
    [login.help, 'Need help?'],
    [login.busy, 'Authenticating your credentials...'],
    [login.failed, 'Login failed'],
    [access.denied('Admins only'), 'Access denied: Admins only'],
    [access.denied(), 'Access denied: Insufficient privileges'],
    [admins.fetchFailed, 'Error fetching admins'],
    [admins.deleteFailed, 'Error deleting admin'],
    [admins.confirmDelete, 'Are you sure you want to delete this admin?'],
    [users.copyLoginLink, 'Copy User Login Page Link'],
    [users.copyPublicLink, 'Copy Public Link'],
    [users.edit, 'Edit & Settings'],
    [users.fetchFailed('why'), 'Error fetching users: why'],
    [users.deleteFailed('why'), 'Error deleting user: why'],
    [users.subscriptionFailed('why'), 'Error updating subscription: why'],
    [users.updateFailed, 'Error updating user data'],
    [users.confirmDelete, 'Are you sure you want to delete this user?'],
    [users.deleted, 'User deleted successfully'],
    [users.updated, 'User profile and settings updated successfully!'],
    [users.publicLinkCopied, 'Public view link copied to clipboard!'],
    [users.loginLinkCopied, 'Login Page Link copied to clipboard!'],
    [users.copyFailed, 'Failed to copy link. Please copy manually from the browser address bar.'],
    [users.copyFailedShort, 'Failed to copy link.'],
    [users.noneSelected, 'No user selected for editing'],
    [users.notFound, 'User not found. Please try again.'],
    [users.idMissing, 'User ID is missing. Please contact support.'],
    [users.active, 'Active'],
    [users.expired, 'Expired'],
    [users.expiresToday, 'Expires today'],
    [accounts.saveFailed('admin'), 'Error creating or updating admin'],
    [accounts.saveFailed('user'), 'Error creating or updating user'],
    [customTables.created, 'Custom table created successfully!'],
    [customTables.deleted, 'Custom table deleted successfully!'],
    [customTables.createFailed, 'Error creating custom table'],
    [customTables.deleteFailed, 'Error deleting custom table'],
    [customTables.confirmDelete, 'Are you sure you want to delete this custom table?'],
    [customTables.incomplete, 'Please fill in both title and price'],
    [portalTexts.editor.loadingTables, 'Loading custom tables...'],
    [Object.values(intervals).join(), 'Live Price Changing,5 Minute,15 Minute,30 Minute,1 Hour'],
  ])('%s', (text, wanted) => {
    expect(text).toBe(wanted);
  });

  it('name the subscription, and count its days', () => {
    expect(users.confirmSubscription(true, 'laxmi')).toContain('activate the subscription for laxmi');
    expect(users.confirmSubscription(false, 'laxmi')).toContain('deactivate the subscription for laxmi');
    expect([1, 212].map(users.daysRemaining)).toEqual(['1 day remaining', '212 days remaining']);
    expect([1, 12].map(users.daysOverdue)).toEqual(['1 day overdue', '12 days overdue']);
  });

  it('offer four messages to the chat', () => {
    expect(chat.messages).toHaveLength(4);
  });
});
