/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type OwnedScreen, type Screen, type ScreenAlarm, type ScreenStates, texts } from '@sarafa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { NOW, shop, SHOP_ID, tv } from '../../../testing/fixtures.js';
import { ADMIN_ID, adminsApi, asPhone, closePortal, enter, openAdmin, openAdminPage } from '../../../testing/portal.js';
import { ScreensPage } from './screens-page.js';
import { findScreens, listedScreens } from './find-screens.js';

const PAGE = '/admin/screens';
const STATES = `${PAGE}/states`;
const rowsOf = (...screens: OwnedScreen[]) => `${PAGE}?${new URLSearchParams({ ids: screens.map(({ id }) => id).join() })}`;
const open = () => openAdminPage(<ScreensPage />);
const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'down' } as const;
const HALF_PAST_THREE = '2026-11-20T10:00:00.000Z';
const user = userEvent.setup();
const owned = (index: number, changes: Partial<OwnedScreen> = {}): OwnedScreen => ({
  ...tv(index),
  ...{ username: 'mahalaxmi', shop_name: 'Mahalaxmi Jewellers' },
  ...changes,
});
const counter = owned(1, {
  name: 'Counter',
  state: 'offline',
  since: HALF_PAST_THREE,
  username: 'navkar',
  shop_name: 'Navkar Gold',
});
const front = owned(2, { name: 'Front window' });
const office = owned(3, { name: 'Office', is_off: true, shown: null, username: '', shop_name: '' });
const SCREENS = [counter, front, office];
const IN_STATES: ScreenStates = {
  count: 3,
  dark: [{ id: counter.id, state: 'offline', since: counter.since }],
  off: [office.id],
};
/** What is asked every 30 seconds is asked at once too when somebody comes back to the page. */
const comesBack = () => globalThis.dispatchEvent(new Event('focus'));

let api: FakeApi;
let putBack = () => undefined as void;
beforeEach(() => {
  api = adminsApi({ shops: [shop()] })
    .reply('GET', PAGE, SCREENS)
    .reply('GET', STATES, IN_STATES);
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  putBack();
  putBack = () => undefined;
  jest.restoreAllMocks();
});

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Screens' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    );
const names = async () => (await rows()).map(([name]) => name);
const search = () => screen.getByRole('searchbox', { name: 'Find a shop or a screen' });

describe('the screens of all shops', () => {
  it('are listed as the server orders them, with their shop', async () => {
    await openAdmin(PAGE);
    const device = 'Release 1a2b3c4d5e6f1920 × 1080';
    expect(await rows()).toEqual([
      ['CounterNavkar Gold', 'No answer since 3:30 pm', 'Last shown: Rates of 4:10 pm', device],
      ['Front windowMahalaxmi Jewellers', 'Playing', 'Rates of 4:10 pm', device],
      ['OfficeUnknown shop', 'Off-hours', '', device],
    ]);
    expect(screen.getByRole('link', { name: 'Screens' }).getAttribute('aria-current')).toBe('page');
  });

  it('are counted by state, and listed by it', async () => {
    await openAdmin(PAGE);
    const chips = within(await screen.findByRole('group', { name: 'State' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      ...['All 3', 'No answer 1', 'Frozen 0', 'Old rates 0', 'Not started 0', 'Off-hours 1', 'Playing 1'],
    ]);
    await user.click(screen.getByRole('button', { name: 'Off-hours 1' }));
    await waitFor(async () => expect(await names()).toEqual(['OfficeUnknown shop']));
    expect(location.search).toBe('?state=off');
    await user.click(screen.getByRole('button', { name: 'Frozen 0' }));
    await user.click(await screen.findByRole('button', { name: 'Show all screens' }));
    await waitFor(async () => expect(await names()).toHaveLength(3));
  });

  it('are found by shop and by name', async () => {
    await open();
    await rows();
    await enter(search(), 'gold COUNT');
    await waitFor(async () => expect(await names()).toEqual(['CounterNavkar Gold']));
    await user.type(search(), 'x');
    await screen.findByText('No screen matches.');
    await user.click(screen.getByRole('button', { name: 'Show all screens' }));
    await waitFor(async () => expect(await names()).toHaveLength(3));
  });

  it('are shown 25 at once, and found among ten thousand within a few frames', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      owned(index, { name: `Window ${index}`, shop_name: `Shop ${index}` }),
    );
    api.reply('GET', PAGE, many.slice(0, 60)).reply('GET', STATES, { count: 60, dark: [], off: [] });
    await open();
    expect(await rows()).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect((await names())[0]).toBe('Window 25Shop 25');
    // Where removals by others leave nothing of this page, the last one that is left is shown.
    api.reply('GET', PAGE, many.slice(0, 20)).reply('GET', STATES, { count: 20, dark: [], off: [] });
    comesBack();
    await waitFor(async () => expect((await names())[0]).toBe('Window 0Shop 0'));
    jest.restoreAllMocks();
    const all = listedScreens(many);
    const before = performance.now();
    expect(findScreens(all, 'window 99', 'playing')).toHaveLength(280);
    expect(performance.now() - before).toBeLessThan(100);
  });

  it('are cards on a phone', async () => {
    putBack = asPhone();
    await open();
    const cards = within(await screen.findByRole('list', { name: 'Screens' })).getAllByRole('listitem');
    expect(cards[0]!.textContent).toContain('CounterNavkar GoldNo answer since 3:30 pm');
    within(cards[0]!).getByRole('button', { name: 'Manage, Counter' });
  });

  it('say that they can’t be read, that there are none, and that they are old', async () => {
    api.refuse('GET', PAGE, DOWN);
    await open();
    await screen.findByText('The screens can’t be shown right now.');
    api.reply('GET', PAGE, []).reply('GET', STATES, { count: 0, dark: [], off: [] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No shop has paired a TV yet.');
    const listed = api.sent('GET', PAGE).length;
    api.refuse('GET', PAGE, DOWN).refuse('GET', STATES, DOWN);
    comesBack();
    await screen.findByText('These may be out of date: the server can’t be reached.');
    // The list itself isn't asked for meanwhile: it is what a server that comes back can least bear.
    expect(api.sent('GET', PAGE)).toHaveLength(listed);
  });

  it('are in their new states and order without the long list, and those on the page in full', async () => {
    await open();
    await rows();
    const frozen = { ...front, state: 'frozen', since: HALF_PAST_THREE, playing: { ad: 2, of: 5 } } as const;
    api
      .reply('GET', STATES, { count: 3, dark: [{ id: front.id, state: 'frozen', since: HALF_PAST_THREE }], off: [counter.id] })
      .reply('GET', rowsOf(front, office, counter), [
        frozen,
        { ...office, is_off: false },
        { ...counter, state: 'playing', is_off: true },
      ]);
    comesBack();
    await waitFor(async () =>
      expect((await rows()).map((cells) => cells.slice(0, 3))).toEqual([
        ['Front windowMahalaxmi Jewellers', 'Frozen since 3:30 pm', 'Last shown: Rates of 4:10 pm, ad 2 of 5'],
        ['OfficeUnknown shop', 'Playing', 'No rates on it'],
        ['CounterNavkar Gold', 'Off-hours', 'Rates of 4:10 pm'],
      ]),
    );
    screen.getByRole('button', { name: 'Off-hours 1' });
    expect(api.sent('GET', PAGE)).toHaveLength(1);
  });

  it('are read anew where there is another number of them, and gone where somebody else has removed them', async () => {
    await open();
    await rows();
    api.reply('GET', STATES, { ...IN_STATES, count: 4 }).reply('GET', PAGE, [...SCREENS, owned(4, { name: 'Hall' })]);
    comesBack();
    await waitFor(async () => expect(await names()).toContain('HallMahalaxmi Jewellers'));
    api.reply('GET', rowsOf(counter, front, office, owned(4)), [counter, front, office]);
    comesBack();
    await waitFor(async () => expect(await names()).toHaveLength(3));
    expect(api.sent('GET', PAGE)).toHaveLength(2);
  });

  it('are read anew where one is gone and another one is there, once for each that the list lacks', async () => {
    await open();
    await rows();
    const hall = owned(4, { name: 'Hall', state: 'never', since: HALF_PAST_THREE });
    const dark = [...IN_STATES.dark, { id: hall.id, state: hall.state, since: hall.since }];
    api.reply('GET', STATES, { ...IN_STATES, dark }).reply('GET', PAGE, [counter, front, hall]);
    api.reply('GET', rowsOf(counter, front, office), [counter, front]);
    comesBack();
    await waitFor(async () => expect(await names()).toContain('HallMahalaxmi Jewellers'));
    const lost = { id: owned(5).id, state: 'never', since: HALF_PAST_THREE };
    api.reply('GET', STATES, { ...IN_STATES, dark: [...dark, lost] });
    const asked = () => api.sent('GET', PAGE).length;
    comesBack();
    await waitFor(() => expect(asked()).toBe(3));
    const looks = api.sent('GET', STATES).length;
    comesBack();
    await waitFor(() => expect(api.sent('GET', STATES).length).toBeGreaterThan(looks));
    await screen.findByText(/Hall/);
    expect(asked()).toBe(3);
  });

  it('are all read where a gateway of the release before knows no states', async () => {
    api.refuse('GET', STATES, { status: 404, code: 'NOT_FOUND', message: 'Not found' });
    await open();
    await rows();
    const all = [{ ...counter, name: 'Till' }, front, office];
    api.reply('GET', PAGE, all).reply('GET', rowsOf(counter, front, office), all);
    comesBack();
    await waitFor(async () => expect((await names())[0]).toBe('TillNavkar Gold'));
    api.reply('GET', PAGE, all.slice(1));
    comesBack();
    await waitFor(async () => expect(await names()).toHaveLength(2));
    expect(screen.queryByText('These may be out of date: the server can’t be reached.')).toBeNull();
  });

  it('have no remote for a viewer, and no setting that can be changed', async () => {
    api.reply('GET', '/auth/me', { id: ADMIN_ID, username: 'asha', role: 'admin', admin_role: 'viewer', logo_url: '' });
    await open();
    await screen.findByRole('button', { name: 'Manage, Front window' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Identify, Front window' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Manage, Front window' }));
    const controls = (await screen.findByRole('dialog')).querySelectorAll('button, input');
    expect([...controls].filter((control) => !control.matches(':disabled')).map((one) => one.ariaLabel)).toEqual(['Close']);
  });

  it('have a remote, settings and an end, as on the dashboard', async () => {
    const { username: _, shop_name: __, ...bare } = front;
    const one: Screen = { ...bare, name: 'Street side' };
    api.reply('POST', `/screens/${front.id}/commands`, { message: texts.screens.done });
    api.reply('PUT', `/screens/${front.id}`, { message: texts.screens.updated, screen: one });
    api.reply('DELETE', `/screens/${front.id}`, { message: texts.screens.deleted });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Identify, Front window' }));
    await screen.findByText('Identify: done');
    await user.click(screen.getByRole('button', { name: 'Manage, Front window' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Front window' }));
    dialog.getByText('Mahalaxmi Jewellers');
    await user.clear(dialog.getByLabelText('Name'));
    await enter(dialog.getByLabelText('Name'), 'Street side');
    await user.keyboard('{Enter}');
    await screen.findByText('Screen updated successfully!');
    // The shop stays beside the new name, and the long list isn't read again.
    await waitFor(async () => expect(await names()).toContain('Street sideMahalaxmi Jewellers'));
    await user.click(dialog.getByRole('button', { name: 'Remove screen' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove screen' }));
    await screen.findByText('Screen removed successfully!');
    await waitFor(async () => expect(await names()).toEqual(['CounterNavkar Gold', 'OfficeUnknown shop']));
    expect(api.sent('GET', PAGE)).toHaveLength(1);
  });

  it('are added for a shop', async () => {
    api.reply('POST', '/screens/claim', { message: texts.screens.claimed, screen: tv(4) });
    await open();
    await user.click(screen.getByRole('button', { name: 'Add a screen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a screen' }));
    await enter(dialog.getByLabelText('Code on the TV'), 'abc234');
    await enter(dialog.getByLabelText('Name of the screen'), 'Hall');
    await user.click(dialog.getByRole('combobox', { name: 'Shop' }));
    await user.click(await screen.findByRole('option', { name: 'mahalaxmi (Mahalaxmi Jewellers)' }));
    api.reply('GET', PAGE, [...SCREENS, owned(4, { name: 'Hall' })]);
    await user.click(dialog.getByRole('button', { name: 'Add screen' }));
    await screen.findByText('Screen added successfully!');
    expect((await api.next('POST', '/screens/claim')).body).toEqual({ code: 'ABC234', name: 'Hall', userId: SHOP_ID });
    await waitFor(async () => expect(await names()).toContain('HallMahalaxmi Jewellers'));
  });

  it('have alarms, each with its shop and whether the provider was told', async () => {
    const alarm = (index: number, changes: Partial<ScreenAlarm>): ScreenAlarm => ({
      ...{
        id: String(index).padStart(24, 'a'),
        screen: front.id,
        name: 'Front window',
        userId: SHOP_ID,
        state: 'old',
        phones: 1,
      },
      ...{ since: HALF_PAST_THREE, at: '2026-11-20T10:05:00.000Z', ended_at: null, webhook: 'failed' },
      ...changes,
    });
    api.reply('GET', '/screens/alarms', [alarm(1, {}), alarm(2, { userId: 'f'.repeat(24), webhook: null })]);
    await open();
    await user.click(screen.getByRole('button', { name: 'Alarm history' }));
    const list = await screen.findByRole('list', { name: 'Alarm history' });
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'Front windowMahalaxmi JewellersOld ratesSince 3:30 pmTold 1 phone at 3:35 pm, Provider couldn’t be told',
        'Front windowUnknown shopOld ratesSince 3:30 pmTold 1 phone at 3:35 pm',
      ]),
    );
  });
});
