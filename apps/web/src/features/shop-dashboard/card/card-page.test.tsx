/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { shop, SHOP_ID } from '../../../testing/fixtures.js';
import { closePortal, isOff, openPortal, shopApi } from '../../../testing/portal.js';

const PAGE = `/user-dashboard/${SHOP_ID}/card`;
const SETTINGS = `/user/profile-settings/${SHOP_ID}`;
const TEXT = 'Zaveri\n24K GOLD (10g): ₹1,57,821\n';
const user = userEvent.setup();
let api: FakeApi;

const at = (query: string) => `/user/rate-card/${SHOP_ID}.png?${query}`;
const withCard = (query: string, text = TEXT) =>
  api
    .answer('GET', at(query), `picture ${query}`, { 'card-state': text })
    .answer('GET', at(`${query}&format=text`), text, { 'card-state': text });
const picture = () => screen.findByRole<HTMLImageElement>('img', { name: /^Zaveri/ });

beforeEach(() => {
  api = shopApi();
  withCard('shape=post&theme=plain');
});
afterEach(() => {
  jest.useRealTimers();
  Object.assign(navigator, { canShare: undefined, share: undefined });
  closePortal();
});

describe('the card of a shop', () => {
  it('is shown as its picture, which says its text, in the chosen shape and theme', async () => {
    withCard('shape=story&theme=plain').answer('GET', at('shape=story&theme=onam'), 'p');
    const give = api.hold('GET', at('shape=post&theme=plain'));
    openPortal(PAGE);
    await screen.findByText('Making the card...');
    give();
    expect((await picture()).alt).toBe(TEXT);
    await user.click(screen.getByText('Story'));
    await api.next('GET', at('shape=story&theme=plain&format=text'));
    expect((await picture()).className).toContain('story');
    api.answer('GET', at('shape=story&theme=onam&format=text'), 'Zaveri, Onam');
    await user.selectOptions(screen.getByLabelText('Theme'), 'Onam');
    await screen.findByRole('img', { name: 'Zaveri, Onam' });
  });

  it('is saved and copied where the device has no sheet to share by', async () => {
    openPortal(PAGE);
    await picture();
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await user.click(screen.getByRole('button', { name: 'Save picture' }));
    await screen.findByText('The picture is saved.');
    expect(saved).toEqual([expect.stringMatching(/^rate-card-20\d\d-\d\d-\d\d\.png$/)]);
    await user.click(screen.getByRole('button', { name: 'Copy text' }));
    await screen.findByText('The text is copied.');
    expect(await navigator.clipboard.readText()).toBe(TEXT);
  });

  it('is shared by the device’s own sheet, as a file or as text', async () => {
    const shared = jest.fn(async (_: { files?: File[]; text?: string }) => undefined);
    Object.assign(navigator, { canShare: () => true, share: shared });
    openPortal(PAGE);
    await picture();
    await user.click(screen.getByRole('button', { name: 'Share picture' }));
    await user.click(screen.getByRole('button', { name: 'Share text' }));
    const [[file], [text]] = shared.mock.calls as [[{ files: File[] }], [{ text: string }]];
    expect([file.files[0]!.type, text]).toEqual(['image/png', { text: TEXT }]);
  });

  it('says why there is none, and comes with the next try', async () => {
    const message = 'Rates are not available yet';
    api.refuse('GET', at('shape=post&theme=plain'), { status: 503, code: 'UNAVAILABLE', message });
    openPortal(PAGE);
    await screen.findByText(message);
    withCard('shape=post&theme=plain');
    const give = api.hold('GET', at('shape=post&theme=plain'));
    const again = screen.getByRole('button', { name: 'Try again' });
    await user.click(again);
    expect(isOff(again)).toBe(true);
    give();
    await picture();
  });

  it('is of one state with its text, also where a quote comes in between', async () => {
    const give = api.hold('GET', at('shape=post&theme=plain'));
    openPortal(PAGE);
    await api.next('GET', at('shape=post&theme=plain'));
    withCard('shape=post&theme=plain', 'Zaveri, later');
    give();
    await screen.findByRole('img', { name: 'Zaveri, later' });
    expect(api.sent('GET', at('shape=post&theme=plain'))).toHaveLength(2);
  });

  it('is no page that another server answers', async () => {
    api.answer('GET', at('shape=post&theme=plain&format=text'), { page: 'of a network that asks for a sign-in' });
    openPortal(PAGE);
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('img', { name: /Zaveri|page/ })).toBeNull();
  });

  it('stays without an answer, which is said, and is the new one with the next', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    openPortal(PAGE);
    await picture();
    api.isAway = true;
    await act(async () => void jest.advanceTimersByTime(limits.profilePollMs));
    await screen.findByText(/^No new card could be had\./);
    await picture();
    api.isAway = false;
    withCard('shape=post&theme=plain', 'Zaveri, later');
    await act(async () => void jest.advanceTimersByTime(limits.profilePollMs));
    await screen.findByRole('img', { name: 'Zaveri, later' });
    expect(screen.queryByText(/^No new card could be had\./)).toBeNull();
  });

  it('is asked for at once when somebody looks at the page again, and isn’t handed over before after a sleep', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    openPortal(PAGE);
    await picture();
    const asked = () => api.sent('GET', at('shape=post&theme=plain')).length;
    const before = asked();
    const give = api.hold('GET', at('shape=post&theme=plain'));
    withCard('shape=post&theme=plain', 'Zaveri, later');
    jest.setSystemTime(Date.now() + 60_000);
    fireEvent(document, new Event('visibilitychange'));
    await screen.findByText(/^This card is of a while ago/);
    expect([asked() - before, isOff(screen.getByRole('button', { name: 'Save picture' }))]).toEqual([1, true]);
    fireEvent(window, new Event('online'));
    give();
    await screen.findByRole('img', { name: 'Zaveri, later' });
    expect([asked() - before, isOff(screen.getByRole('button', { name: 'Save picture' }))]).toEqual([1, false]);
    expect(screen.queryByText(/^This card is of a while ago/)).toBeNull();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(asked() - before).toBe(2));
  });

  it('is no longer asked for once another one is chosen', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    withCard('shape=story&theme=plain');
    const give = api.hold('GET', at('shape=post&theme=plain'));
    openPortal(PAGE);
    await api.next('GET', at('shape=post&theme=plain'));
    fireEvent.click(await screen.findByText('Story'));
    await picture();
    give();
    for (let round = 0; round < 3; round++) await act(() => jest.advanceTimersByTimeAsync(limits.profilePollMs));
    expect(api.sent('GET', at('shape=post&theme=plain'))).toHaveLength(1);
    expect(api.sent('GET', at('shape=story&theme=plain')).length).toBeGreaterThan(2);
  });

  it('is the last one that the device has had where the page is opened without a network', async () => {
    openPortal(PAGE);
    const { src } = await picture();
    const kept = { ...localStorage };
    closePortal();
    api = shopApi();
    Object.assign(localStorage, kept);
    openPortal(PAGE);
    expect((await picture()).src).toBe(src);
    await screen.findByText(/^No new card could be had\./);
  });

  it('is told of at the time that the shop chooses', async () => {
    api.reply('PUT', SETTINGS, { message: 'Saved', user: shop({ card_time: '09:45' }) });
    openPortal(PAGE);
    await picture();
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: /^Tell this shop’s phones every day/ });
    expect(toggle.checked).toBe(false);
    await user.click(toggle);
    const time = screen.getByLabelText<HTMLInputElement>('At');
    expect(time.value).toBe('10:00');
    fireEvent.change(time, { target: { value: '' } });
    screen.getByText('Please give a time such as 10:00.');
    fireEvent.change(time, { target: { value: '09:45' } });
    await user.click(screen.getByRole('button', { name: 'Save reminder' }));
    expect((await api.next('PUT', SETTINGS)).body).toEqual({ card_time: '09:45' });
    await waitFor(() => expect(screen.getByText('The reminder is saved.')).toBeTruthy());
    // Switched off by mistake, and on again.
    for (let tap = 0; tap < 2; tap++) await userEvent.click(screen.getByRole('switch'));
    expect(screen.getByLabelText<HTMLInputElement>('At').value).toBe('09:45');
    // Without a reminder the pressed button is removed.
    api.reply('PUT', SETTINGS, { message: 'Saved', user: shop({ card_time: null }) });
    await user.click(screen.getByRole('switch'));
    await user.click(screen.getByRole('button', { name: 'Save reminder' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('switch')));
  });
});
