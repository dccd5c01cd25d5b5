/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { NOW, ownRates, pricedRow, rates, rowsBasis, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { closePortal, fill, isOff, openPart, shopApi } from '../../../testing/portal.js';
import { MarginsSection } from './margins-section.js';
import { ShopBand } from '../band/shop-band.js';

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  jest.restoreAllMocks();
});

const open = () =>
  openPart((own) => (
    <>
      <ShopBand shop={own} isKnown onAccount={() => undefined} />
      <MarginsSection shop={own} />
    </>
  ));

describe('the margins', () => {
  it('say what customers would see, and are saved', async () => {
    await open();
    await screen.findByText('Stays ₹1,57,821');
    await fill(/^Gold/, '1');
    expect(await screen.findByText('24K becomes about ₹1,59,399')).toBeTruthy();
    api.reply('PUT', `/user/profile-settings/${SHOP_ID}`, { message: 'ok', user: shop({ gold_margin: 1 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Save margins' }));
    await screen.findByText('Margin settings updated successfully!');
    expect(api.sent('PUT', `/user/profile-settings/${SHOP_ID}`)[0]?.body).toEqual({ gold_margin: 1 });
    // The rates that customers see are read again.
    await waitFor(() => expect(api.sent('GET', `/prices/user/${SHOP_ID}`).length).toBeGreaterThan(1));
  });

  it('say what customers would see also where another device has changed them meanwhile', async () => {
    const basis = rowsBasis({ margins: { ...rowsBasis().margins, gold_margin: 5 } });
    api.reply('GET', `/user/rate-rows/${SHOP_ID}/basis`, basis).reply('GET', '/user/profile/me', shop({ gold_margin: 2 }));
    await open();
    await fill(/^Gold/, '3');
    // Of 1,57,821 without a margin.
    await screen.findByText('24K becomes about ₹1,62,556');
  });

  it('show their rates soon also where the first read still answers those from before', async () => {
    await open();
    await screen.findByText('1,57,821');
    await fill(/^Gold/, '1');
    api.reply('PUT', `/user/profile-settings/${SHOP_ID}`, { message: 'ok', user: shop({ gold_margin: 1 }) });
    const before = api.sent('GET', `/prices/user/${SHOP_ID}`).length;
    await userEvent.click(screen.getByRole('button', { name: 'Save margins' }));
    await waitFor(() => expect(api.sent('GET', `/prices/user/${SHOP_ID}`).length).toBeGreaterThan(before));
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates({ gold24: 159_399 }));
    await screen.findByText('1,59,399');
  });

  it('are of platinum too where the board has a row of it', async () => {
    api.reply('GET', `/prices/user/${SHOP_ID}`, ownRates([pricedRow('a', 52_310, { metal: 'platinum' })]));
    await open();
    await screen.findByText('52,310');
    await fill(/^Platinum/, '1.5');
    const settings = `/user/profile-settings/${SHOP_ID}`;
    api.reply('PUT', settings, { message: 'ok', user: shop({ platinum_margin: 1.5 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Save margins' }));
    await screen.findByText('Margin settings updated successfully!');
    expect(api.sent('PUT', settings)[0]?.body).toEqual({ platinum_margin: 1.5 });
    // A margin that is set stays in sight without a row.
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates()).reply('GET', '/user/profile/me', shop({ platinum_margin: 1.5 }));
    fireEvent(window, new Event('focus'));
    await screen.findByText('1,57,821');
    expect(screen.getByRole('textbox', { name: /^Platinum/ })).toBeTruthy();
  });

  it('have none of platinum without such a row', async () => {
    await open();
    await screen.findByText('1,57,821');
    expect(screen.queryByRole('textbox', { name: /^Platinum/ })).toBeNull();
  });

  it.each(['50.1', '2.25'])('of %s percent are refused in words', async (percent) => {
    await open();
    await fill(/^Silver/, percent);
    expect(screen.getByText('Silver must be 0 to 50 percent, in steps of 0.1')).toBeTruthy();
    expect(isOff(screen.getByRole('button', { name: 'Save margins' }))).toBe(true);
  });
});
