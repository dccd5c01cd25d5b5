/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { HELD, NOW, pricedRow, rates, shop, SHOP_ID } from '../../testing/fixtures.js';
import { closePortal, isOff, keptAs, openPortal, openShop, shopApi } from '../../testing/portal.js';

const DASHBOARD = `/user-dashboard/${SHOP_ID}`;
const HOUR = 3_600_000;
const LOST = 'No connection. Reconnecting.';
const answers = () => Object.keys(localStorage).filter((name) => name.startsWith('sarafa.answer.'));
const now = () => screen.getByRole('region', { name: 'Rates on your board' });

let api: FakeApi;
let clock: jest.Spied<typeof Date.now>;
beforeEach(() => {
  api = shopApi();
  clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  jest.restoreAllMocks();
});

/** Loads the page again, after an hour, without a network. */
const openedAgain = async (path = DASHBOARD) => {
  const kept = Object.entries(localStorage) as [string, string][];
  closePortal();
  for (const [name, value] of kept) localStorage.setItem(name, value);
  clock.mockReturnValue(NOW + HOUR);
  api.isAway = true;
  openPortal(path);
  await screen.findByRole('heading', { level: 1 });
};
const openedBefore = async () => {
  await openShop();
  await screen.findByText('1,57,821');
};

describe('without a network, a dashboard', () => {
  it('has what it last knew, says since when, and shows no rate as live', async () => {
    await openedBefore();
    expect(screen.queryByText(/^No connection/)).toBeNull();
    await openedAgain();
    screen.getByRole('heading', { level: 1, name: 'Mahalaxmi Jewellers' });
    expect((await within(now()).findByText(LOST)).closest('.now__st')!.textContent).toEqual(
      expect.stringMatching(/^No connection\. Reconnecting\.Rate as of 4:10 pmSubscription: \d+ days remaining$/),
    );
    expect(within(now()).getByText('1,57,821').closest('.now--old')).toBeTruthy();
    screen.getByText(/^No connection\. What you see is of 4:1\d pm, and nothing can be saved right now\.$/);
    expect(isOff(screen.getByRole('button', { name: '15 min' }))).toBe(true);
    screen.getByText('No connection, so these rates can’t be held right now.');
  });

  it('has the rates of now as soon as the network is back', async () => {
    await openedBefore();
    await openedAgain();
    await within(now()).findByText(LOST);
    api.isAway = false;
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates({ gold24: 160_000 }));
    fireEvent(window, new Event('online'));
    await screen.findByText('1,60,000');
    await waitFor(() => expect(screen.queryByText(/^No connection/)).toBeNull());
  });

  it('says so of what was read a moment ago too, also while it asks again', async () => {
    await openedBefore();
    api.isAway = true;
    fireEvent(window, new Event('focus'));
    await within(now()).findByText(LOST);
    api.hold('GET', `/prices/user/${SHOP_ID}`);
    const asked = api.asked.length;
    fireEvent(window, new Event('focus'));
    await waitFor(() => expect(api.asked.length).toBeGreaterThan(asked));
    within(now()).getByText(LOST);
  });

  it('says nothing of a hold that may have been released', async () => {
    api.reply('GET', `/prices/user/${SHOP_ID}`, { ...rates(), ...HELD });
    await openShop();
    await screen.findByRole('button', { name: 'Release' });
    await openedAgain();
    await within(now()).findByText(LOST);
    expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
  });

  it('has an estimate too, which says that its rates are from before', async () => {
    const rows = [pricedRow('ring', 136_400, { unit_grams: 10 })];
    api.reply('GET', `/prices/user/${SHOP_ID}`, { ...rates({ rows }), rows_mode: 'own' });
    api.reply('GET', '/prices/estimate-terms', {
      gst_percent: 3,
      making_gst_percent: 5,
      hallmark_charge: { gold: 45, silver: 35 },
    });
    await openShop();
    await screen.findByText('1,36,400');
    await waitFor(() => expect(answers().some((name) => name.endsWith('estimate-terms'))).toBe(true));
    await openedAgain(`${DASHBOARD}/estimate`);
    await screen.findByLabelText('Gross weight (g)');
    screen.getByText(LOST);
    expect(screen.queryByText('The rates are those of your board now.', { exact: false })).toBeNull();
  });
});

describe('what a dashboard has kept', () => {
  it('goes with signing out, also without a network', async () => {
    await openedBefore();
    expect(answers().length).toBeGreaterThan(3);
    await openedAgain();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
    expect(answers()).toEqual([]);
  });

  it('isn’t kept where its answer comes after signing out, in another tab too', async () => {
    await openedBefore();
    const release = api.hold('GET', `/prices/user/${SHOP_ID}`);
    const asked = api.sent('GET', `/prices/user/${SHOP_ID}`).length;
    fireEvent(window, new Event('focus'));
    await waitFor(() => expect(api.sent('GET', `/prices/user/${SHOP_ID}`).length).toBeGreaterThan(asked));
    localStorage.clear();
    await act(async () => release());
    expect(answers()).toEqual([]);
  });

  it('isn’t shown where another release has kept it, without what this one needs', async () => {
    await openedBefore();
    const name = answers().find((one) => one.endsWith('/user/profile/me'))!;
    localStorage.setItem(name, localStorage.getItem(name)!.replace('"username"', '"name"'));
    await openedAgain();
    screen.getByRole('heading', { level: 1, name: 'Advertisement Dashboard' });
    screen.getByRole('button', { name: 'Try again' });
  });

  it('is never another account’s, and forgotten where a tab of an earlier release has signed out', async () => {
    const other = 'f'.repeat(24);
    localStorage.setItem(
      `sarafa.answer.${other}./api/user/profile/me`,
      JSON.stringify({ at: NOW, data: shop({ shop_name: 'Other' }) }),
    );
    api.isAway = true;
    await openShop();
    screen.getByRole('heading', { level: 1, name: 'Advertisement Dashboard' });
    expect(answers()).toEqual([]);
  });
});

describe('the start of an installed dashboard', () => {
  it.each([
    ['', ''],
    ['?to=estimate', '/estimate'],
    ['?to=hold', '#hold'],
    ['?to=constructor', ''],
  ])('leads a shop on, with %s to its %s', async (query, further) => {
    openPortal(`/user-dashboard${query}`);
    await screen.findByRole('heading', { level: 1, name: further === '/estimate' ? 'Estimate' : 'Mahalaxmi Jewellers' });
    expect(location.pathname + location.hash).toBe(DASHBOARD + further);
    expect(document.head.querySelector('link[rel=manifest]')?.getAttribute('href')).toBe('/dashboard.en.webmanifest');
  });

  it('leads an admin to the portal, which has no manifest', async () => {
    keptAs('admin');
    openPortal('/user-dashboard?to=hold');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect([location.pathname, document.head.querySelector('link[rel=manifest]')]).toEqual(['/admin', null]);
  });

  it('leads others to the sign-in, also without a network, and from there on', async () => {
    localStorage.clear();
    api.isAway = true;
    openPortal('/user-dashboard?to=estimate');
    await screen.findByRole('heading', { name: 'WELCOME BACK' });
    api.isAway = false;
    api.reply('POST', '/auth/login', { token: 't', role: 'user', userId: SHOP_ID, message: 'Signed in' });
    await userEvent.type(screen.getByLabelText('Username'), 'mahalaxmi');
    await userEvent.type(screen.getByLabelText('Password'), 'gold{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Estimate' });
    expect(location.pathname).toBe(`${DASHBOARD}/estimate`);
  });
});
