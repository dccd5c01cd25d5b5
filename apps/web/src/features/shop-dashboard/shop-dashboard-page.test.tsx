/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../testing/fake-api.js';
import { NOW, rates, shop, SHOP_ID } from '../../testing/fixtures.js';
import { closePortal, fill, isOff, openPart, openPortal, openShop, shopApi } from '../../testing/portal.js';
import { DisplaySection } from './settings/display-section.js';
import { MarginsSection } from './settings/margins-section.js';

const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'down' } as const;

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  jest.restoreAllMocks();
});

const notifyOutcome = (text: string) => screen.findByText(text);

describe("a shop's dashboard", () => {
  it('has its name, the way to its board, and what customers see there', async () => {
    await openShop();
    expect(screen.getByRole('heading', { level: 1, name: 'Mahalaxmi Jewellers' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Public View' }).getAttribute('href')).toBe(`/public-view/${SHOP_ID}`);
    const now = screen.getByRole('region', { name: 'Rates on your board' });
    expect(await within(now).findByText('Live on your board')).toBeTruthy();
    expect(within(now).getByText('Updated 4:10 pm')).toBeTruthy();
    expect(within(now).getByText('1,57,821')).toBeTruthy();
    expect(within(now).getByText(/^Subscription: \d+ days remaining$/)).toBeTruthy();
    const parts = screen.getAllByRole('heading', { level: 2 });
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'Hold rates',
      'Price Margins',
      'Custom Price Tables',
      'Rate rows',
      'Your rates so far',
      'Your Advertisements (0/5)',
      'Your screens (0/20)',
      'Advertisement Display',
      'Changes to your shop',
    ]);
    for (const name of ['Alarms on this device', 'Off-hours']) expect(screen.getByRole('heading', { name })).toBeTruthy();
  });

  it.each([
    ['is looked at again', () => fireEvent(window, new Event('focus'))],
    ['is back in the network', () => fireEvent(window, new Event('online'))],
  ])('has fresh figures as soon as it %s', async (_, comeBack) => {
    await openShop();
    await screen.findByText('1,57,821');
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates({ gold24: 160_000 }));
    api.reply('GET', '/user/profile/me', shop({ gold_margin: 1.5 }));
    comeBack();
    await screen.findByText('1,60,000');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Gold/ }).value).toBe('1.5'));
  });

  it('leaves out what the board leaves out', async () => {
    api.reply('GET', '/user/profile/me', shop({ gold_18k_enabled: false, silver_prices_enabled: false }));
    await openShop();
    await screen.findByText('1,57,821');
    expect(screen.queryByText('1,18,366')).toBeNull();
    expect(screen.queryByText('2,36,450')).toBeNull();
  });

  it('says when the subscription has ended, and shows no rates', async () => {
    const ended = {
      subscription_end_date: '2020-01-01T00:00:00.000Z',
      isSubscriptionValid: false,
      isSubscriptionExpired: true,
    };
    api.reply('GET', '/user/profile/me', shop(ended));
    await openShop();
    expect(screen.getByText('Your subscription has ended. Your board shows no rates.')).toBeTruthy();
    expect(screen.queryByText('1,57,821')).toBeNull();
    expect(api.sent('GET', `/prices/user/${SHOP_ID}`)).toEqual([]);
  });

  it('falls back to the defaults when its profile can’t be read, says so, and asks again', async () => {
    api.refuse('GET', '/user/profile/me', DOWN);
    await openShop();
    expect(screen.getByRole('heading', { level: 1, name: 'Advertisement Dashboard' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('What you see are the defaults.');
    const priceTime = screen.getByRole<HTMLInputElement>('textbox', { name: /^Price Display Duration/ });
    expect([priceTime.value, priceTime.placeholder]).toEqual(['60', '60']);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Advertisement Duration/ }).value).toBe('5');
    await userEvent.click(screen.getByRole('switch', { name: /^Sound Settings/ }));
    await notifyOutcome('User information not loaded. Please refresh the page.');
    api.reply('GET', '/user/profile/me', shop());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Mahalaxmi Jewellers' })).toBeTruthy();
    expect(screen.queryByText(/What you see are the defaults/)).toBeNull();
  });

  it('leads from another shop’s dashboard to its own', async () => {
    openPortal('/user-dashboard/ffffffffffffffffffffffff');
    await screen.findByRole('heading', { level: 1, name: 'Mahalaxmi Jewellers' });
    expect(location.pathname).toBe(`/user-dashboard/${SHOP_ID}`);
  });
});

const open = () =>
  openPart((own) => (
    <>
      <DisplaySection shop={own} isKnown />
      <MarginsSection shop={own} />
    </>
  ));

describe('the switches', () => {
  const saved = (changes: object) => ({ message: 'ok', user: shop(changes) });

  it('turn ads off', async () => {
    await open();
    api.reply('PUT', '/advertisements/toggle-ads', saved({ ads_enabled: false }));
    await userEvent.click(screen.getByRole('switch', { name: 'Ads are currently ON' }));
    await notifyOutcome('Ads setting updated successfully!');
    expect(api.sent('PUT', '/advertisements/toggle-ads')[0]?.body).toEqual({ ads_enabled: false });
    expect(await screen.findByRole('switch', { name: 'Ads are currently OFF' })).toBeTruthy();
  });

  it('ask once, however often they are clicked meanwhile, and keep the focus', async () => {
    await open();
    api.reply('PUT', '/advertisements/toggle-ads', saved({ ads_enabled: false }));
    const release = api.hold('PUT', '/advertisements/toggle-ads');
    const toggle = screen.getByRole('switch', { name: 'Ads are currently ON' });
    await userEvent.dblClick(toggle);
    expect(isOff(toggle)).toBe(true);
    // A disabled control would lose the focus in a browser.
    expect(toggle).toHaveProperty('disabled', false);
    await userEvent.click(screen.getByText('Ads are currently ON'));
    release();
    expect(await screen.findByRole('switch', { name: 'Ads are currently OFF' })).toBe(toggle);
    await waitFor(() => expect(isOff(toggle)).toBe(false));
    expect(api.sent('PUT', '/advertisements/toggle-ads')).toHaveLength(1);
  });

  it('stay as they are when that fails', async () => {
    await open();
    api.refuse('PUT', '/advertisements/toggle-ads', DOWN);
    await userEvent.click(screen.getByRole('switch', { name: 'Ads are currently ON' }));
    await notifyOutcome('Error updating ads setting. Please try again.');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Ads are currently ON' }).checked).toBe(true);
  });

  it('turn the sound on, which is sent as a text', async () => {
    await open();
    api.reply('PUT', `/user/mute-state/${SHOP_ID}`, {
      ...saved({ default_mute_state: false }),
      message: 'Sound ON successfully!',
    });
    await userEvent.click(screen.getByRole('switch', { name: /^Sound Settings Video ads start muted/ }));
    await notifyOutcome('Sound ON successfully!');
    expect(api.sent('PUT', `/user/mute-state/${SHOP_ID}`)[0]?.body).toEqual({ default_mute_state: 'false' });
    expect(await screen.findByRole('switch', { name: /Video ads start with sound/, checked: true })).toBeTruthy();
  });

  it.each([
    [403, 'FORBIDDEN', 'Access denied: You do not have permission to update this setting.'],
    [503, 'UNAVAILABLE', 'Error updating sound setting. Please try again.'],
  ] as const)('say why the sound stays, after %d', async (status, code, text) => {
    await open();
    api.refuse('PUT', `/user/mute-state/${SHOP_ID}`, { status, code, message: 'why' });
    await userEvent.click(screen.getByRole('switch', { name: /^Sound Settings/ }));
    await notifyOutcome(text);
  });

  it('give ads the whole screen', async () => {
    await open();
    api.reply('PUT', `/user/profile-settings/${SHOP_ID}`, saved({ rates_over_ads: false }));
    await userEvent.click(screen.getByRole('switch', { name: /^Rates over ads/ }));
    await notifyOutcome('Ads fill the whole screen');
    expect(api.sent('PUT', `/user/profile-settings/${SHOP_ID}`)[0]?.body).toEqual({ rates_over_ads: false });
  });
});

describe('the change of the day', () => {
  const settings = `/user/profile-settings/${SHOP_ID}`;
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Show today’s change/ });

  it('is switched on', async () => {
    await open();
    expect(toggle().checked).toBe(false);
    api.reply('PUT', settings, { message: 'ok', user: shop({ show_day_change: true }) });
    await userEvent.click(toggle());
    await notifyOutcome('Your boards show today’s change');
    expect(api.sent('PUT', settings)[0]?.body).toEqual({ show_day_change: true });
    await waitFor(() => expect(toggle().checked).toBe(true));
  });

  it('stays off when that fails', async () => {
    await open();
    api.refuse('PUT', settings, DOWN);
    await userEvent.click(toggle());
    await notifyOutcome('Error updating this setting. Please try again.');
    expect(toggle().checked).toBe(false);
  });
});

describe('the language of the boards', () => {
  const settings = `/user/profile-settings/${SHOP_ID}`;
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Board language' });

  it('is chosen among those that boards speak, each by its own name', async () => {
    await open();
    expect(select().value).toBe('en');
    const names = within(select())
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual('English हिन्दी मराठी ગુજરાતી தமிழ் తెలుగు ಕನ್ನಡ മലയാളം বাংলা ਪੰਜਾਬੀ'.split(' '));
    api.reply('PUT', settings, { message: 'ok', user: shop({ language: 'ta' }) });
    await userEvent.selectOptions(select(), 'தமிழ்');
    await notifyOutcome('Board language updated');
    expect(api.sent('PUT', settings)[0]?.body).toEqual({ language: 'ta' });
    await waitFor(() => expect(select().value).toBe('ta'));
  });

  it('has a second one beside it, and none again', async () => {
    const second = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Second language' });
    await open();
    expect(screen.queryByRole('combobox', { name: 'Digits' })).toBeNull();
    api.reply('PUT', settings, { message: 'ok', user: shop({ second_language: 'gu' }) });
    await userEvent.selectOptions(second(), 'ગુજરાતી');
    await notifyOutcome('Board language updated');
    expect(api.sent('PUT', settings)[0]?.body).toEqual({ second_language: 'gu' });
    await waitFor(() => expect(second().value).toBe('gu'));
    api.reply('PUT', settings, { message: 'ok', user: shop() });
    await userEvent.selectOptions(second(), 'None');
    await waitFor(() => expect(api.sent('PUT', settings)[1]?.body).toEqual({ second_language: null }));
  });

  it('stays when it can’t be saved', async () => {
    await open();
    api.refuse('PUT', settings, DOWN);
    await userEvent.selectOptions(select(), 'हिन्दी');
    await notifyOutcome('Error updating the board language. Please try again.');
    expect(select().value).toBe('en');
  });
});

describe('the display times', () => {
  const save = () => screen.getByRole('button', { name: 'Save display times' });

  it('are saved once they are changed', async () => {
    await open();
    expect(isOff(save())).toBe(true);
    await fill(/^Price Display Duration/, '90');
    await fill(/^Advertisement Duration/, '12');
    const user = shop({ price_display_time: 90, ad_display_time: 12 });
    api.reply('PUT', '/user/display-times', { message: 'ok', user });
    await userEvent.click(save());
    await notifyOutcome('Display times updated successfully!');
    expect(api.sent('PUT', '/user/display-times')[0]?.body).toEqual({ price_display_time: 90, ad_display_time: 12 });
    await waitFor(() => expect(isOff(save())).toBe(true));
  });

  it.each([
    [/^Price Display Duration/, '9', 'Price Display Duration must be 10 to 600 whole seconds'],
    [/^Price Display Duration/, '601', 'Price Display Duration must be 10 to 600 whole seconds'],
    [/^Advertisement Duration/, '0', 'Advertisement Duration must be 1 to 300 whole seconds'],
    [/^Advertisement Duration/, '301', 'Advertisement Duration must be 1 to 300 whole seconds'],
  ])('%s of %s is refused in words', async (label, text, fault) => {
    await open();
    await fill(label, text);
    expect(screen.getByText(fault)).toBeTruthy();
    expect(isOff(save())).toBe(true);
  });

  it('say at their fields what fits and what is wrong, and interrupt nobody who types', async () => {
    await open();
    const field = screen.getByRole('textbox', { name: 'Advertisement Duration' });
    const said = () =>
      field
        .getAttribute('aria-describedby')
        ?.match(/\S+/g)
        ?.map((id) => document.getElementById(id)?.textContent);
    expect(said()).toEqual(['1 to 300 seconds, images']);
    await fill('Advertisement Duration', '0');
    expect(said()).toEqual(['Advertisement Duration must be 1 to 300 whole seconds', '1 to 300 seconds, images']);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are sent once, however often Save is pressed, which keeps the focus', async () => {
    await open();
    await fill(/^Price Display Duration/, '90');
    api.reply('PUT', '/user/display-times', { message: 'ok', user: shop({ price_display_time: 90 }) });
    const release = api.hold('PUT', '/user/display-times');
    const button = save();
    await userEvent.dblClick(button);
    expect(button.textContent).toBe('Saving');
    expect(button).toHaveProperty('disabled', false);
    await userEvent.type(screen.getByRole('textbox', { name: /^Price Display Duration/ }), '{Enter}');
    release();
    await notifyOutcome('Display times updated successfully!');
    expect(api.sent('PUT', '/user/display-times')).toHaveLength(1);
    await waitFor(() => expect(isOff(save())).toBe(true));
    expect(button).toHaveProperty('disabled', false);
  });

  it('that a session which is over can’t save ask for the password, which alone says why', async () => {
    await openShop();
    await fill(/^Price Display Duration/, '90');
    api.refuse('PUT', '/user/display-times', { status: 401, code: 'UNAUTHENTICATED', message: 'Please sign in' });
    await userEvent.click(save());
    await screen.findByText('Your session has ended. Nothing that you have typed is lost.');
    expect(screen.queryAllByRole('alert')).toEqual([]);
  });

  it('stay on the screen when they can’t be saved', async () => {
    await open();
    await fill(/^Price Display Duration/, '90');
    api.refuse('PUT', '/user/display-times', DOWN);
    await userEvent.click(save());
    await notifyOutcome('Error updating display times. Please try again.');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Price Display Duration/ }).value).toBe('90');
  });
});
