/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SHOP_ID } from '../../testing/fixtures.js';
import { closePortal, openPortal, openShop, shopApi } from '../../testing/portal.js';

const DASHBOARD = `/user-dashboard/${SHOP_ID}`;
type Scrolled = Pick<IntersectionObserverEntry, 'isIntersecting' | 'target'>[];
let tell: (entries: Scrolled) => void;
const observed = new Set<Element>();

beforeEach(() => {
  shopApi();
  observed.clear();
  // The bar's own observer; the others ask what is near.
  const Near = globalThis.IntersectionObserver;
  globalThis.IntersectionObserver = class {
    constructor(told: (entries: Scrolled) => void, options: { rootMargin: string }) {
      if (!options.rootMargin.includes('-')) return new Near(told as never, options) as never;
      tell = told;
    }
    observe = (part: Element) => void observed.add(part);
    disconnect = () => observed.clear();
  } as never;
});
afterEach(closePortal);

const bar = () => screen.getByRole('navigation', { name: 'Dashboard' });
const current = () => [...bar().querySelectorAll('[aria-current]')].map((link) => link.textContent);
/** Scrolls until these parts are where the bar looks. */
const scrollTo = (...ids: string[]) =>
  act(() => tell([...observed].map((target) => ({ target, isIntersecting: ids.includes(target.id) }))));

it('says which part of the dashboard is on the screen, the rates above all others', async () => {
  await openShop();
  expect(
    within(bar())
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Rates', 'Estimate', 'Card', 'Ads & screens', 'Settings']);
  expect(current()).toEqual(['Rates']);
  scrollTo('ads');
  expect(current()).toEqual(['Ads & screens']);
  scrollTo('settings');
  expect(current()).toEqual(['Settings']);
  scrollTo();
  expect(current()).toEqual(['Rates']);
});

it('leads to a part, which has the focus then, and not into the history', async () => {
  await openShop();
  const before = history.length;
  const shown = jest.spyOn(HTMLElement.prototype, 'scrollIntoView');
  for (const [name, id] of [
    ['Settings', 'settings'],
    ['Ads & screens', 'ads'],
    ['Rates', 'rates'],
  ] as const) {
    within(bar()).getByRole('link', { name }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.id).toBe(id));
    expect(shown.mock.contexts.at(-1)).toBe(document.activeElement);
  }
  expect([location.pathname + location.hash, history.length]).toEqual([`${DASHBOARD}#rates`, before]);
  shown.mockRestore();
});

it('stands on the estimate too, from which it leads back to a part', async () => {
  openPortal(`${DASHBOARD}/estimate`);
  await screen.findByRole('heading', { level: 1, name: 'Estimate' });
  expect(current()).toEqual(['Estimate']);
  await userEvent.click(within(bar()).getByRole('link', { name: 'Settings' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('settings'));
  expect(location.pathname + location.hash).toBe(`${DASHBOARD}#settings`);
});

it('leads to pages whose main part has the focus then, also on the way back, and not where one was just opened', async () => {
  await openShop();
  expect(document.activeElement).toBe(document.body);
  for (const [link, heading] of [
    ['Estimate', 'Estimate'],
    ['Card', 'Rate card'],
    ['Dashboard', 'Mahalaxmi Jewellers'],
  ] as const) {
    await userEvent.click(screen.getByRole('link', { name: link }));
    await screen.findByRole('heading', { level: 1, name: heading });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  }
});

it('leads to what holds the rates', async () => {
  openPortal(`${DASHBOARD}#hold`);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Hold rates'));
});
