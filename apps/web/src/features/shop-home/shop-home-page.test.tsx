/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { shop, SHOP_ID } from '../../testing/fixtures.js';
import { adminsApi, closePortal, keptAs, openPortal } from '../../testing/portal.js';

let api: FakeApi;
beforeEach(() => {
  keptAs('user');
  api = adminsApi().reply('GET', '/auth/me', { id: SHOP_ID, username: 'mahalaxmi', role: 'user', logo_url: '', shop_name: '' });
});
afterEach(closePortal);

const open = () => openPortal(`/user-dashboard/${SHOP_ID}`);

describe("a shop's dashboard", () => {
  it('has its name, the way to its board, and how its subscription stands', async () => {
    api.reply('GET', '/user/profile/me', shop());
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Mahalaxmi Jewellers' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Public View' }).getAttribute('href')).toBe(`/public-view/${SHOP_ID}`);
    expect(screen.getByText('Active')).toBeTruthy();
    expect(screen.getByText(/^Ends on Saturday, 20 November 2027/)).toBeTruthy();
  });

  it('says when the subscription has ended', async () => {
    const subscription_end_date = '2020-01-01T00:00:00.000Z';
    api.reply(
      'GET',
      '/user/profile/me',
      shop({ subscription_end_date, isSubscriptionValid: false, isSubscriptionExpired: true }),
    );
    open();
    expect(await screen.findByText('Expired')).toBeTruthy();
    expect(screen.getByText('Ended on Wednesday, 1 January 2020')).toBeTruthy();
  });

  it('says when it can not be read, and asks again', async () => {
    api.refuse('GET', '/user/profile/me', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    open();
    expect(await screen.findByText('Your dashboard can’t be shown right now.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Advertisement Dashboard' })).toBeTruthy();
    api.reply('GET', '/user/profile/me', shop());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Active')).toBeTruthy();
  });
});
