/** @jest-environment ./src/testing/web-environment.mjs */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { FakeNetwork } from '../../testing/fake-network.js';
import { dayFrom, HELD, LISTED, NOW, pricedRow, rates, row, shop, SHOP_ID } from '../../testing/fixtures.js';
import { BoardApp } from './board-app.js';
import { type BoardStore, startBoard } from './board-store.js';

let network: FakeNetwork;
let store: BoardStore;

function send(name: string, data: unknown): void {
  act(() => network.stream.send(name, data));
}

async function pass(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
}

async function openBoard(profile = shop(), tables = [row(1, 'Gold Coin 24K (8g)', 126_257)]): Promise<void> {
  store = startBoard(SHOP_ID);
  render(<BoardApp store={store} />);
  send('profile', profile);
  send('prices', rates());
  send('custom-tables', tables);
  send('maintenance', { isMaintenanceMode: false, enabled: true });
  send('heartbeat', { now: new Date(NOW).toISOString() });
  await pass(1_500);
}

function cells(): string[] {
  return screen.getAllByRole('article').map((cell) => cell.textContent ?? '');
}

beforeEach(() => {
  // Frames come as in a browser, but aren't awaited one by one, which would take seconds for a minute of them.
  jest.useFakeTimers({ now: NOW, doNotFake: ['requestAnimationFrame', 'cancelAnimationFrame'] });
  localStorage.clear();
  network = new FakeNetwork();
  network.install();
});
afterEach(() => {
  cleanup();
  store.stop();
  jest.useRealTimers();
});

describe('the public board', () => {
  it('shows its loading screen for a second and a half, then the rates', async () => {
    store = startBoard(SHOP_ID);
    render(<BoardApp store={store} />);
    send('profile', shop());
    send('prices', rates());
    await pass(1_499);
    expect(screen.getByText('Preparing your premium gold trading experience...')).toBeTruthy();
    expect(screen.queryAllByRole('article')).toEqual([]);
    await pass(1);
    expect(cells()).toHaveLength(4);
    expect(screen.queryByText('Preparing your premium gold trading experience...')).toBeNull();
  });

  it('has its rates, and what they need, laid out behind the loading screen, and no film yet', async () => {
    store = startBoard(SHOP_ID);
    render(<BoardApp store={store} />);
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
    store = startBoard(SHOP_ID);
    render(<BoardApp store={store} />);
    Object.assign(performance, { getEntriesByName: undefined });
    send('profile', shop());
    send('prices', rates());
    await pass(499);
    expect(screen.queryAllByRole('article')).toEqual([]);
    await pass(1);
    expect(cells()).toHaveLength(4);
  });

  it("has the loading screen in the page's HTML as it is rendered", () => {
    const html = new DOMParser().parseFromString(readFileSync('board.html', 'utf8'), 'text/html');
    store = startBoard(SHOP_ID);
    render(<BoardApp store={store} />);
    const written = html.querySelector('#root .over')!;
    const withoutPicture = (screen: Element) => {
      screen.querySelector('img')!.removeAttribute('src');
      return screen.outerHTML.replace(/>\s+</g, '><');
    };
    expect(withoutPicture(written)).toBe(withoutPicture(document.querySelector('section.over')!));
  });

  it('shows the shop, the time in Kolkata, each price in rupees, and the duty', async () => {
    network.reply('/prices/import-duty', { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '1970-01-01T00:00:00.000Z' });
    await openBoard();
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
    expect(screen.getByText('Import duty included: gold 5%, silver 6%')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('Live Updated 4:10 pm');
    expect(document.title).toBe('Mahalaxmi Jewellers · Sarafa');
  });

  it('falls back to the default name and its letter', async () => {
    await openBoard(shop({ shop_name: '' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Gold Trading Shop');
    expect(screen.getByText('G')).toBeTruthy();
  });

  it('flashes a rise green and a fall red for two seconds, with the rupees', async () => {
    await openBoard();
    send('prices', { ...rates({ gold24: 158_133 }), silver: { sell: 235_300, buy: 225_888 } });
    const [gold, , , silver] = screen.getAllByRole('article');
    expect(gold!.className).toContain('flash-up');
    expect(gold!.querySelector('.cell__move')!.textContent).toBe('312');
    expect(silver!.className).toContain('flash-down');
    expect(silver!.querySelector('.cell__move')!.textContent).toBe('1,150');
    await pass(2_000);
    expect(document.querySelector('.flash-up, .flash-down')).toBeNull();
  });

  it('turns the stage for the vertical layout', async () => {
    await openBoard(shop({ layout_orientation: 'vertical' }));
    expect(document.querySelector('.board')!.className).toContain('board--vertical');
  });

  it('marks every rate with its time when the connection is lost', async () => {
    await openBoard();
    act(() => network.cut());
    await pass(6_000);
    expect(document.querySelector('.board')!.className).toContain('is-offline');
    expect(screen.getByRole('status').textContent).toContain('Rate as of 4:10 pm No connection. Reconnecting.');
    expect(document.querySelectorAll('.cell__asof')).toHaveLength(5);
  });

  it('marks the market alone when only its rates are late', async () => {
    await openBoard();
    send('prices', rates({ state: 'stale' }));
    expect(Array.from(document.querySelectorAll('.cell__asof'), (tag) => tag.textContent)).toEqual(Array(4).fill('4:10 pm'));
  });

  it('never looks live with sample data', async () => {
    await openBoard();
    send('prices', rates({ state: 'sample' }));
    expect(document.querySelector('.board')!.className).toContain('is-sample');
    expect(screen.getByRole('status').textContent).toContain('Sample data');
    expect(document.querySelectorAll('.cell__asof')).toHaveLength(4);
  });

  it('turns pages of twelve every twelve seconds', async () => {
    const tables = Array.from({ length: 10 }, (_, index) => row(index + 1, `Row ${index + 1}`, 100 + index));
    await openBoard(shop(), tables);
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
    await openBoard();
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
    await openBoard();
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
    await openBoard();
    send('prices', rates(LISTED));
    expect(screen.getByRole('status').textContent).toContain('Zaveri Association rate, set 9:40 am');
    send('prices', rates(HELD));
    expect(screen.getByRole('status').textContent).toContain('Rate held since 4:10 pm Until 5:10 pm');
  });

  it('speaks the language of its shop once it has the messages, and rates the whole time', async () => {
    await openBoard();
    send('profile', shop({ language: 'hi' }));
    expect(cells()[0]).toBe('24K GOLD (10g)₹1,57,821');
    await act(async () => void (await import('../../languages/hi.json', { with: { type: 'json' } })));
    expect(cells()).toEqual([
      '24 कैरेट सोना (10 ग्राम)₹1,57,821',
      '22 कैरेट सोना (10 ग्राम)₹1,44,564',
      '18 कैरेट सोना (10 ग्राम)₹1,18,366',
      'चाँदी (1 किलो)₹2,36,450',
      'Gold Coin 24K (8g)₹1,26,257',
    ]);
    expect(screen.getByRole('status').textContent).toContain('4:10 pm पर अपडेट');
    expect(screen.getByText('शुक्रवार, 20 नवंबर 2026')).toBeTruthy();
    expect(document.documentElement.lang).toBe('hi');
    send('profile', shop({ language: 'en' }));
    expect(cells()[0]).toBe('24K GOLD (10g)₹1,57,821');
    expect(document.documentElement.lang).toBe('en-IN');
  });

  it('shows every number in the digits of its language, and what the shop has typed as it is', async () => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await openBoard();
    send('profile', shop({ language: 'hi', numerals: 'native' }));
    await act(async () => void (await import('../../languages/hi.json', { with: { type: 'json' } })));
    expect(cells()).toEqual([
      '२४ कैरेट सोना (१० ग्राम)₹१,५७,८२१',
      '२२ कैरेट सोना (१० ग्राम)₹१,४४,५६४',
      '१८ कैरेट सोना (१० ग्राम)₹१,१८,३६६',
      'चाँदी (१ किलो)₹२,३६,४५०',
      'Gold Coin 24K (8g)₹१,२६,२५७',
    ]);
    expect(screen.getByRole('status').textContent).toContain('४:१० pm पर अपडेट');
    expect(screen.getByText('शुक्रवार, २० नवंबर २०२६')).toBeTruthy();
    expect(screen.getByRole('img', { name: '₹१,५७,८२१' })).toBeTruthy();
    expect(document.querySelector('.clock')!.textContent).toMatch(/^[०-९]+:[०-९]{2}:[०-९]{2}pm$/);
    expect(document.querySelector('.foot')!.textContent).not.toMatch(/[0-9]/);
    send('profile', shop({ language: 'hi' }));
    expect(cells()[0]).toBe('24 कैरेट सोना (10 ग्राम)₹1,57,821');
    send('profile', shop({ language: 'en', numerals: 'native' }));
    expect(cells()[0]).toBe('24K GOLD (10g)₹1,57,821');
  });

  it('says its labels in a second language too, in turns with the first, and nothing that the shop has typed', async () => {
    const turn = () => document.querySelector('.tray')!.getAttribute('data-turn');
    const seconds = () => Array.from(document.querySelectorAll('.cell__txt[lang]'), (text) => text.textContent);
    await openBoard();
    send('profile', shop({ second_language: 'hi' }));
    expect(seconds()).toEqual([]);
    await act(async () => void (await import('../../languages/hi.json', { with: { type: 'json' } })));
    const hindi = ['24 कैरेट सोना (10 ग्राम)', '22 कैरेट सोना (10 ग्राम)', '18 कैरेट सोना (10 ग्राम)', 'चाँदी (1 किलो)'];
    expect(seconds()).toEqual(hindi);
    expect(document.querySelector('.cell__txt[lang]')!.getAttribute('lang')).toBe('hi');
    expect(cells()[0]).toBe('24K GOLD (10g)24 कैरेट सोना (10 ग्राम)₹1,57,821');
    expect(cells()[4]).toBe('Gold Coin 24K (8g)₹1,26,257');
    expect(turn()).toBe('1');
    act(() => jest.advanceTimersByTime(12_000));
    expect(turn()).toBe('2');
    act(() => jest.advanceTimersByTime(12_000));
    expect(turn()).toBe('1');
    expect(document.documentElement.lang).toBe('en-IN');
    send('profile', shop({ language: 'hi', second_language: 'hi' }));
    expect(seconds()).toEqual([]);
    send('profile', shop({ second_language: null, language: 'en' }));
    expect(seconds()).toEqual([]);
  });

  it('comes back when the reason goes', async () => {
    await openBoard();
    send('maintenance', { isMaintenanceMode: true, enabled: true });
    send('maintenance', { isMaintenanceMode: false, enabled: true });
    expect(cells()).toHaveLength(5);
  });
});
