/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shop } from '../../testing/fixtures.js';
import { adminsApi, closePortal, openAdmin, openEditor } from '../../testing/portal.js';
import { useEscape } from './use-escape.js';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Android's, which tells the watcher that was made last. */
class Back {
  static readonly watchers: Back[] = [];
  onclose = () => undefined as void;
  constructor() {
    Back.watchers.push(this);
  }
  destroy(): void {
    if (Back.watchers.includes(this)) Back.watchers.splice(Back.watchers.indexOf(this), 1);
  }
  static press(): void {
    const last = Back.watchers.pop()!;
    act(() => last.onclose());
  }
}

describe('Escape', () => {
  beforeEach(() => {
    adminsApi({ shops: [shop(), shop({ id: 'c'.repeat(24), username: 'navkar', shop_name: 'Navkar' })] })
      .reply('GET', '/admin/custom-tables', [])
      .reply('GET', '/admin/screens', [])
      .reply('GET', `/admin/custom-tables/user/${shop().id}`, []);
  });
  afterEach(closePortal);

  const openers: [string, string, () => Promise<unknown>][] = [
    ['a new custom table', 'User', () => openAdmin('/admin/custom-tables').then(() => press('+ Create Custom Table'))],
    ['a claim of a screen', 'Shop', () => openAdmin('/admin/screens').then(() => press('Add a screen'))],
    ['the editor', 'Copy from another shop', openEditor],
  ];

  it.each(openers)('in the open list of %s closes the list alone', async (_, label, open) => {
    await open();
    const field = await screen.findByRole('combobox', { name: label });
    await userEvent.click(field);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(field.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('dialog')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes the open price types alone, wherever the focus is', async () => {
    await openEditor();
    await press('Price types');
    await userEvent.type(screen.getByLabelText('City'), 'Pune');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByLabelText('24K gold')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toContain('Pune');
  });
});

describe('Back on a phone with Android', () => {
  const { matchMedia } = globalThis;
  const aTurn = () => act(() => new Promise((resolve) => void setTimeout(resolve)));

  beforeEach(() => {
    globalThis.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(pointer: coarse)' });
    Object.assign(window, { CloseWatcher: Back });
  });
  afterEach(() => {
    closePortal();
    globalThis.matchMedia = matchMedia;
    Reflect.deleteProperty(window, 'CloseWatcher');
    Back.watchers.length = 0;
  });

  it('closes one layer at a time, and leaves the page alone', async () => {
    adminsApi().reply('GET', '/admin/screens', []).reply('GET', `/admin/custom-tables/user/${shop().id}`, []);
    await openEditor();
    await press('Price types');
    Back.press();
    expect(screen.queryByLabelText('24K gold')).toBeNull();
    await aTurn();
    expect(Back.watchers).toHaveLength(1);
    Back.press();
    expect(screen.queryByRole('dialog')).toBeNull();
    await aTurn();
    expect(Back.watchers).toEqual([]);
  });

  it('asks a layer that stays each time', async () => {
    let presses = 0;
    const { unmount } = renderHook(() => useEscape(() => void presses++));
    for (let press = 1; press <= 2; press++) {
      Back.press();
      await aTurn();
      expect([presses, Back.watchers.length]).toEqual([press, 1]);
    }
    unmount();
    expect(Back.watchers).toEqual([]);
  });
});
