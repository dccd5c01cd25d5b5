/** @jest-environment ./src/testing/web-environment.mjs */
import { readFileSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { dayFrom, HELD, LISTED, NOW, pricedRow, rates, row, shop } from '../../testing/fixtures.js';
import { shownBoard } from '../../testing/shown-board.js';

const board = shownBoard();
const { start, open, send, pass, cells } = board;

describe('the public board', () => {
  it('shows its loading screen for a second and a half, then the rates', async () => {
    start();
    send('profile', shop());
    send('prices', rates());
    send('heartbeat', { now: new Date(NOW).toISOString() });
    await pass(1_499);
    expect(screen.getByText('Preparing your premium gold trading experience...')).toBeTruthy();
    expect(screen.queryAllByRole('article')).toEqual([]);
    await pass(1);
    expect(cells()).toHaveLength(4);
    expect(screen.queryByText('Preparing your premium gold trading experience...')).toBeNull();
  });

  it('has its rates, and what they need, laid out behind the loading screen, and no film yet', async () => {
    start();
    send('profile', shop());
    send('prices', rates());
    send('heartbeat', { now: new Date(NOW).toISOString() });
    const [card] = screen.getAllByRole('article', { hidden: true });
    expect(document.querySelector('video')).toBeNull();
    await pass(1_500);
    expect(screen.getAllByRole('article')[0]).toBe(card);
    expect(document.querySelector('.ground video')).not.toBeNull();
  });

  it('counts the loading screen from the first paint, because the HTML has it already', async () => {
    const painted = { startTime: performance.now() - 1_000 } as PerformanceEntry;
    const entries = jest.fn((name: string) => (name === 'first-contentful-paint' ? [painted] : []));
    Object.assign(performance, { getEntriesByName: entries });
    start();
    Object.assign(performance, { getEntriesByName: undefined });
    send('profile', shop());
    send('prices', rates());
    send('heartbeat', { now: new Date(NOW).toISOString() });
    await pass(499);
    expect(screen.queryAllByRole('article')).toEqual([]);
    await pass(1);
    expect(cells()).toHaveLength(4);
  });

  it("has the loading screen in the page's HTML as it is rendered", () => {
    const html = new DOMParser().parseFromString(readFileSync('board.html', 'utf8'), 'text/html');
    start();
    const written = html.querySelector('#root .over')!;
    const withoutPicture = (screen: Element) => {
      screen.querySelector('img')!.removeAttribute('src');
      return screen.outerHTML.replace(/>\s+</g, '><');
    };
    expect(withoutPicture(written)).toBe(withoutPicture(document.querySelector('section.over')!));
  });

  it('shows the shop, the time in Kolkata, each price in rupees, and the duty', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mahalaxmi Jewellers');
    expect(screen.getByText('4:10:33').textContent).toBe('4:10:33pm');
    expect(screen.getByText('Friday, 20 November 2026')).toBeTruthy();
    expect(cells()).toEqual([
      '24K GOLD (10g)₹1,57,821',
      '22K GOLD (10g)₹1,44,564',
      '18K GOLD (10g)₹1,18,366',
      'SILVER (1kg)₹2,36,450',
      'Gold Coin 24K (8g)₹1,26,257',
    ]);
    expect(screen.getByRole('img', { name: '₹1,57,821' })).toBeTruthy();
    // Of a gateway of the release before, which sends no rows with them.
    expect(screen.getByText('Import duty included')).toBeTruthy();
    send('prices', rates({ rows: [pricedRow('a', 1), pricedRow('b', 1, { metal: 'silver' })] }));
    expect(screen.getByText('Import duty included: gold 5%, silver 6%')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('Live Updated 4:10 pm');
    expect(document.title).toBe('Mahalaxmi Jewellers · Sarafa');
  });

  it('falls back to the default name and its letter', async () => {
    await open(shop({ shop_name: '' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gold Trading Shop');
    expect(screen.getByText('G')).toBeTruthy();
  });

  it('flashes a rise green and a fall red for two seconds, with the rupees', async () => {
    await open();
    send('prices', { ...rates({ gold24: 158_133 }), silver: { sell: 235_300, buy: 225_888 } });
    const [gold, , , silver] = screen.getAllByRole('article');
    expect(gold!.className).toContain('flash-up');
    expect(gold!.querySelector('.cell__change')!.textContent).toBe('312');
    expect(silver!.className).toContain('flash-down');
    expect(silver!.querySelector('.cell__change')!.textContent).toBe('1,150');
    await pass(2_000);
    expect(document.querySelector('.flash-up, .flash-down')).toBeNull();
  });

  it('turns the stage for the vertical layout', async () => {
    await open(shop({ layout_orientation: 'vertical' }));
    expect(document.querySelector('.board')!.className).toContain('board--vertical');
  });

  it('marks every rate with its time when the connection is lost', async () => {
    await open();
    act(() => board.network.cut());
    await pass(6_000);
    expect(document.querySelector('.board')!.className).toContain('is-offline');
    expect(screen.getByRole('status').textContent).toContain('Rate as of 4:10 pm No connection. Reconnecting.');
    expect(document.querySelectorAll('.cell__asof')).toHaveLength(5);
  });

  it('marks the market alone when only its rates are late', async () => {
    await open();
    send('prices', rates({ state: 'stale' }));
    expect(Array.from(document.querySelectorAll('.cell__asof'), (tag) => tag.textContent)).toEqual(Array(4).fill('4:10 pm'));
  });

  it('never looks live with sample data', async () => {
    await open();
    send('prices', rates({ state: 'sample' }));
    expect(document.querySelector('.board')!.className).toContain('is-sample');
    expect(screen.getByRole('status').textContent).toContain('Sample data');
    expect(document.querySelectorAll('.cell__asof')).toHaveLength(4);
  });

  it('turns pages of twelve every twelve seconds', async () => {
    const tables = Array.from({ length: 10 }, (_, index) => row(index + 1, `Row ${index + 1}`, 100 + index));
    await open(shop(), tables);
    expect(cells()).toHaveLength(12);
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await pass(12_000);
    expect(cells()).toEqual(['Row 9₹108', 'Row 10₹109']);
    await pass(12_000);
    expect(cells()).toHaveLength(12);
  });

  it.each([
    ['profile', shop({ isSubscriptionValid: false }), 'Subscription Ended', 'Your 1-year subscription has expired.'],
    [
      'maintenance',
      { isMaintenanceMode: false, enabled: false },
      'Under Maintenance',
      'We are currently performing scheduled maintenance to improve our services.',
    ],
    [
      'maintenance',
      { isMaintenanceMode: true, enabled: true },
      'Under Maintenance',
      'We are currently performing maintenance on our site. Please check back later. We apologize for any inconvenience.',
    ],
    ['gone', {}, 'Board not found', 'Please check the address of this board.'],
  ])('covers the rates when the event %s says so, and says why', async (name, data, title, line) => {
    await open();
    send(name, data);
    expect(screen.queryAllByRole('article')).toHaveLength(0);
    expect(screen.getByRole('heading').textContent).toBe(title);
    expect(screen.getByText(line)).toBeTruthy();
  });

  it('says in each card of the market what its price has changed by today, where the shop wants it', async () => {
    const rows = [
      pricedRow('gold_24k', 157_821, { day: dayFrom(157_371) }),
      pricedRow('gold_22k', 144_564, { day: dayFrom(145_014) }),
    ];
    await open();
    send('prices', rates({ rows }));
    expect(cells()[0]).toBe('24K GOLD (10g)₹1,57,821');
    send('profile', shop({ show_day_change: true }));
    expect(cells().map((text) => text.slice(text.indexOf(')') + 1))).toEqual([
      '▲ ₹450 today₹1,57,821',
      '▼ ₹450 today₹1,44,564',
      '₹1,18,366',
      '₹2,36,450',
      '₹1,26,257',
    ]);
    expect(screen.getByRole('img', { name: 'Down ₹450 today' })).toBeTruthy();
  });

  it('names the list that its rates are of, and says since when and until when they are held', async () => {
    await open();
    send('prices', rates(LISTED));
    expect(screen.getByRole('status').textContent).toContain('Zaveri Association rate, set 9:40 am');
    send('prices', rates(HELD));
    expect(screen.getByRole('status').textContent).toContain('Rate held since 4:10 pm Until 5:10 pm');
  });

  it('comes back when the reason goes', async () => {
    await open();
    send('maintenance', { isMaintenanceMode: true, enabled: true });
    send('maintenance', { isMaintenanceMode: false, enabled: true });
    expect(cells()).toHaveLength(5);
  });
});
