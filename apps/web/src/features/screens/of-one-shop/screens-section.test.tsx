/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Screen, type ScreenAlarm, texts } from '@sarafa/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.js';
import { FakePush } from '../../../testing/fake-push.js';
import { NOW, SHOP_ID, tv } from '../../../testing/fixtures.js';
import {
  ADMIN_ID,
  closePortal,
  enter,
  isOff,
  keptAs,
  openPart,
  openPortal,
  openShop,
  shopApi,
} from '../../../testing/portal.js';
import { ScreensSection } from './screens-section.js';

const DOWN = { status: 503, code: 'UNAVAILABLE', message: 'down' } as const;
const OWN = '/screens/me';
const front = tv(1, { name: 'Front window', playing: { ad: 2, of: 5 } });
const counter = tv(2, { name: 'Counter', state: 'offline', since: '2026-11-20T10:30:00.000Z', release: null, viewport: null });
const path = (one: Screen, rest = '') => `/screens/${one.id}${rest}`;

let api: FakeApi;
const user = userEvent.setup();
beforeEach(() => {
  api = shopApi().reply('GET', OWN, [front, counter]);
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  closePortal();
  jest.restoreAllMocks();
});

const open = () => openPart((own) => <ScreensSection shop={own} />);
const list = () => screen.findByRole('list', { name: 'Screens' });
const items = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map((item) => within(item).getAllByText(/./, { selector: 'strong, span:not(:has(span)):not([class*=Button])' }))
    .map((parts) => parts.map(({ textContent }) => textContent));
const manage = async (one = front) => {
  await user.click(await screen.findByRole('button', { name: `Manage, ${one.name}` }));
  return within(await screen.findByRole('dialog', { name: one.name }));
};
const withState = (changes: Partial<Screen>) => tv(1, { since: '2026-11-20T10:30:00.000Z', ...changes });

describe("a shop's screens", () => {
  it('say how each is, since when, and what it shows', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Your screens (2/20)' });
    expect(await items()).toEqual([
      ['Front window', 'Playing', 'Rates of 4:10 pm, ad 2 of 5', 'Release 1a2b3c4d5e6f, 1920 × 1080'],
      ['Counter', 'No answer since 4:00 pm', 'Last shown: Rates of 4:10 pm'],
    ]);
  });

  it.each<[string, Partial<Screen>, string[]]>([
    ['old', { state: 'old' }, ['Shows old rates since 4:00 pm', 'Rates of 4:10 pm']],
    ['frozen', { state: 'frozen', playing: { ad: 1, of: 2 }, shown: null }, ['Frozen since 4:00 pm', 'Last shown: Ad 1 of 2']],
    ['never', { state: 'never', shown: null, seen_at: null }, ['Has not started yet']],
    ['off', { is_off: true, shown: null }, ['Off-hours']],
    ['ad', { shown: null, playing: { ad: 1, of: 2 } }, ['Playing', 'Ad 1 of 2']],
    ['nothing', { shown: null }, ['Playing', 'No rates on it']],
    [
      'snoozed',
      { snoozed_until: '2026-11-21T00:30:00.000Z' },
      ['Playing', 'Rates of 4:10 pm', 'No alarms until 6:00 am, 21 November'],
    ],
    ['over', { snoozed_until: '2026-11-20T00:30:00.000Z' }, ['Playing', 'Rates of 4:10 pm']],
  ])('are said in words: %s', async (_, changes, said) => {
    api.reply('GET', OWN, [withState({ release: null, viewport: null, ...changes })]);
    await open();
    expect(await items()).toEqual([['Window 1', ...said]]);
  });

  it('begin with how a TV is paired', async () => {
    api.reply('GET', OWN, []);
    await open();
    await screen.findByText('No screens yet.');
    const steps = within(screen.getByRole('list', { name: 'How to add a screen' })).getAllByRole('listitem');
    expect(steps[0]!.textContent).toBe(`Open ${location.host}/tv in the browser of the TV.`);
    await user.click(screen.getByRole('button', { name: 'Add a screen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a screen' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Code on the TV'));
    await enter(dialog.getByLabelText('Code on the TV'), 'abc234');
    await enter(dialog.getByLabelText('Name of the screen'), 'Front window');
    api.reply('POST', '/screens/claim', { message: texts.screens.claimed, screen: front }).reply('GET', OWN, [front]);
    await user.click(dialog.getByRole('button', { name: 'Add screen' }));
    await screen.findByText('Screen added successfully!');
    expect((await items())[0]![0]).toBe('Front window');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are at most twenty', async () => {
    api.reply(
      'GET',
      OWN,
      Array.from({ length: 20 }, (_, index) => tv(index)),
    );
    await open();
    await screen.findByText('A shop may have at most 20 screens. Remove one to add another.');
    expect(screen.queryByRole('button', { name: 'Add a screen' })).toBeNull();
  });

  it('say that they can’t be read, and are asked for again', async () => {
    api.refuse('GET', OWN, DOWN);
    await open();
    const failed = (await screen.findByText('The screens can’t be shown right now.')).parentElement!;
    api.reply('GET', OWN, [front]);
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    await list();
  });

  it('are read again every ten seconds, and say when that fails', async () => {
    jest.useFakeTimers({ doNotFake: ['Date', 'performance'] });
    try {
      await open();
      await list();
      api.reply('GET', OWN, [{ ...front, state: 'frozen', since: '2026-11-20T10:30:00.000Z' }]);
      act(() => void jest.advanceTimersByTime(10_000));
      await screen.findByText('Frozen since 4:00 pm');
      api.refuse('GET', OWN, DOWN);
      act(() => void jest.advanceTimersByTime(10_000));
      await screen.findByText('These may be out of date: the server can’t be reached.');
      // What is known stays.
      screen.getByText('Frozen since 4:00 pm');
    } finally {
      jest.useRealTimers();
    }
  });

  it('are shown at once where the address says so', async () => {
    openPortal(`/user-dashboard/${SHOP_ID}#screens`);
    await waitFor(() => expect(document.activeElement?.id).toBe('screens'));
  });

  it('are shown by an alarm that is touched while the dashboard is open, each time', async () => {
    const push = new FakePush().install();
    await openShop();
    for (const turn of [1, 2]) {
      (document.activeElement as HTMLElement).blur();
      const path = `/user-dashboard/${SHOP_ID}#screens`;
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'open-path', path } }));
      await waitFor(() => expect([turn, document.activeElement?.id]).toEqual([turn, 'screens']));
    }
    expect(location.hash).toBe('#screens');
    push.uninstall();
  });

  it('are shown by an alarm to an admin on the page of all screens, and after the sign-in to whoever was signed out', async () => {
    keptAs('admin');
    api
      .reply('GET', '/auth/me', { id: ADMIN_ID, username: 'asha', role: 'admin', logo_url: '' })
      .reply('GET', '/admin/screens', []);
    openPortal(`/user-dashboard/${SHOP_ID}#screens`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Screens' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    cleanup();
    api
      .reply('POST', '/auth/login', { token: 'a.b.c', role: 'user', userId: SHOP_ID, message: 'Signed in' })
      .reply('GET', '/auth/me', { id: SHOP_ID, username: 'mahalaxmi', role: 'user', logo_url: '' });
    openPortal(`/user-dashboard/${SHOP_ID}#screens`);
    await enter(await screen.findByLabelText('Username'), 'mahalaxmi');
    await enter(screen.getByLabelText('Password'), 'gold-and-silver');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.id).toBe('screens'));
    expect(location.pathname + location.hash).toBe(`/user-dashboard/${SHOP_ID}#screens`);
  });
});

describe('the remote of a screen', () => {
  it.each(['identify', 'reload', 'next', 'mute', 'unmute'])('has it %s', async (command) => {
    api.reply('POST', path(front, '/commands'), { message: texts.screens.done });
    await open();
    const dialog = await manage();
    const release = api.hold('POST', path(front, '/commands'));
    const what = command[0]!.toUpperCase() + command.slice(1);
    const button = dialog.getByRole('button', { name: `${what}, Front window` });
    await user.click(button);
    // One thing at a time.
    for (const one of ['Identify', 'Next'])
      expect(isOff(dialog.getByRole('button', { name: `${one}, Front window` }))).toBe(true);
    release();
    await dialog.findByText(`${what}: done`);
    expect(button.className).toContain('is-done');
    expect(api.sent('POST', path(front, '/commands')).map(({ body }) => body)).toEqual([{ command }]);
  });

  it('says at the screen that it is offline', async () => {
    api.refuse('POST', path(counter, '/commands'), { status: 409, code: 'CONFLICT', message: texts.screens.offline });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Identify, Counter' }));
    const text = await screen.findByText('The screen is offline');
    expect(text.closest('li')!.textContent).toContain('Counter');
    api.reply('POST', path(counter, '/commands'), { message: texts.screens.done });
    await user.click(screen.getByRole('button', { name: 'Identify, Counter' }));
    await screen.findByText('Identify: done');
    expect(screen.queryByText('The screen is offline')).toBeNull();
  });
});

describe('the settings of a screen', () => {
  it('are sent where they were changed, and nothing else', async () => {
    await open();
    const dialog = await manage();
    const saved = {
      name: 'Shop window',
      layout_orientation: 'vertical',
      shows: 'rates',
      overscan: 2.5,
      video_turned: false,
    } as const;
    api.reply('PUT', path(front), { message: texts.screens.updated, screen: { ...front, ...saved } });
    const save = dialog.getByRole('button', { name: 'Save changes' });
    expect(isOff(save)).toBe(true);
    await user.clear(dialog.getByLabelText('Name'));
    await enter(dialog.getByLabelText('Name'), 'Shop window');
    await user.click(dialog.getByLabelText('Vertical'));
    await user.click(dialog.getByLabelText('Rates only'));
    await user.clear(dialog.getByLabelText('Edges that the TV cuts off'));
    await user.type(dialog.getByLabelText('Edges that the TV cuts off'), '2.5');
    await user.click(dialog.getByRole('switch', { name: /^This TV can turn videos/ }));
    await user.click(save);
    await screen.findByText('Screen updated successfully!');
    expect((await api.next('PUT', path(front))).body).toEqual(saved);
    await screen.findByRole('dialog', { name: 'Shop window' });
    await waitFor(() => expect(isOff(save)).toBe(true));
    api.reply('PUT', path(front), { message: texts.screens.updated, screen: { ...front, ...saved, layout_orientation: null } });
    await user.click(dialog.getByLabelText('The shop’s'));
    await user.click(save);
    await waitFor(() => expect(api.sent('PUT', path(front))).toHaveLength(2));
    expect(api.sent('PUT', path(front))[1]!.body).toEqual({ layout_orientation: null });
  });

  it('keep what is typed while they are being saved', async () => {
    await open();
    const dialog = await manage();
    api.reply('PUT', path(front), { message: texts.screens.updated, screen: { ...front, shows: 'rates' } });
    const release = api.hold('PUT', path(front));
    await user.click(dialog.getByLabelText('Rates only'));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await user.clear(dialog.getByLabelText('Name'));
    await enter(dialog.getByLabelText('Name'), 'Shop window');
    release();
    await screen.findByText('Screen updated successfully!');
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Shop window');
    expect(isOff(dialog.getByRole('button', { name: 'Save changes' }))).toBe(false);
  });

  it('say what is wrong before they ask, and what the server says afterwards', async () => {
    await open();
    const dialog = await manage();
    await user.clear(dialog.getByLabelText('Name'));
    await user.clear(dialog.getByLabelText('Edges that the TV cuts off'));
    await user.type(dialog.getByLabelText('Edges that the TV cuts off'), '6');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    dialog.getByText('Name is required');
    dialog.getByText('Edges that the TV cuts off must be at most 5');
    expect(document.activeElement).toBe(dialog.getByLabelText('Name'));
    expect(api.sent('PUT', path(front))).toEqual([]);
    await enter(dialog.getByLabelText('Name'), 'Front');
    await user.clear(dialog.getByLabelText('Edges that the TV cuts off'));
    await user.type(dialog.getByLabelText('Edges that the TV cuts off'), '0');
    api.refuse('PUT', path(front), DOWN);
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Error saving the screen');
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Front');
  });

  it('say no more what was wrong with a field that was put back, though there is nothing left to save', async () => {
    await open();
    const dialog = await manage();
    const name = dialog.getByLabelText('Name');
    await user.clear(name);
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    dialog.getByText('Name is required');
    await enter(name, front.name);
    expect(isOff(dialog.getByRole('button', { name: 'Save changes' }))).toBe(true);
    expect(dialog.queryByText('Name is required')).toBeNull();
  });

  it('keep what is typed while the list is read again', async () => {
    await open();
    const dialog = await manage();
    await user.type(dialog.getByLabelText('Name'), ' 2');
    // What was put back isn't typed.
    for (const one of ['Rates only', 'Everything']) await user.click(dialog.getByLabelText(one));
    api.reply('GET', OWN, [{ ...front, name: 'Renamed', shows: 'rates' }, counter]);
    fireEvent(window, new Event('focus'));
    await screen.findByRole('dialog', { name: 'Renamed' });
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Front window 2');
    expect(dialog.getByLabelText<HTMLInputElement>('Rates only').checked).toBe(true);
  });
});

describe('the alarms of a screen', () => {
  it('are off until six tomorrow, and on again', async () => {
    const until = '2026-11-21T00:30:00.000Z';
    api.reply('PUT', path(front, '/snooze'), { message: texts.screens.snoozed, screen: { ...front, snoozed_until: until } });
    await open();
    const dialog = await manage();
    await user.click(dialog.getByRole('button', { name: 'No alarms until 6:00 am, 21 November' }));
    await screen.findByText('No alarms of this screen until then');
    expect((await api.next('PUT', path(front, '/snooze'))).body).toEqual({ until });
    api.reply('PUT', path(front, '/snooze'), { message: texts.screens.unsnoozed, screen: front });
    await user.click(await dialog.findByRole('button', { name: 'Alarms on again' }));
    await screen.findByText('Alarms of this screen are on again');
    expect(api.sent('PUT', path(front, '/snooze'))[1]!.body).toEqual({ until: null });
  });

  it('are listed with when they were, and who was told', async () => {
    const alarm = (changes: Partial<ScreenAlarm>): ScreenAlarm => ({
      ...{ id: 'a'.repeat(24), screen: front.id, name: 'Front window', userId: SHOP_ID, state: 'offline', webhook: 'sent' },
      ...{ since: '2026-11-20T10:30:00.000Z', at: '2026-11-20T10:35:00.000Z', ended_at: null, phones: 2 },
      ...changes,
    });
    const ended = { id: 'b'.repeat(24), state: 'frozen', ended_at: '2026-11-20T10:40:00.000Z', phones: 0 } as const;
    api.refuse('GET', '/screens/alarms', DOWN);
    await open();
    await user.click(await screen.findByRole('button', { name: 'Alarm history' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Alarm history' }));
    await dialog.findByText('The alarms can’t be shown right now.');
    api.reply('GET', '/screens/alarms', []);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText('No alarms yet. Every screen has played.');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    api.reply('GET', '/screens/alarms', [alarm({}), alarm(ended)]);
    await user.click(screen.getByRole('button', { name: 'Alarm history' }));
    const alarms = await screen.findByRole('list', { name: 'Alarm history' });
    await waitFor(() =>
      expect(
        within(alarms)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'Front windowNo answerSince 4:00 pmTold 2 phones at 4:05 pm',
        'Front windowFrozen4:00 pm to 4:10 pmTold no phone',
      ]),
    );
  });
});

describe('a screen that goes', () => {
  it('is removed after a question, and the focus is at the list', async () => {
    api.reply('DELETE', path(front), { message: texts.screens.deleted });
    await open();
    const dialog = await manage();
    await user.click(dialog.getByRole('button', { name: 'Remove screen' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Front window' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(api.sent('DELETE', path(front))).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove screen' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove screen' }));
    await screen.findByText('Screen removed successfully!');
    await waitFor(async () => expect((await items()).map(([name]) => name)).toEqual(['Counter']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your screens (1/20)' }));
  });
});
