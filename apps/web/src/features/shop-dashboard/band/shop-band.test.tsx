/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { FakeApi } from '../../../testing/fake-api.js';
import { limits, SAMPLE_SOURCE } from '@sarafa/contracts';
import { dayFrom, HELD, LISTED, NOW, ownRates, pricedRow, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { closePortal, isOff, openPart, shopApi } from '../../../testing/portal.js';
import { ShopBand } from './shop-band.js';

let api: FakeApi;
beforeEach(() => {
  api = shopApi();
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  jest.restoreAllMocks();
});

const open = () => openPart((own) => <ShopBand shop={own} isKnown onAccount={() => undefined} />);

describe("the rates on a shop's board", () => {
  it('marks a rate that is old by its time, and takes its metal', async () => {
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates({ state: 'stale' }));
    await open();
    expect(await screen.findByText('Rate as of 4:10 pm')).toBeTruthy();
    expect(screen.getByText('1,57,821').closest('.now--old')).toBeTruthy();
    expect(screen.queryByText('Live on your board')).toBeNull();
  });

  it("shows the shop's own rows where it has some, each with what it is of", async () => {
    const rows = [
      pricedRow('a', 12_902),
      pricedRow('b', 12_386.5, { side: 'buy' }),
      pricedRow('c', null, { metal: 'platinum', fineness: 950 }),
      pricedRow('d', 52_310, { metal: 'platinum', fineness: 1_000, unit_grams: 10, state: 'stale' }),
    ];
    api.reply('GET', `/prices/user/${SHOP_ID}`, ownRates(rows));
    await open();
    const old = (await screen.findByText('52,310')).closest('.now__platinum')!;
    const cells = Array.from(old.parentElement!.children, ({ textContent }) => textContent);
    expect(cells).toEqual([
      '22K GOLD (8g)₹12,902',
      '22K GOLD (8g) Buy₹12,386.50',
      'PLATINUM 950 (8g)No rate',
      'PLATINUM (10g) Old rate₹52,310',
    ]);
    expect(old.classList.contains('now--old')).toBe(true);
  });

  it('says of a standard row that its list doesn’t price that it has no rate', async () => {
    const silver = { sell: null, buy: null };
    api.reply('GET', `/prices/user/${SHOP_ID}`, { ...rates(LISTED), silver });
    await open();
    expect((await screen.findByText('No rate')).closest('.now__silver')!.textContent).toBe('SILVER (1kg)No rate');
    expect(screen.getByText('1,57,821')).toBeTruthy();
  });

  it.each([
    ['the list that they are of', LISTED, ['Zaveri Association rate, set 9:40 am']],
    ['since when they are held', HELD, ['Rate held since 4:10 pm', 'Until 5:10 pm']],
    [
      'that held ones are a sample',
      { ...HELD, source: SAMPLE_SOURCE },
      ['Sample data', 'Rate held since 4:10 pm. Until 5:10 pm'],
    ],
    ['that those of a list are old', { ...LISTED, state: 'stale' }, ['New rates are late.', 'Rate as of 9:40 am']],
  ] as const)('says %s', async (_, shown, words) => {
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates(shown));
    await open();
    for (const text of words) expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Live on your board')).toBeNull();
  });

  it('says what each price has changed by today, and nothing where it hasn’t', async () => {
    const rows = [
      pricedRow('gold_24k', 157_821, { day: dayFrom(157_371) }),
      pricedRow('gold_22k', 144_564, { day: dayFrom(145_014) }),
      pricedRow('silver', 236_450, { day: dayFrom(236_450) }),
    ];
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates({ rows }));
    await open();
    expect((await screen.findByRole('img', { name: 'Up ₹450 today' })).textContent).toBe('▲ ₹450 today');
    expect(screen.getByRole('img', { name: 'Down ₹450 today' }).textContent).toBe('▼ ₹450 today');
    expect(screen.getAllByRole('img', { name: /today$/ })).toHaveLength(2);
  });

  it('tells screen readers when its state changes, and not of each new time', async () => {
    await open();
    const told = (await screen.findByText('Live on your board')).closest('[role=status]')!;
    expect(told.textContent).toBe('Live on your board');
    expect(told.parentElement!.textContent).toMatch(/^Live on your boardUpdated 4:10 pmSubscription/);
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates({ state: 'closed' }));
    act(() => void dispatchEvent(new Event('focus')));
    await waitFor(() => expect(told.textContent).toBe('Market closed'));
  });

  it('says that the subscription has ended once that shows in its rates', async () => {
    jest.useFakeTimers({ now: NOW, advanceTimers: true });
    await open();
    await screen.findByText('Live on your board');
    api.refuse('GET', `/prices/user/${SHOP_ID}`, { status: 403, code: 'FORBIDDEN', message: 'Subscription ended' });
    api.reply('GET', '/user/profile/me', shop({ isSubscriptionValid: false, isSubscriptionExpired: true }));
    await act(() => jest.advanceTimersByTimeAsync(limits.profilePollMs));
    expect(await screen.findByText(/^Your subscription has ended/)).toBeTruthy();
    expect(screen.queryByText(/^No connection/)).toBeNull();
    jest.useRealTimers();
  });

  it('takes the server’s silence for no connection once an answer is overdue, as after a sleep, until one comes', async () => {
    jest.useFakeTimers({ now: NOW, advanceTimers: true });
    await open();
    await screen.findByText('Live on your board');
    const release = api.hold('GET', `/prices/user/${SHOP_ID}`);
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await pass(limits.profilePollMs + 19_000);
    expect(screen.getByText('Live on your board')).toBeTruthy();
    // Timers stand still in a sleep, after which the clock alone has gone on.
    jest.setSystemTime(NOW + 8 * 3_600_000);
    await pass(1_000);
    expect(screen.getByText('No connection. Reconnecting.')).toBeTruthy();
    expect(screen.getByText('1,57,821').closest('.now--old')).toBeTruthy();
    expect(isOff(screen.getByRole('button', { name: '15 min' }))).toBe(true);
    release();
    expect(await screen.findByText('Live on your board')).toBeTruthy();
    expect(isOff(screen.getByRole('button', { name: '15 min' }))).toBe(false);
    jest.useRealTimers();
  });

  it('counts by the clock that goes on when the other is set back', async () => {
    jest.useFakeTimers({ now: NOW, advanceTimers: true });
    await open();
    await screen.findByText('Live on your board');
    api.hold('GET', `/prices/user/${SHOP_ID}`);
    jest.setSystemTime(NOW - 8 * 3_600_000);
    await act(() => jest.advanceTimersByTimeAsync(limits.profilePollMs + 22_000));
    expect(screen.getByText('No connection. Reconnecting.')).toBeTruthy();
    jest.useRealTimers();
  });

  it('says the day of a rate that isn’t today’s', async () => {
    api.reply('GET', `/prices/user/${SHOP_ID}`, rates({ state: 'closed', lastUpdated: '2026-11-19T10:40:00.000Z' }));
    await open();
    expect(await screen.findByText('Rate as of 4:10 pm, 19 November')).toBeTruthy();
  });
});
