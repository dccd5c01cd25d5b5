/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { HELD, NOW, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { closePortal, isOff, openPart, shopApi } from '../../../testing/portal.js';
import { ShopBand } from './shop-band.js';

const PRICES = `/prices/user/${SHOP_ID}`;
const HOLD = `/user/rates/hold/${SHOP_ID}`;
const MINUTE_MS = 60_000;
const ENDED = 'Rates can be held again once your subscription is renewed.';

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  jest.restoreAllMocks();
});

const button = (name: string) => screen.getByRole('button', { name });
const sent = () => api.sent('PUT', HOLD).map(({ body }) => body);
const inMinutes = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString();
/** The server holds the rates till then, and the board's rates say so. */
const heldTill = (until: string) => {
  const held = { ...HELD.held, until };
  api.reply('PUT', HOLD, { message: 'Rates are held now', held });
  api.reply('GET', PRICES, rates({ ...HELD, held }));
};
/** The subscription ends, which the dashboard hears when it reads everything anew. */
const subscriptionEnds = async () => {
  api.reply('GET', '/user/profile/me', shop({ isSubscriptionValid: false, isSubscriptionExpired: true }));
  fireEvent(window, new Event('online'));
  await screen.findByText(ENDED);
};
const open = () =>
  openPart((own) => (
    <>
      <ShopBand shop={own} isKnown onAccount={() => undefined} />
      <input aria-label="Elsewhere" />
    </>
  ));
/** Opens the top of the dashboard and waits for its rates. */
const opened = async () => {
  await open();
  await screen.findByText('1,57,821');
};

describe('holding the rates', () => {
  it.each([
    ['15 min', 15, 'Rates held till 4:25 pm', /^1[45]:\d\d left$/],
    ['1 h', 60, 'Rates held till 5:10 pm', /^(1 h 0 min|59:\d\d) left$/],
  ])('for %s, those that are shown', async (name, minutes, done, left) => {
    api.reply('GET', PRICES, rates({ seq: 7 }));
    await opened();
    heldTill(inMinutes(minutes));
    await userEvent.click(button(name));
    expect(await screen.findByText(done)).toBeTruthy();
    expect(sent()).toEqual([{ until: inMinutes(minutes), seq: 7, duty_at: rates().duty!.lastUpdated }]);
    expect(await screen.findByText(left)).toBeTruthy();
    expect(screen.getByText('Rate held since 4:10 pm')).toBeTruthy();
  });

  it('till closing, at a time that the shop chooses and finds again', async () => {
    await opened();
    await userEvent.click(button('Till closing'));
    const field = () => screen.getByLabelText<HTMLInputElement>('Closing time today');
    expect(field().value).toBe('21:00');
    fireEvent.change(field(), { target: { value: '16:10' } });
    expect(screen.getByText('Choose a time later today, at most 12 hours ahead')).toBeTruthy();
    expect(isOff(screen.getAllByRole('button', { name: 'Hold rates' })[0]!)).toBe(true);
    fireEvent.change(field(), { target: { value: '20:30' } });
    heldTill('2026-11-20T15:00:00.000Z');
    await userEvent.click(button('Hold till 8:30 pm'));
    expect(await screen.findByText('Rates held till 8:30 pm')).toBeTruthy();
    expect(sent()).toEqual([{ until: '2026-11-20T15:00:00.000Z', duty_at: rates().duty!.lastUpdated }]);
    await waitFor(() => expect(screen.queryByLabelText('Closing time today')).toBeNull());
    expect(document.activeElement).toBe(button('Till closing'));
    await userEvent.click(button('Till closing'));
    expect(field().value).toBe('20:30');
  });

  it('till the latest time that is allowed, which an early morning offers and nobody has chosen as the closing time', async () => {
    const morning = Date.parse('2026-11-20T02:05:00.000Z');
    jest.spyOn(Date, 'now').mockReturnValue(morning);
    api.date = new Date(morning).toUTCString();
    localStorage.setItem('sarafa.closing', '21:15');
    await opened();
    await userEvent.click(button('Till closing'));
    expect(screen.getByLabelText<HTMLInputElement>('Closing time today').value).toBe('19:35');
    heldTill('2026-11-20T14:05:00.000Z');
    await userEvent.click(button('Hold till 7:35 pm'));
    expect(await screen.findByText('Rates held till 7:35 pm')).toBeTruthy();
    expect(localStorage.getItem('sarafa.closing')).toBe('21:15');
    // The clock of the next spec is right again.
    localStorage.removeItem('sarafa.closing');
    api.date = new Date(NOW).toUTCString();
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    await userEvent.click(button('15 min'));
    await waitFor(() => expect(isOff(button('15 min'))).toBe(false));
  });

  it('keeps the chosen time, and the focus in it, while rates can’t be held for a moment', async () => {
    await opened();
    await userEvent.click(button('Till closing'));
    const field = screen.getByLabelText<HTMLInputElement>('Closing time today');
    fireEvent.change(field, { target: { value: '20:30' } });
    // After a refusal the rates are read again.
    api.refuse('PUT', HOLD, { status: 409, code: 'CONFLICT', message: 'Old rates' });
    api.reply('GET', PRICES, rates({ state: 'stale' }));
    const release = api.hold('GET', PRICES);
    await userEvent.click(button('15 min'));
    field.focus();
    release();
    await screen.findByText('Old rates can’t be held');
    expect(screen.getByLabelText<HTMLInputElement>('Closing time today').value).toBe('20:30');
    expect(document.activeElement).toBe(field);
    expect(isOff(button('Hold till 8:30 pm'))).toBe(true);
  });

  it('is told by the server’s clock where the device’s is wrong', async () => {
    api.date = new Date(NOW + 90 * MINUTE_MS).toUTCString();
    await opened();
    heldTill(inMinutes(105));
    await userEvent.click(button('15 min'));
    await waitFor(() => expect(sent()).toHaveLength(1));
    const { until } = sent()[0] as { until: string };
    expect(Math.abs(Date.parse(until) - Date.parse(inMinutes(105)))).toBeLessThanOrEqual(1_000);
    expect(await screen.findByText(/^1[45]:\d\d left$/)).toBeTruthy();
    // The clock of the next spec is right again.
    api.date = new Date(NOW).toUTCString();
    await userEvent.click(button('15 min'));
    await waitFor(() => expect(isOff(button('15 min'))).toBe(false));
  });

  it('is said by nothing before the server has answered, and asked for once', async () => {
    await opened();
    heldTill(inMinutes(15));
    api.reply('GET', PRICES, rates());
    const release = api.hold('PUT', HOLD);
    await userEvent.dblClick(button('15 min'));
    expect(isOff(button('15 min'))).toBe(true);
    expect(screen.queryByText(/left$/)).toBeNull();
    expect(screen.getByText('Live on your board')).toBeTruthy();
    heldTill(inMinutes(15));
    release();
    expect(await screen.findByText(/^1[45]:\d\d left$/)).toBeTruthy();
    expect(sent()).toHaveLength(1);
    await waitFor(() => expect(isOff(button('15 min'))).toBe(false));
  });

  it('waits for rates that say the same as the answer', async () => {
    await opened();
    heldTill(inMinutes(15));
    api.reply('GET', PRICES, rates());
    await userEvent.click(button('15 min'));
    await screen.findByText('Rates held till 4:25 pm');
    expect(isOff(button('15 min'))).toBe(true);
    heldTill(inMinutes(15));
    expect(await screen.findByText(/^1[45]:\d\d left$/)).toBeTruthy();
    await waitFor(() => expect(isOff(button('15 min'))).toBe(false));
  });

  it('has succeeded also where the subscription ends before the rates say so', async () => {
    await opened();
    heldTill(inMinutes(15));
    api.reply('GET', PRICES, rates());
    await userEvent.click(button('15 min'));
    await screen.findByText('Rates held till 4:25 pm');
    await subscriptionEnds();
    await waitFor(() => expect(screen.getByRole('region', { name: 'Hold rates' }).getAttribute('aria-busy')).toBe('false'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [409, 'CONFLICT', 'Old rates can’t be held'],
    [503, 'UNAVAILABLE', 'Rates are not available yet'],
    [400, 'INVALID_INPUT', 'until: must be in the future'],
  ] as const)('that the server refuses with %d is said, and the rates are read anew', async (status, code, message) => {
    await opened();
    const before = api.sent('GET', PRICES).length;
    api.refuse('PUT', HOLD, { status, code, message });
    await userEvent.click(button('1 h'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your rates couldn’t be held.');
    expect(alert.textContent).toContain(message);
    await waitFor(() => expect(api.sent('GET', PRICES).length).toBeGreaterThan(before));
    expect(screen.getByText('Live on your board')).toBeTruthy();
  });

  it.each<[string, () => unknown, string]>([
    ['old', () => api.reply('GET', PRICES, rates({ state: 'stale' })), 'Old rates can’t be held'],
    [
      'not there',
      () => api.refuse('GET', PRICES, { status: 503, code: 'UNAVAILABLE', message: 'none' }),
      'There are no rates to hold right now.',
    ],
    [
      'of a shop whose subscription has ended',
      () => api.reply('GET', '/user/profile/me', shop({ isSubscriptionValid: false, isSubscriptionExpired: true })),
      ENDED,
    ],
  ])('is off while the rates are %s, with the reason', async (_, given, reason) => {
    given();
    await open();
    const why = await screen.findByText(reason);
    for (const name of ['15 min', '1 h', 'Till closing']) {
      expect(isOff(button(name))).toBe(true);
      expect(button(name).getAttribute('aria-describedby')).toBe(why.id);
      await userEvent.click(button(name));
    }
    expect(sent()).toEqual([]);
    expect(screen.queryByLabelText('Closing time today')).toBeNull();
  });
});

describe('rates that are held', () => {
  beforeEach(() => {
    api.reply('GET', PRICES, rates(HELD));
  });

  it('are released', async () => {
    await open();
    await screen.findByText(/^59:[0-2]\d left$/);
    api.reply('PUT', HOLD, { message: 'Rates are not held any more', held: null });
    api.reply('GET', PRICES, rates());
    await userEvent.click(button('Release'));
    expect(await screen.findByText('Your rates aren’t held any more')).toBeTruthy();
    expect(sent()).toEqual([{ until: null }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Release' })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hold rates' })));
  });

  it('leave the focus to whoever has gone on meanwhile', async () => {
    await open();
    await screen.findByText(/^59:[0-2]\d left$/);
    api.reply('PUT', HOLD, { message: 'Rates are not held any more', held: null });
    const release = api.hold('PUT', HOLD);
    await userEvent.click(button('Release'));
    const elsewhere = screen.getByLabelText('Elsewhere');
    await userEvent.click(elsewhere);
    api.reply('GET', PRICES, rates());
    release();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Release' })).toBeNull());
    await waitFor(() => expect(isOff(button('15 min'))).toBe(false));
    expect(document.activeElement).toBe(elsewhere);
  });

  it('stay when they can’t be released, and the shop is told', async () => {
    await open();
    api.refuse('PUT', HOLD, { status: 503, code: 'UNAVAILABLE', message: 'Try again later' });
    await userEvent.click(await screen.findByRole('button', { name: 'Release' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The hold couldn’t be ended.');
    expect(button('Release')).toBeTruthy();
  });

  it('get another end', async () => {
    await open();
    const again = await screen.findByRole('region', { name: 'Hold from now for' });
    expect(within(again).getByText('Your boards keep these rates till 5:10 pm.')).toBeTruthy();
    heldTill(inMinutes(15));
    await userEvent.click(button('15 min'));
    // The board's rates are read until they say so.
    expect(await screen.findByText(/^1[45]:\d\d left$/)).toBeTruthy();
  });

  it('are read anew when their hold is over', async () => {
    await open();
    await screen.findByText(/^59:[0-2]\d left$/);
    api.reply('GET', PRICES, rates());
    jest.spyOn(Date, 'now').mockReturnValue(NOW + 60 * MINUTE_MS);
    // What is left is counted each second.
    expect(await screen.findByText('Live on your board')).toBeTruthy();
    expect(screen.queryByText(/left$/)).toBeNull();
  });

  it('are said no more once the subscription has ended, and nothing breaks when their hold is over', async () => {
    await open();
    await screen.findByText(/^59:[0-2]\d left$/);
    await subscriptionEnds();
    jest.spyOn(Date, 'now').mockReturnValue(NOW + 60 * MINUTE_MS);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Release' })).toBeNull());
    expect(screen.getByText(ENDED)).toBeTruthy();
  });
});
