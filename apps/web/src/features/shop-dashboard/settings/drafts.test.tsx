/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { pricedRow, rateList, rates, row, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { closePortal, enter, fill, isOff, openPart, openShop, shopApi } from '../../../testing/portal.js';
import { DisplaySection } from './display-section.js';
import { MarginsSection } from './margins-section.js';
import { OwnTablesSection } from './own-tables-section.js';

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
});
afterEach(closePortal);

const open = () =>
  openPart((own) => (
    <>
      <DisplaySection shop={own} isKnown />
      <MarginsSection shop={own} />
      <OwnTablesSection />
    </>
  ));
const field = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const saved = (changes: object) => ({ message: 'saved', user: shop(changes) });
const PRICES = /^Price Display Duration/;
const ADS = /^Advertisement Duration/;

/** Switches the ads off, and then reads what was saved on another device. */
const switchAds = async (changes: object) => {
  api
    .reply('PUT', '/advertisements/toggle-ads', saved({ ads_enabled: false }))
    .reply('GET', '/user/profile/me', shop({ ads_enabled: false, ...changes }));
  await userEvent.click(screen.getByRole('switch', { name: 'Ads are currently ON' }));
  await screen.findByRole('switch', { name: 'Ads are currently OFF' });
  const reads = api.sent('GET', '/user/profile/me').length;
  dispatchEvent(new Event('focus'));
  await waitFor(() => expect(api.sent('GET', '/user/profile/me').length).toBe(reads + 1));
  await act(async () => undefined);
};

describe('what an owner is typing', () => {
  it('stays in a form when its values change elsewhere, and the other fields show what was saved', async () => {
    await open();
    await fill(PRICES, '90');
    await fill(/^Gold/, '2');
    await switchAds({ price_display_time: 75, ad_display_time: 12, gold_margin: 3, silver_margin: 4 });
    // The switch is answered before what another device has changed is read.
    await waitFor(() => expect(field(ADS).value).toBe('12'));
    expect(field(PRICES).value).toBe('90');
    expect(field(/^Gold/).value).toBe('2');
    expect(field(/^Silver/).value).toBe('4');
    api.reply('PUT', '/user/display-times', saved({ price_display_time: 90, ad_display_time: 12 }));
    await userEvent.click(screen.getByRole('button', { name: 'Save display times' }));
    await screen.findByText('Display times updated successfully!');
    expect(api.sent('PUT', '/user/display-times')[0]?.body).toEqual({ price_display_time: 90 });
  });

  it('stays when the profile that was away is there again', async () => {
    api.refuse('GET', '/user/profile/me', { status: 503, code: 'UNAVAILABLE', message: 'down' });
    await openShop();
    await fill(PRICES, '90');
    api.reply('GET', '/user/profile/me', shop({ price_display_time: 45, ad_display_time: 20 }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Mahalaxmi Jewellers' });
    expect(field(PRICES).value).toBe('90');
    expect(field(ADS).value).toBe('20');
  });

  it('goes on when it is typed while the form is being saved', async () => {
    await open();
    await fill(PRICES, '90');
    api.reply('PUT', '/user/display-times', saved({ price_display_time: 90 }));
    const release = api.hold('PUT', '/user/display-times');
    await userEvent.click(screen.getByRole('button', { name: 'Save display times' }));
    await fill(PRICES, '95');
    release();
    await screen.findByText('Display times updated successfully!');
    expect(field(PRICES).value).toBe('95');
    await waitFor(() => expect(isOff(screen.getByRole('button', { name: 'Save display times' }))).toBe(false));
  });

  it('stays while another page of the dashboard is open', async () => {
    const list = rateList({ id: SHOP_ID, prices: [{ metal: 'gold', fineness: 916, sell: 14_415 }] });
    api
      .reply(
        'GET',
        '/user/profile/me',
        shop({ may_set_list: true, rate_list_id: SHOP_ID, off_hours: { from: '22:15', to: '10:45' } }),
      )
      .reply('GET', `/user/rate-list/${SHOP_ID}/revisions`, [{ ...list, set_by: null }])
      .reply('GET', `/user/rate-list/${SHOP_ID}`, list)
      .reply('GET', `/prices/user/${SHOP_ID}`, { ...rates({ rows: [pricedRow('ring', 136_400)] }), rows_mode: 'own' })
      .reply('GET', '/prices/estimate-terms', {
        gst_percent: 3,
        making_gst_percent: 5,
        hallmark_charge: { gold: 45, silver: 35 },
      });
    const sell = async () =>
      within(await screen.findByRole('group', { name: '22K gold' })).getByLabelText<HTMLInputElement>('Sell, ₹ per gram');
    await openShop();
    await userEvent.clear(await sell());
    await enter(await sell(), '14450');
    await fill(PRICES, '90');
    const offHours = () => screen.findByRole('switch', { name: /^Screens are black at night/ });
    await userEvent.click(await offHours());
    await userEvent.click(screen.getByRole('link', { name: 'Estimate' }));
    await enter(await screen.findByLabelText(/^Gross weight/), '12.5');
    await userEvent.click(screen.getByRole('link', { name: 'Rates' }));
    expect([(await sell()).value, field(PRICES).value]).toEqual(['14,450', '90']);
    // Turned on again, they are the saved ones.
    await userEvent.click(await offHours());
    expect(screen.getByLabelText<HTMLInputElement>('Black from').value).toBe('22:15');
    await userEvent.click(screen.getByRole('link', { name: 'Estimate' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/^Gross weight/)).value).toBe('12.5');
  });

  it('is no draft once it is saved: what is saved next shows', async () => {
    await open();
    await fill(PRICES, '90');
    api.reply('PUT', '/user/display-times', saved({ price_display_time: 90 }));
    await userEvent.click(screen.getByRole('button', { name: 'Save display times' }));
    await screen.findByText('Display times updated successfully!');
    await switchAds({ price_display_time: 75 });
    await waitFor(() => expect(field(PRICES).value).toBe('75'));
  });

  it('is a number with a zero at its end too', async () => {
    await open();
    await userEvent.clear(field(/^Gold/));
    await userEvent.type(field(/^Gold/), '2.0');
    expect(screen.queryByText(/^Gold must be/)).toBeNull();
    expect(field(/^Gold/).value).toBe('2.0');
    api.reply('PUT', `/user/profile-settings/${SHOP_ID}`, saved({ gold_margin: 2 }));
    await userEvent.click(screen.getByRole('button', { name: 'Save margins' }));
    await screen.findByText('Margin settings updated successfully!');
    expect(api.sent('PUT', `/user/profile-settings/${SHOP_ID}`)[0]?.body).toEqual({ gold_margin: 2 });
  });

  it('stays in a row of prices when another row is saved', async () => {
    api.reply('GET', '/user/custom-tables/me', [row(1, 'Gold Coin', 126_000), row(2, 'Hallmark Chain', 14_850)]);
    await open();
    await screen.findByText('Gold Coin');
    await fill('Price of Gold Coin', '127000');
    await fill('Price of Hallmark Chain', '15000');
    const chain = row(2, 'Hallmark Chain', 15_000);
    api.reply('PUT', `/user/custom-tables/${chain.id}/price`, { message: 'ok', customTable: chain });
    // The provider has set the first row's price in the meantime.
    api.reply('GET', '/user/custom-tables/me', [row(1, 'Gold Coin', 126_500), chain]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[1]!);
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1));
    expect(field('Price of Gold Coin').value).toBe('1,27,000');
    expect(field('Price of Hallmark Chain').value).toBe('15,000');
  });
});
